import type { CommandEntry, CommandTable } from './entry.js';

// These replace each file by another, unless they print.
const gzip: CommandEntry = {
  flags:
    '-c,--stdout,--to-stdout -d,--decompress,--uncompress -f,--force -h,--help -k,--keep -l,--list -L,--license -n,--no-name -N,--name -q,--quiet -r,--recursive -t,--test -v,--verbose -V,--version -1,--fast -2 -3 -4 -5 -6 -7 -8 -9,--best --rsyncable -z,--compress -s -T? -e -F?',
  options: { '-S,--suffix': 'text', '-b': 'text', '-o': 'write!', '--threads': 'text' },
  operands: 'edit',
  rules: [{ given: '-c,--stdout -l,--list -t,--test', operands: 'read', readOnly: true }],
  tree: { given: '-r,--recursive' },
  origin: 'decoded',
};
const unpack: CommandEntry = {
  ...gzip,
  rules: [{ given: '-c,--stdout -l,--list -t,--test', operands: 'read', readOnly: true }],
};
const show: CommandEntry = {
  flags: '-f -h -l -L -v -V -d -q',
  operands: 'read',
  origin: 'decoded',
  readOnly: true,
};

/** Programs that pack and unpack. */
export const archives: CommandTable = {
  tar: {
    flags:
      '-c,--create -r,--append -u,--update -x,--extract,--get -t,--list -d,--diff,--compare -A,--catenate,--concatenate --delete --test-label -z,--gzip,--gunzip,--ungzip -j,--bzip2 -J,--xz -Z,--compress --zstd --lzip --lzma --lzop -a,--auto-compress --no-auto-compress -v,--verbose -w,--interactive,--confirmation -k,--keep-old-files --keep-newer-files --overwrite --skip-old-files --unlink-first -U -W,--verify -O,--to-stdout -m,--touch -p,--preserve-permissions,--same-permissions --same-owner --no-same-owner --no-same-permissions -s,--preserve-order,--same-order -S,--sparse -P,--absolute-names -h,--dereference --hard-dereference -l,--check-links,--one-file-system -n,--seek -i,--ignore-zeros -B,--read-full-records -R,--block-number --totals? --utc --full-time --numeric-owner --exclude-vcs --exclude-backups --exclude-caches --no-recursion --recursion --wildcards --no-wildcards --anchored --no-anchored --ignore-case --null --remove-files --checkpoint? --force-local --help --version -o -M,--multi-volume --no-wildcards-match-slash --wildcards-match-slash --show-transformed-names --xattrs --acls --selinux --sort?',
    options: {
      '-f,--file': 'text',
      '-C,--directory,--cd': 'text',
      '-T,--files-from': 'list-file',
      '-X,--exclude-from': 'read',
      '--exclude': 'text',
      '--exclude-ignore': 'text',
      '--exclude-tag': 'text',
      '-b,--blocking-factor': 'text',
      '-H,--format': 'text',
      '-V,--label': 'text',
      '-I,--use-compress-program': 'program!',
      '-F,--info-script,--new-volume-script': 'program!',
      '--to-command': 'shell!',
      '--checkpoint-action': 'text!',
      '--rsh-command': 'program!',
      '--rmt-command': 'program!',
      '-g,--listed-incremental': 'write!',
      '-K,--starting-file': 'text',
      '-N,--newer,--after-date': 'text',
      '--newer-mtime': 'text',
      '--mtime': 'text',
      '--owner': 'text',
      '--group': 'text',
      '--mode': 'text',
      '--transform,--xform': 'text!',
      '--strip-components': 'text',
      '--suffix': 'text',
      '--warning': 'text',
      '--quoting-style': 'text',
      '-L,--tape-length': 'text',
      '--volno-file': 'write!',
      '--index-file': 'write!',
      '--record-size': 'text',
      '--add-file': 'read',
    },
    form: 'tar',
    style: 'gnu',
    readOnly: true,
  },
  bsdtar: 'tar',
  gtar: 'tar',
  zip: { form: 'zip', style: 'none' },
  unzip: {
    flags: '-l -v -t -z -p -c -f -u -x -o -n -j -q -qq -a -aa -b -B -C -D -L -K -M -V -X -Z -1 -h',
    options: { '-d': 'write!', '-P': 'text', '-x': 'text' },
    operands: { first: ['read'], rest: 'text' },
    rules: [{ given: '-l -v -t -z -Z', readOnly: true }],
    origin: 'decoded',
  },
  zipinfo: {
    flags: '-1 -2 -s -m -l -v -h -t -T -z',
    operands: { first: ['read'], rest: 'text' },
    readOnly: true,
  },
  gzip,
  gunzip: unpack,
  pigz: gzip,
  bzip2: gzip,
  bunzip2: unpack,
  xz: gzip,
  unxz: unpack,
  lzma: gzip,
  zstd: gzip,
  unzstd: unpack,
  lz4: { ...gzip, operands: { first: ['read'], rest: 'write' } },
  compress: gzip,
  uncompress: unpack,
  bzcat: show,
  xzcat: show,
  zstdcat: show,
  gzcat: show,
  lzcat: show,
  zless: { operands: 'read' },
  zmore: { operands: 'read' },
  '7z': {
    subcommands: {
      a: {
        options: { '-x?': 'text', '-p?': 'text', '-o?': 'write' },
        operands: { first: ['write'], rest: 'read' },
        tree: { follows: true },
        style: 'exact',
      },
      x: { options: { '-o?': 'write' }, operands: { first: ['read'], rest: 'text' } },
      e: 'x',
      l: { operands: { first: ['read'], rest: 'text' } },
      t: 'l',
    },
  },
  '7za': '7z',
  rar: {
    subcommands: {
      a: { operands: { first: ['write'], rest: 'read' }, tree: { follows: true } },
      x: { operands: { first: ['read'], rest: 'write' } },
    },
  },
  unrar: {
    subcommands: {
      x: { operands: { first: ['read'], rest: 'write' } },
      l: { operands: 'read' },
      p: { operands: 'read' },
    },
  },
  cpio: {
    flags:
      '-o,--create -i,--extract -p,--pass-through -t,--list -d,--make-directories -v,--verbose -u -m -0,--null',
    options: {
      '-F,--file': 'write',
      '-O': 'write',
      '-I': 'read',
      '-D,--directory': 'cd',
      '-H,--format': 'text',
    },
    operands: 'write',
    form: 'cpio',
  },
  ar: { style: 'none', operands: { first: ['text', 'write'], rest: 'read' } },
};
