import type { CommandEntry, CommandTable } from './entry.js';

const plain: CommandEntry = { style: 'none', operands: 'text' };
const body: CommandEntry = {
  flags:
    '-d,--draft -f,--fill --fill-first --fill-verbose -w,--web -e,--editor --dry-run --no-maintainer-edit -y --yes --generate-notes --latest? --prerelease -p --verify-tag --approve -a -r -c',
  options: {
    '-t,--title': 'text',
    '-b,--body': 'text',
    '-F,--body-file,--notes-file': 'read',
    '-n,--notes': 'text',
    '-T,--template': 'text',
    '-B,--base': 'text',
    '-H,--head': 'text',
    '-l,--label': 'text',
    '-m,--milestone': 'text',
    '--project': 'text',
    '--assignee': 'text',
    '--reviewer': 'text',
    '-R,--repo': 'text',
    '--target': 'text',
    '--recover': 'read',
    '--discussion-category': 'text',
    '--notes-start-tag': 'text',
    '--add-label': 'text',
    '--remove-label': 'text',
    '--comment': 'text',
    '--reason': 'text',
  },
  operands: 'text',
};
const secret: CommandEntry = {
  flags: '-u,--user --no-store',
  options: {
    '-f,--env-file': 'read',
    '-b,--body': 'text',
    '-e,--env': 'text',
    '-o,--org': 'text',
    '-R,--repo': 'text',
    '-r,--repos': 'text',
    '-v,--visibility': 'text',
    '-a,--app': 'text',
  },
  operands: 'text',
};

/** The command lines of code forges. */
export const forges: CommandTable = {
  gh: {
    flags: '--version --help',
    options: { '-R,--repo': 'text' },
    rules: [{ given: '--version --help', readOnly: true }],
    optionsFirst: true,
    subcommands: {
      pr: {
        subcommands: {
          create: body,
          edit: body,
          comment: body,
          review: body,
          new: 'create',
          close: body,
          merge: body,
        },
        otherwise: plain,
      },
      issue: {
        subcommands: { create: body, edit: body, comment: body, new: 'create', close: body },
        otherwise: plain,
      },
      release: {
        subcommands: {
          create: { ...body, operands: { first: ['text'], rest: 'read' } },
          upload: {
            flags: '--clobber',
            options: { '-R,--repo': 'text' },
            operands: { first: ['text'], rest: 'read' },
          },
          download: {
            flags: '--clobber --skip-existing',
            options: {
              '-D,--dir': 'write',
              '-O,--output': 'write',
              '-p,--pattern': 'text',
              '-A,--archive': 'text',
              '-R,--repo': 'text',
            },
            operands: 'text',
          },
          edit: body,
        },
        otherwise: plain,
      },
      gist: {
        subcommands: {
          create: {
            flags: '-p,--public -w,--web',
            options: { '-d,--desc': 'text', '-f,--filename': 'text' },
            operands: 'read',
          },
          edit: {
            options: { '-a,--add': 'read', '-f,--filename': 'text', '-d': 'text', '-r': 'text' },
            operands: { first: ['text'], rest: 'read' },
          },
        },
        otherwise: plain,
      },
      secret: { subcommands: { set: secret }, otherwise: plain },
      variable: { subcommands: { set: secret }, otherwise: plain },
      api: {
        flags: '-i,--include --paginate --slurp --silent --verbose',
        options: {
          '-F,--field': 'form-file',
          '-f,--raw-field': 'text',
          '-H,--header': 'text',
          '--input': 'read',
          '-X,--method': 'text',
          '-q,--jq': 'text',
          '-t,--template': 'text',
          '--cache': 'text',
          '--hostname': 'text',
          '-p,--preview': 'text',
        },
        operands: 'text',
      },
      repo: {
        subcommands: {
          clone: { operands: { first: ['text'], rest: 'write' } },
          create: {
            flags: '--public --private --internal --push -c',
            options: {
              '-s,--source': 'list',
              '-d': 'text',
              '-r': 'text',
              '-t': 'text',
              '-g': 'text',
              '-l': 'text',
            },
            operands: 'text',
          },
        },
        otherwise: plain,
      },
      'ssh-key': { subcommands: { add: { options: { '-t': 'text' }, operands: 'read' } }, otherwise: plain },
      'gpg-key': { subcommands: { add: { operands: 'read' } }, otherwise: plain },
      alias: {
        subcommands: {
          set: { flags: '-s --shell --clobber', operands: 'text' },
          import: { operands: 'read' },
        },
        otherwise: plain,
      },
      run: {
        subcommands: {
          download: {
            options: { '-D,--dir': 'write', '-n': 'text', '-p': 'text', '-R': 'text' },
            operands: 'text',
          },
        },
        otherwise: plain,
      },
      codespace: {
        subcommands: {
          cp: {
            flags: '-r -e',
            options: { '-c': 'text' },
            operands: { rest: 'remote-read', last: 'remote-write' },
          },
        },
        otherwise: plain,
      },
      extension: { style: 'none', operands: 'text', opaque: 'an extension' },
    },
    otherwise: plain,
  },
  glab: {
    subcommands: {
      mr: { subcommands: { create: body }, otherwise: plain },
      issue: { subcommands: { create: body }, otherwise: plain },
    },
    otherwise: plain,
  },
  hub: plain,
  tea: plain,
  jira: plain,
  linear: plain,
};
