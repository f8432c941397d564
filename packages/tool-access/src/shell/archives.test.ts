import { describe, expect, it } from 'vitest';
import { touched } from '../../test/shell/reading.js';

const READS = 'read .env';

function reaches(command: string, start: string): boolean {
  return touched(command).some((each) => each.startsWith(`${start} `));
}

describe('what is packed', () => {
  it.each([
    'echo .env | cpio -o',
    'echo .env | cpio -p out',
    'echo .env | pax -w -f a.pax',
    'pax -rw .env out',
    'bsdtar -cf a.tar @.env',
    'tar df a.tar .env',
    '7z a a.7z .env',
    "7z a a.7z '-i!.env'",
    '7z u a.7z .env',
    'printf ".env\\n" > l; 7z a a.7z @l',
    '7zz h .env',
    'rar a a.rar .env',
    'rar m a.rar .env',
    'unrar t .env',
  ])('is read: %s', (command) => {
    expect(reaches(command, READS)).toBe(true);
  });

  it.each([
    '7z a a.7z src -xr!.env',
    '7z x a.7z -osub .env',
    '7z l a.7z .env',
    'rar a -x.env a.rar src',
    'cpio -it .env < a.cpio',
    'pax -f a.pax .env',
    'tar tf a.tar .env',
  ])('is not what is left out, or only listed: %s', (command) => {
    expect(reaches(command, READS)).toBe(false);
    expect(reaches(command, 'write .env')).toBe(false);
  });

  it('comes from a search, too', () => {
    for (const packer of ['pax -w', 'cpio -o', 'tar cf a.tar -T -'])
      expect(touched(`find . | ${packer}`)).toContainEqual(expect.stringMatching(/^read \. \(.*and below$/));
  });

  it('is taken away by what moves it', () => {
    expect(reaches('rar m a.rar .env', 'write .env')).toBe(true);
    expect(reaches('7z a a.7z .env -sdel', 'write .env')).toBe(true);
    expect(reaches('7z a a.7z .env', 'write .env')).toBe(false);
  });
});

describe('what is unpacked', () => {
  it.each([
    ['tar xf a.tar -T - <<< .env', 'write .env'],
    ["tar xf a.tar --transform 's/a/.env/' a", 'write .env'],
    ["tar xPf a.tar --transform 's,^x,/etc/x,' x", 'write /etc/x'],
    ['tar xf a.tar --one-top-level=sub', 'write sub'],
    ["pax -r -s '/a/.env/' -f a.pax", 'write .env'],
    ['pax -rf a.pax .env', 'write .env'],
    ['cpio -id .env < a.cpio', 'write .env'],
    ['7z x a.7z .env', 'write .env'],
    ['7z x a.7z -osub .env', 'write sub/.env'],
    ['7z e a.7z x/.env', 'write .env'],
    ['rar x a.rar .env', 'write .env'],
    ['unrar x a.rar .env sub/', 'write sub/.env'],
  ])('is written: %s', (command, expected) => {
    expect(reaches(command, expected)).toBe(true);
  });

  it('is not when it is printed', () => {
    expect(reaches('tar xOf a.tar .env', 'write .env')).toBe(false);
    expect(reaches('7z x a.7z -so .env', 'write .env')).toBe(false);
  });
});
