// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash's own
import { describe, expect, it } from 'vitest';
import { problems, read, touched } from '../../test/shell/reading.js';

describe('a word is what bash makes of it', () => {
  it.each([
    ['cat ".e"nv'],
    ["cat '.e'nv"],
    ['cat .e\\nv'],
    ["cat $'\\x2eenv'"],
    ["cat $'\\056env'"],
    ['cat $".env"'],
    ['cat "$PWD/.env"'],
    ['cat ~+/.env'],
    ['cat {.env,}'],
    ['f=.env; cat "$f"'],
    ['f=.e; cat ${f}nv'],
    ['cat ${f:-.env}'],
    ['f=x; cat ${f/x/.env}'],
    ['f=.env.example; cat ${f%.example}'],
    ['f=dir/.env; cat ${f##*/}'],
    ['f=xx.env; cat ${f:2}'],
    ['f=.ENV; cat ${f,,}'],
    ['f=E; E=.env; cat ${!f}'],
    ['f=(a .env); cat "${f[1]}"'],
    ['set -- a .env; cat $2'],
    ['cat "$(echo .env)"'],
    ["cat $(printf '.%s' env)"],
    ['cat `echo .env`'],
    ['cat $(rev <<< vne.)'],
    ['cat $(echo LmVudg== | base64 -d)'],
    ['cat $(basename /x/.env)'],
    ['read f <<< .env; cat "$f"'],
    ['printf -v f .env; cat $f'],
  ])('%s', (command) => {
    expect(touched(command)).toContain('read .env (cat)');
    expect(problems(command)).toEqual([]);
  });

  it('what is quoted is neither split nor a pattern', () => {
    expect(touched('f="a b"; cat "$f" $f')).toEqual(['read a b (cat)', 'read a (cat)', 'read b (cat)']);
    expect(touched('cat "*" \\?')).toEqual(['read * (cat)', 'read ? (cat)']);
  });

  it('every value that a variable may have is read', () => {
    const command = 'if true; then f=a; else f=b; fi; cat $f';
    expect(touched(command)).toEqual(['read a (cat)', 'read b (cat)']);
    expect(touched('for f in a b; do cat "$f.txt"; done')).toEqual(['read a.txt (cat)', 'read b.txt (cat)']);
  });

  it('a name that only the running command knows is a problem, with what is known of it', () => {
    expect(read('cat "$DIR/x.ts"').problems).toEqual([
      expect.objectContaining({
        kind: 'computed',
        pattern: '*/x.ts',
        modes: ['read'],
        span: { start: 4, end: 15 },
      }),
    ]);
    expect(read('cat src/$NAME').problems).toMatchObject([{ kind: 'computed', pattern: '/repo/src/*' }]);
  });

  it('the environment counts where the caller tells it', () => {
    expect(touched('cat $FILE', { shell: { env: { FILE: '.env' }, fileSystem: false } })).toEqual([
      'read .env (cat)',
    ]);
  });
});

describe('spans', () => {
  it.each([
    ['cat "/repo/a"', ['"/repo/a"']],
    ['cat {/repo/a,/repo/b}', ['/repo/a', '/repo/b']],
    ['(cd x && cat a.ts)', ['x', 'a.ts']],
    ['sort --output=/repo/x a', ['/repo/x', 'a']],
    ['dd if=a of="b"', ['a', '"b"']],
    ['git show HEAD:src/a', ['src/a']],
    ['echo "$(cat a)" > b', ['b', 'a']],
    ["cat <<'E' > /repo/x\n/repo/text\nE\n", ['/repo/x']],
  ])('%j', (command, words) => {
    const spans = read(command).accesses.flatMap(({ span }) =>
      span ? [command.slice(span.start, span.end)] : [],
    );
    expect([...new Set(spans)]).toEqual(expect.arrayContaining(words));
    expect(new Set(spans).size).toBe(words.length);
  });

  it('are absent where the text is not the command’s own', () => {
    for (const command of [
      'bash -c "cat .env"',
      'eval cat .env',
      'echo .env | xargs cat',
      'x `cat \\`cat .env\\``',
    ]) {
      const access = read(command).accesses.find(({ path }) => path === '/repo/.env');
      expect(access).toBeDefined();
      expect(access?.span).toBeUndefined();
    }
  });
});

describe('a tilde after an equals sign', () => {
  it.each([
    ['dd of=~/x', ['write /home/u/x (dd)']],
    ['dd of="~/x"', ['write ~/x (dd)']],
    ['sort --output=~/x', ['write ~/x (sort)']],
  ])('%s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });
});
