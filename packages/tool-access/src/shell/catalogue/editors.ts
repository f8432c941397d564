import type { CommandEntry, CommandTable } from './entry.js';

const vim: CommandEntry = {
  flags:
    '-b -d -e -E -es -Es -f -g -m -M -n -N -R -s? -S? -v -V? -x -y -Z --clean --headless --noplugin -o? -O? -p? -r -h --help --version',
  options: {
    '-c': 'vim',
    '--cmd': 'vim',
    '-i': 'read',
    '-t': 'text',
    '-T': 'text',
    '-u': 'script',
    '-U': 'script',
    '-w': 'write',
    '-W': 'write',
    '--listen': 'text',
    '--server': 'text',
  },
  operands: 'edit',
  rules: [{ given: '-R -M', operands: 'read' }],
  plus: 'vim',
};
const plain: CommandEntry = { flags: '', operands: 'edit', plus: true };
const pager: CommandEntry = {
  flags:
    '-R -S -N -n -F -X -E -e -i -I -M -m -g -G -r -s -q -Q -c -a -A -d -f -u -w -J -L -K -W -V --version',
  options: {
    '-p,--pattern': 'text',
    '-o,--log-file': 'write',
    '-O,--LOG-FILE': 'write',
    '-P,--prompt': 'text',
    '-x,--tabs': 'text',
    '-h': 'text',
    '-k,--lesskey-file': 'read',
    '-t': 'text',
    '-T': 'read',
    '-b': 'text',
    '-j': 'text',
    '-y': 'text',
    '-z': 'text',
  },
  operands: 'read',
  plus: true,
};

/** Editors and pagers. */
export const editors: CommandTable = {
  vi: vim,
  vim,
  nvim: vim,
  view: { ...vim, operands: 'read' },
  vimdiff: vim,
  ex: { ...vim, form: 'line-editor' },
  ed: {
    flags: '-s -G -l -r -E -v --silent --quiet',
    options: { '-p,--prompt': 'text' },
    form: 'line-editor',
  },
  red: 'ed',
  nano: { flags: '-w -v -m -i -l -B', options: { '-T': 'text', '-r': 'text' }, operands: 'edit', plus: true },
  pico: plain,
  emacs: {
    flags: '-nw -q -Q -batch --batch',
    options: { '--eval,-eval,--execute': 'elisp', '-l,--load': 'script', '-f': 'text', '--script': 'script' },
    operands: 'edit',
    plus: true,
    style: 'exact',
  },
  emacsclient: {
    flags: '-n -c -t -nw',
    options: { '-e,--eval': 'elisp', '-a': 'program', '-s': 'text' },
    operands: 'edit',
    plus: true,
  },
  micro: plain,
  helix: plain,
  hx: plain,
  kak: plain,
  code: {
    flags: '-n -r -w --wait --new-window --reuse-window -v --version --list-extensions -d -g',
    options: { '--install-extension': 'text', '--uninstall-extension': 'text', '--user-data-dir': 'list' },
    operands: 'edit',
  },
  cursor: 'code',
  subl: plain,
  gedit: plain,
  open: {
    flags: '-e -t -f -F -W -R -n -g -j -h',
    options: { '-a': 'text', '-b': 'text' },
    operands: 'file-or-url',
  },
  'xdg-open': { operands: 'file-or-url' },
  less: pager,
  more: { flags: '-d -l -e -f -p -c -s -u', options: { '-n': 'text' }, operands: 'read', plus: true },
  most: pager,
  man: {
    flags: '-f -k -K -w -W -a -i -I -7 -t -Z -X -H? --version',
    options: {
      '-l,--local-file': 'read',
      '-P,--pager': 'program',
      '-C,--config-file': 'read',
      '-M,--manpath': 'list',
      '-S,-s,--sections': 'text',
      '-L,--locale': 'text',
      '-r,--prompt': 'text',
      '-p,--preprocessor': 'text',
      '-m': 'text',
      '-e': 'text',
    },
    operands: 'file-like',
  },
  info: { options: { '-f,--file': 'read', '-o,--output': 'write' }, operands: 'text' },
  history: {
    flags: '-c! -a! -n! -r! -w! -s! -p!',
    options: { '-d': 'text!' },
    operands: 'number',
    rules: [
      { given: '-r -n', operands: 'read' },
      { given: '-w -a', operands: 'write' },
    ],
    readOnly: true,
  },
  fc: { style: 'none', operands: 'text' },
};
