import { describe, expect, it } from 'vitest';
import { touched } from '../../test/shell/reading.js';

describe('a wrapper runs what it is given', () => {
  it.each([
    ['sudo -u root cat .env'],
    ['doas cat .env'],
    ['env -u X A=1 cat .env'],
    ["env -S 'cat .env'"],
    ['nice -n 5 cat .env'],
    ['timeout -k 1 5s cat .env'],
    ['nohup cat .env'],
    ['setsid cat .env'],
    ['stdbuf -o L cat .env'],
    ['command -p cat .env'],
    ['exec -a x cat .env'],
    ['time -p cat .env'],
    ["watch -n 1 'cat .env'"],
    ["su -c 'cat .env'"],
    ['flock x cat .env'],
    ["script -qc 'cat .env' /dev/null"],
    ["tmux new -d 'cat .env'"],
    ['npx -y cat .env'],
    ['uv run cat .env'],
    ['poetry run cat .env'],
    ["bash -lc 'cat .env'"],
    ["bash -c 'cat $0' .env"],
    ['bash -c \'cat "$1"\' _ .env'],
    ["F=.env bash -c 'cat $F'"],
    ['sh -c "bash -c \'cat .env\'"'],
    ['eval cat .env'],
    ['bash <<E\ncat .env\nE'],
    ['bash <<< "cat .env"'],
    ["printf 'cat .env' | bash"],
    ['echo Y2F0IC5lbnYK | base64 -d | sh'],
    ['source <(echo cat .env)'],
    ['echo .env | xargs cat'],
    ['echo .env | xargs -I{} cat {}'],
    ["printf '.env\\0' | xargs -0 -n1 cat"],
    ['xargs cat <<< .env'],
    ['parallel cat ::: .env'],
    ["at now <<< 'cat .env'"],
  ])('%s', (command) => {
    expect(touched(command)).toContain('read .env (cat)');
  });

  it('what find and its like find is reached below', () => {
    for (const command of [
      "find . -name '.e*' -exec cat {} +",
      "find . -name '.e*' | xargs cat",
      "cat $(find . -name '.e*')",
      'ls -A | xargs cat',
      'fd -H env -x cat',
      'git ls-files | xargs cat',
    ]) {
      expect(touched(command)).toContain('read . (cat) and below');
    }
    expect(touched('find . -name x -exec echo {} +')).toEqual(['list . (find)']);
    expect(touched('find src -name x -delete')).toContain('write src (find) and below');
  });

  it('in another folder, what it names is there', () => {
    expect(touched('env -C sub cat x; cat y')).toEqual(['read sub/x (cat)', 'read y (cat)']);
    expect(touched('sudo -D sub cat x')).toEqual(['read sub/x (cat)']);
  });

  it('those of the user are read like the built-in ones', () => {
    const commands = {
      'in-vm': { options: { '--name': 'text' }, operands: 'command', optionsFirst: true },
    } as const;
    const shell = { commands, fileSystem: false };
    expect(touched('in-vm --name x cat .env', { shell })).toEqual(['read .env (cat)']);
  });
});
