// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are bash’s own
import { describe, expect, it } from 'vitest';
import { read, touched } from '../../test/shell/reading.js';

describe('a download', () => {
  it.each([
    ['curl -O https://x.test/.env', ['write .env (curl)']],
    ['curl -sSLO "https://x.test/a/b.tgz?x=1#y"', ['write b.tgz (curl)']],
    ['curl --remote-name-all https://x.test/a https://x.test/b', ['write a (curl)', 'write b (curl)']],
    ['curl -O --output-dir sub https://x.test/a', ['write sub (curl)', 'write sub/a (curl)']],
    ['curl -O -d x=y https://x.test/.env', ['write .env (curl)']],
    ['wget -d https://x.test/.env', ['write .env (wget)']],
    ['aria2c -d sub https://x.test/a', ['write sub (aria2c)', 'write sub/a (aria2c)']],
    ['wget https://x.test/a/%2eenv', ['write .env (wget)']],
    ['wget -P sub https://x.test/a', ['write sub (wget)', 'write sub/a (wget)']],
    ['aria2c https://x.test/a.iso', ['write a.iso (aria2c)']],
    ['cd sub && wget https://x.test/a', ['list sub (cd)', 'write sub/a (wget)']],
  ])('is written under the last name of its address: %s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });

  it.each(['curl -O "$URL"', 'wget https://x.test', 'wget https://x.test/a/'])(
    'whose name is known to others alone is written somewhere in the folder: %s',
    (command) => {
      expect(touched(command)).toEqual([expect.stringMatching(/^write \. /)]);
    },
  );

  it.each([
    ['curl https://x.test/.env', []],
    ['curl -o a https://x.test/.env', ['write a (curl)']],
    ['wget -O a https://x.test/.env', ['write a (wget)']],
    ['wget --spider https://x.test/.env', []],
    ['wget -qO- https://x.test/.env', []],
  ])('that is printed, or has another name, is not: %s', (command, expected) => {
    expect(touched(command)).toEqual(expected);
  });
});

describe('an archive', () => {
  it.each([
    ['unzip a.zip', 'write . (unzip)'],
    ['unzip a.zip .env', 'write .env (unzip)'],
    ['unzip a.zip -d sub', 'write sub (unzip)'],
    ['7z x a.7z', 'write . (7z x)'],
    ['7z e a.7z -osub', 'write sub (7z e)'],
    ['unrar x a.rar', 'write . (unrar x)'],
    ['unar a.rar', 'write . (unar)'],
    ['jar xf a.jar', 'write . (jar)'],
    ['pax -r < a.pax', 'write . (pax)'],
  ])('that is unpacked fills a folder: %s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });

  it.each(['unzip -l a.zip .env', 'unzip -p a.zip .env', '7z l a.7z', 'unzip -d sub a.zip', 'jar tf a.jar'])(
    'that is looked at, or unpacked elsewhere, does not: %s',
    (command) => {
      const found = touched(command);
      expect(found.filter((each) => each.startsWith('write . '))).toEqual([]);
      expect(found.filter((each) => each.includes('.env'))).toEqual([]);
    },
  );

  it.each([
    ['zip -m a.zip .env', 'write .env (zip)'],
    ['zip -rm a.zip sub', 'write sub (zip) and below'],
    ['tar --remove-files -cf a.tar .env', 'write .env (tar) and below'],
    ['tar cf a.tar --remove-files --add-file=.env', 'write .env (tar)'],
    ["zip -R a.zip '*.mjs' -m", 'write . (zip) and below'],
    ['echo .env | zip -@m a', 'write .env (zip)'],
    ['echo .env | zip --names-stdin -m a', 'write .env (zip)'],
    ["zip -T --unzip-command='rm .env' a b", 'write .env (rm)'],
    ["zip -TT'rm .env' a b", 'write .env (rm)'],
  ])('that takes what it packs removes it: %s', (command, expected) => {
    expect(touched(command)).toContain(expected);
  });
});

describe('a file that zip writes', () => {
  it.each([
    'zip -lf.env a b',
    'zip -lf .env a b',
    'zip a --out=.env',
    'zip a --output-file .env',
    'zip a -O.env',
  ])('is seen however it is given: %s', (command) => {
    expect(touched(command)).toContain('write .env (zip)');
  });

  it('a search by patterns reads what they match alone', () => {
    expect(read("zip -R a.zip '*.ts' '*.md'").accesses).toContainEqual(
      expect.objectContaining({ mode: 'read', tree: expect.objectContaining({ include: ['*.ts', '*.md'] }) }),
    );
  });
});

describe('programs that delete', () => {
  it.each(['npx rimraf .env', 'npx del-cli .env', 'gio trash .env', 'npx shx rm -f .env'])(
    '%s',
    (command) => {
      expect(touched(command).some((each) => each.startsWith('write .env'))).toBe(true);
    },
  );
});
