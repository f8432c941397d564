import { expect, test } from 'vitest';
import { folded } from './folded.js';

test.each([
  [`open("".join([".", "e", "nv"]))`, `open('.env')`],
  [`open(['.','env'].join(''))`, `open('.env')`],
  [`IO.read([".","env"].join)`, `IO.read('.env')`],
  [`open(os.path.join("a", ".env"))`, `open('a/.env')`],
  [`f(String.fromCharCode(46,101,110,118))`, `f('.env')`],
  [`f("vne."[::-1])`, `f('.env')`],
  [`open F,"<",".".("env")`, `open F,"<",'.env'`],
  [`(Path("a")/".env").read_text()`, `Path('a/.env').read_text()`],
  [`f(".Xenv".replace("X", ""))`, `f('.env')`],
  [`open("%s%s" % (".e", "nv"))`, `open('.env')`],
  [`f(strrev("vne."))`, `f('.env')`],
])('a text put together of literals alone stands as one: %s', (code, wanted) => {
  expect(folded(code)).toBe(wanted);
});

test.each([`print("a", ".b", x)`, `f("it's", name + ".env")`, `f([a, "b"].join(""))`, `"a" "b"`])(
  'code that is not put together of literals stays as it is: %s',
  (code) => {
    expect(folded(code)).toBe(code);
  },
);

test('code full of quotes is folded in bounded time', () => {
  const start = performance.now();
  for (const part of ['"', "'a',", '["a",', '"a".', 'Path("a")/', 'path.join("a",', '\\"'])
    folded(part.repeat(Math.floor(8_000 / part.length)));
  expect(performance.now() - start).toBeLessThan(1_500);
});
