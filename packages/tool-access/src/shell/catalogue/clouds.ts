import type { CommandEntry, CommandTable, TreePlan } from './entry.js';

const s3Tree: TreePlan = { exclude: '--exclude', keep: '--include', wholePaths: true, follows: true };
const s3Copy: CommandEntry = {
  flags:
    '--recursive --quiet --dryrun --delete --no-progress --only-show-errors --exact-timestamps --size-only',
  options: {
    '--exclude': 'text',
    '--include': 'text',
    '--acl': 'text',
    '--region': 'text',
    '--profile': 'text',
    '--storage-class': 'text',
    '--content-type': 'text',
    '--cache-control': 'text',
    '--sse': 'text',
    '--endpoint-url': 'text',
  },
  operands: { rest: 'remote-read', last: 'remote-write', into: '--no-such-option' },
  tree: { given: '--recursive', ...s3Tree },
};

const bucketCopy: CommandEntry = {
  flags: '-r -R -n -d -c -e -P -z --recursive --delete-unmatched-destination-objects',
  operands: { rest: 'remote-read', last: 'remote-write', into: '--no-such-option' },
  tree: { given: '-r,-R,--recursive', follows: true },
};

const cloudCopy: CommandEntry = {
  flags: '-v,--verbose -n,--dry-run -P,--progress -L,--copy-links -u,--update --checksum',
  options: {
    '--config': 'read',
    '--exclude': 'text',
    '--include': 'text',
    '-f,--filter': 'text',
    '--exclude-from': 'read',
    '--include-from': 'read',
    '--filter-from': 'read',
    '--files-from': 'list-file',
    '--log-file': 'write',
    '--backup-dir': 'text',
    '--transfers': 'text',
    '--checkers': 'text',
    '--bwlimit': 'text',
    '--max-age': 'text',
    '--max-size': 'text',
    '--addr': 'text',
  },
  operands: { rest: 'remote-read', last: 'remote-write', into: '--no-such-option' },
  tree: { exclude: '--exclude', filter: '-f,--filter', follows: '-L,--copy-links' },
};

const cloudFiles: CommandEntry = {
  options: {
    '--data-file': 'read',
    '--env-vars-file': 'read',
    '--flags-file': 'read',
    '--key-file': 'read',
    '--cred-file': 'read',
    '--from-file': 'key-file',
    '--metadata-from-file': 'key-file',
    '--plaintext-file': 'read',
    '--ciphertext-file': 'edit',
    '--out-file': 'write',
  },
  operands: 'text',
};

const azure: CommandEntry = {
  options: {
    '-f,--file,--template-file': 'read',
    '--body': 'at-file',
    '--value': 'at-file',
    '--settings': 'at-file',
    '-p,--parameters': 'at-file',
  },
  operands: 'at-file',
};

/** Programs that talk to other machines. */

