import { describe, expect, it } from 'vitest';
import { makeProject } from '../test/project.js';
import { envFileGuard } from './env-file-guard.js';

const FILES = { '.env': 'KEY=1', '.env.example': 'KEY=', 'src/a.ts': 'x', 'packages/api/.env': 'KEY=1' };

async function decide(command: string): Promise<string> {
  const { verdict, failures } = await makeProject(FILES).call(envFileGuard(), 'Bash', { command });
  expect(failures).toEqual([]);
  return verdict.decision;
}

describe('text that a command hands to a build tool is read', () => {
  it.each([
    "make -f - <<'EOF'\nall: ; @cat .env\nEOF",
    'make --eval="include .env" -p',
    "make --eval='$(info $(shell cat .env))'",
    "make --eval='$(info $(file <.env))'",
    "printf 'F=.env\nall:\n\tcat $(F)\n' | make -f -",
    "printf 'all:\n\tcat .env\n' > /tmp/mk; make -f /tmp/mk",
    "make 'X=$(shell cat .env)'",
    "make -f <(echo 'include .env')",
    'echo "include(.env)" | m4',
    'm4 <<< "undivert(\\`.env\')"',
    "m4 -DF=.env <<< 'include(F)'",
    "m4 <<< 'syscmd(cat .env)'",
    'gcc @.env',
    'gcc -E - <<< \'#include ".env"\'',
    'echo \'.incbin ".env"\' | as -o x.o -',
    'javac @.env',
    'rustc @.env',
    'frob @.env',
  ])('%s is denied', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    "make -f - <<'EOF'\nall: ; @echo .env\nEOF",
    "make --eval='X := .env' print",
    'make CFLAGS=-O2 all',
    'make -f Makefile.dev test',
    "m4 <<'EOF'\ndefine(X,1)X\nEOF",
    'gcc @args.rsp',
    'gcc -o x a.c',
    'npm i @scope/.env-tools',
    "printf 'all:\n\t@echo done # not .env\n' | make -f -",
  ])('%s passes', async (command) => {
    expect(await decide(command)).toBe('none');
  });
});

describe('a folder is the same by the name that it has inside a container', () => {
  it.each([
    'docker run --rm -v "$PWD:/w" alpine cat /w/.env',
    'docker run --rm -v "$PWD:/w" -w /w alpine sh -c \'cat .env\'',
    'docker run -v .:/w alpine tar c /w',
    'podman run --mount type=bind,source=$PWD,target=/x,ro alpine grep -r KEY /x',
    'docker run -v "$PWD/packages:/p" node node -e \'require("fs").readFileSync("/p/api/.env")\'',
    'docker run --entrypoint cat -v "$(pwd):/src" alpine /src/.env',
    'docker run --env-file .env alpine env',
    'docker run --env-file=.env alpine',
    'docker compose run -v .:/w web cat /w/.env',
  ])('%s is denied', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it.each([
    'docker run --rm -v "$PWD/src:/w" alpine cat /w/a.ts',
    'docker run --rm -v "$PWD:/w" alpine cat /w/.env.example',
    'docker run alpine cat /app/.env',
    'docker run -v data:/w alpine cat /w/.env',
    'docker run -v "$PWD:/w" alpine ls -la /w',
    'docker run -v "$PWD:/w" -w /w node npm test',
  ])('%s passes', async (command) => {
    expect(await decide(command)).toBe('none');
  });
});

describe('another name of a variable leads to it when it is used', () => {
  it.each([
    'declare -n r=F; F=.env; cat $r',
    'declare -n r=F; F=a; F=.env; cat "$r"',
    'f() { local -n x=$1; cat "$x"; }; T=.env; f T',
    'declare -n r=F; r=.env; cat $F',
  ])('%s is denied', async (command) => {
    expect(await decide(command)).toBe('deny');
  });

  it('one that leads to a plain file passes', async () => {
    expect(await decide('declare -n r=F; F=README.md; cat $r')).toBe('none');
  });
});
