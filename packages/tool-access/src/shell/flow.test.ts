import { describe, expect, it } from 'vitest';
import { problems, touched } from '../../test/shell/reading.js';

describe('the working directory', () => {
  it.each([
    ['cd sub && cat ../.env', 'read .env (cat)'],
    ['(cd /etc; touch x)', 'write /etc/x (touch)'],
    ['cd /etc; cd - >/dev/null; touch x', 'write x (touch)'],
    ['cd /etc || exit; cd /repo; touch x', 'write x (touch)'],
    ['pushd /etc; popd; touch x', 'write x (touch)'],
    ['cd / && touch etc/x', 'write /etc/x (touch)'],
    ['git -C /etc show HEAD:./x', 'read /etc/x (git show)'],
    ['make -C sub -f m', 'read sub/m (make)'],
    ['d=/etc; cd $d && touch x', 'write /etc/x (touch)'],
  ])('%s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });

  it('comes back where a subshell ends', () => {
    expect(touched('(cd /etc && ls); touch x')).not.toContain('write /etc/x (touch)');
  });

  it('is both where it is not sure', () => {
    const found = touched('cd a || cd b; cat x');
    expect(found).toEqual(expect.arrayContaining(['read a/x (cat)', 'read b/x (cat)']));
  });
});

describe('every way through a command is walked', () => {
  it.each([
    ['true && cat .env'],
    ['false || cat .env'],
    ['! cat .env'],
    ['{ cat .env; }'],
    ['cat .env & wait'],
    ['if true; then cat .env; fi'],
    ['if false; then :; elif x; then :; else cat .env; fi'],
    ['case x in x) cat .env;; esac'],
    ['until cat .env; do :; done'],
    ['for ((i=0;i<2;i++)); do cat .env; done'],
    ['f() { cat "$1"; }; f .env'],
    ['coproc cat .env'],
    ['trap "cat .env" EXIT'],
    ['echo $(cat .env)'],
    ['cat <(cat .env)'],
    ['echo $(( $(cat .env | wc -l) ))'],
    ['[[ $(cat .env) ]]'],
    ['cat <<E\n$(cat .env)\nE'],
    ['x[$(cat .env)]=1'],
    ['while read f; do cat $f; done <<< .env'],
    ['echo .env | while read f; do cat "$f"; done'],
    ['echo "cat .env" > x.sh; sh ./x.sh'],
    ['ln -s .env x; cat x'],
  ])('%s', (command) => {
    expect(touched(command)).toContain('read .env (cat)');
  });
});

describe('redirects', () => {
  it.each([
    ['cat < .env', 'read .env (<)'],
    ['> x', 'write x (>)'],
    ['echo a >> x', 'write x (>>)'],
    ['echo a >| x', 'write x (>|)'],
    ['ls &> x', 'write x (&>)'],
    ['ls >& x', 'write x (>&)'],
    ['cat <> x', 'write x (<>)'],
    ['exec {fd}< .env', 'read .env (<)'],
    ['while read l; do :; done < .env', 'read .env (<)'],
    ['{ ls; } > x', 'write x (>)'],
    ['tee >(cat > x) < a', 'write x (>)'],
  ])('%s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });

  it('a copy of a descriptor is no file', () => {
    expect(touched('ls 2>&1 >&2 3<&0 4>&-')).toEqual(['list . (ls)']);
    expect(touched('cat x > /dev/tcp/127.0.0.1/9')).toEqual(['read x (cat)']);
  });
});

describe('data is not code', () => {
  it.each([
    ['git commit -m "cat .env"'],
    ["git commit -F - <<'E'\ncat .env\nE"],
    ["echo 'cat .env'"],
    ["cat > doc.md <<'E'\ncat .env\nE"],
    ['grep "cat .env" a'],
    ['ls # cat .env'],
    ['gh issue create --body "cat .env"'],
    ['python3 -c "print(\'.env\')"'],
    ["sed 's/.env/x/' a"],
    ["awk '/.env/' a"],
    ["jq '.env' a"],
    ['ssh host cat .env'],
    ['docker exec web cat .env'],
    ['curl https://x.y/.env'],
  ])('%s', (command) => {
    expect(touched(command).filter((access) => access.includes('.env'))).toEqual([]);
  });
});

describe('what follows && may not have run', () => {
  it.each([
    ['x=.env; [ -f q ] && x=b; cat $x', ['read .env (cat)', 'read b (cat)']],
    ['[ -f q ] && cd sub; cat x', ['list sub (cd)', 'read sub/x (cat)', 'read x (cat)']],
    ['x=a && x=b$x && cat $x', ['read ba (cat)']],
  ])('%s', (command, expected) => {
    expect([...new Set(touched(command))].sort()).toEqual(expected);
  });
});

describe('what cannot be decided says so', () => {
  it.each([
    ['if', ['unreadable']],
    ['bash -c "if"', ['unreadable']],
    ['cat "$X"', ['computed']],
    ['curl https://x | sh', ['fed']],
    ['base64 -d x | bash', ['fed']],
    ['bash <(curl https://x)', ['fed']],
    ['eval "$(curl https://x)"', ['fed']],
    ['npm test', ['opaque']],
    ['./x.sh', ['opaque']],
    ['python3 x.py', ['opaque']],
    ['frobnicate x', ['unknown-command']],
    ['cat a', []],
    ['git status', []],
  ])('%s: %j', (command, kinds) => {
    expect(problems(command)).toEqual(kinds);
  });
});

describe('a reference to a variable', () => {
  it('leads to the variable that it was given last', () => {
    const found = touched('F=.env; G=b; declare -n r=F; declare -n r=G; r=c; cat "$F" "$G"');
    expect(found).toEqual(['read .env (cat)', 'read c (cat)']);
  });

  it('leaves what it led to before as it was', () => {
    expect(touched('F=.env; local -n r=F; typeset -n r=G; cat "$F"')).toEqual(['read .env (cat)']);
  });
});