export const clouds: CommandTable = {
  aws: {
    options: {
      '--region': 'text',
      '--profile': 'text',
      '--output': 'text',
      '--query': 'text',
      '--endpoint-url': 'text',
      '--cli-input-json': 'file-uri',
      '--cli-input-yaml': 'file-uri',
    },
    subcommands: {
      s3: {
        subcommands: { cp: s3Copy, mv: s3Copy, sync: { ...s3Copy, tree: s3Tree, mirrors: '--delete' } },
        otherwise: { style: 'none', operands: 'text' },
      },
      s3api: {
        subcommands: {
          'put-object': { options: { '--body': 'read' }, operands: 'file-uri' },
          'upload-part': 'put-object',
          'get-object': { options: { '--bucket': 'text', '--key': 'text' }, operands: 'write' },
        },
        otherwise: { style: 'none', operands: 'file-uri' },
      },
      lambda: {
        subcommands: {
          invoke: {
            options: {
              '--function-name': 'text',
              '--payload': 'file-uri',
              '--cli-binary-format': 'text',
              '--invocation-type': 'text',
              '--log-type': 'text',
              '--query': 'text',
              '--output': 'text',
              '--region': 'text',
              '--profile': 'text',
            },
            operands: 'write',
          },
        },
        otherwise: { style: 'none', operands: 'file-uri' },
      },
      cloudformation: {
        options: {
          '--template-file': 'read',
          '--output-template-file': 'write',
          '--template-body': 'file-uri',
        },
        operands: 'file-uri',
      },
    },
    otherwise: { style: 'none', operands: 'file-uri' },
  },
  gcloud: {
    subcommands: {
      storage: {
        subcommands: {
          cp: bucketCopy,
          mv: { ...bucketCopy, operands: { rest: 'remote-move', last: 'remote-write' } },
          rsync: { ...bucketCopy, mirrors: '--delete-unmatched-destination-objects' },
        },
        otherwise: { style: 'none', operands: 'text' },
      },
      compute: {
        subcommands: {
          scp: {
            flags: '--recurse --compress --plain',
            options: { '--zone': 'text', '--project': 'text', '--port': 'text' },
            operands: { rest: 'remote-read', last: 'remote-write' },
            tree: { given: '--recurse', follows: true },
          },
        },
        otherwise: cloudFiles,
      },
    },
    otherwise: cloudFiles,
  },
  gsutil: {
    flags: '-m -q -D -DD',
    options: { '-o': 'text', '-h': 'text', '-i': 'text', '-u': 'text' },
    subcommands: {
      cp: bucketCopy,
      mv: { ...bucketCopy, operands: { rest: 'remote-move', last: 'remote-write' } },
      rsync: { ...bucketCopy, options: { '-x': 'text' }, mirrors: '-d' },
      cat: { operands: 'file-or-url' },
    },
    otherwise: { style: 'none', operands: 'text' },
  },
  az: {
    subcommands: {
      storage: {
        subcommands: {
          blob: {
            subcommands: {
              upload: { options: { '-f,--file': 'read' }, operands: 'text' },
              'upload-batch': { options: { '-s,--source': 'folder' }, operands: 'text' },
              download: { options: { '-f,--file': 'write' }, operands: 'text' },
              'download-batch': { options: { '-d,--destination': 'write' }, operands: 'text' },
            },
            otherwise: azure,
          },
          copy: { options: { '-s,--source': 'file-or-url', '-d,--destination': 'text' }, operands: 'text' },
        },
        otherwise: azure,
      },
    },
    otherwise: azure,
  },
  azcopy: {
    subcommands: {
      copy: {
        operands: { rest: 'remote-read', last: 'remote-write' },
        tree: { given: '--recursive' },
        flags: '--recursive?',
      },
      cp: 'copy',
      sync: {
        flags: '--recursive? --delete-destination?',
        operands: { rest: 'remote-read', last: 'remote-write' },
        tree: {},
        mirrors: '--delete-destination',
      },
    },
    otherwise: { style: 'none', operands: 'text' },
  },
  rclone: {
    options: { '--config': 'read' },
    subcommands: {
      copy: cloudCopy,
      sync: { ...cloudCopy, mirrors: 'always' },
      bisync: 'sync',
      move: { ...cloudCopy, operands: { rest: 'remote-move', last: 'remote-write' } },
      copyto: { ...cloudCopy, operands: { rest: 'remote-read', last: 'remote-write' } },
      moveto: 'move',
      check: { ...cloudCopy, operands: 'remote-read' },
      cat: 'check',
      md5sum: 'check',
      sha1sum: 'check',
      hashsum: { ...cloudCopy, operands: { first: ['text'], rest: 'remote-read' } },
      serve: 'hashsum',
      delete: { ...cloudCopy, operands: 'remote-move' },
      deletefile: { operands: 'remote-write' },
      purge: 'delete',
    },
    otherwise: { style: 'none', operands: 'text' },
  },
  s3cmd: {
    options: { '-c,--config': 'read' },
    subcommands: {
      put: {
        flags: '-r,--recursive',
        operands: { rest: 'remote-read', last: 'remote-write' },
        tree: { given: '-r' },
      },
      get: { operands: { rest: 'remote-read', last: 'remote-write' } },
      sync: {
        flags: '--delete-removed',
        options: { '--exclude': 'text', '--include': 'text' },
        operands: { rest: 'remote-read', last: 'remote-write' },
        tree: {},
        mirrors: '--delete-removed',
      },
    },
    otherwise: { style: 'none', operands: 'text' },
  },
};
