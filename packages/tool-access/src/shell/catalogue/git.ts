import type { CommandEntry, CommandTable, OperandPlan } from './entry.js';

const CONTENT: OperandPlan = { rest: 'revision', dashed: 'pathspec' };
const NAMES: OperandPlan = { rest: 'text', dashed: 'text' };

// Options that log, diff and show share.
const SHOWN =
  '-u,-p,--patch -s,--no-patch --raw --patch-with-raw --patch-with-stat --minimal --patience --histogram --stat? --compact-summary --numstat --shortstat --dirstat? --summary --cumulative -z --name-only --name-status --submodule? --color? --no-color --color-moved? --no-color-moved --color-moved-ws? --word-diff? --color-words? --no-renames --rename-empty --check --full-index --binary --abbrev? -B? -M?,--find-renames? -C?,--find-copies? --find-copies-harder -D,--irreversible-delete --pickaxe-all --pickaxe-regex -R --relative? --no-relative -a,--text --ignore-cr-at-eol --ignore-space-at-eol -b,--ignore-space-change -w,--ignore-all-space --ignore-blank-lines -W,--function-context --exit-code --quiet -q --ext-diff! --no-ext-diff --textconv! --no-textconv --ignore-submodules? --no-prefix --default-prefix --ita-invisible-in-index -c --cc --combined-all-paths -m --no-diff-merges --first-parent --follow --oneline --graph --decorate? --no-decorate --all --branches? --tags? --remotes? --merges --no-merges --reverse --date-order --author-date-order --topo-order --abbrev-commit --no-abbrev-commit --show-signature! --no-show-signature --left-right --cherry --cherry-pick --cherry-mark --boundary --simplify-by-decoration --full-history --dense --sparse --source --log-size --walk-reflogs -g --parents --children --show-pulls --notes? --no-notes --full-diff --relative-date -i,--regexp-ignore-case -E,--extended-regexp -F,--fixed-strings -P,--perl-regexp --all-match --invert-grep --root --no-walk? --do-walk --in-commit-order --ignore-missing --bisect --stdin! --merge --unified? --expand-tabs? --no-expand-tabs --anchored? --indent-heuristic --no-indent-heuristic --use-mailmap --mailmap --no-mailmap --clear-decorations';
const SHOWN_VALUES = {
  '-U': 'text',
  '--output': 'write!',
  '--output-indicator-new': 'text',
  '--output-indicator-old': 'text',
  '--diff-filter': 'text',
  '-S': 'text',
  '-G': 'text',
  '-O': 'read',
  '--skip-to': 'text',
  '--rotate-to': 'text',
  '-l': 'text',
  '--diff-algorithm': 'text',
  '--diff-merges': 'text',
  '--ws-error-highlight': 'text',
  '--src-prefix': 'text',
  '--dst-prefix': 'text',
  '--line-prefix': 'text',
  '--inter-hunk-context': 'text',
  '-I,--ignore-matching-lines': 'text',
  '--format': 'git-format',
  '--pretty?': 'git-format',
  '--date': 'text',
  '-n,--max-count': 'text',
  '--skip': 'text',
  '--since,--after': 'text',
  '--until,--before': 'text',
  '--since-as-filter': 'text',
  '--author': 'text',
  '--committer': 'text',
  '--grep': 'text',
  '--grep-reflog': 'text',
  '--decorate-refs': 'text',
  '--decorate-refs-exclude': 'text',
  '--exclude': 'text',
  '--glob': 'text',
  '--encoding': 'text',
  '-L': 'line-range',
  '--min-parents': 'text',
  '--max-parents': 'text',
  '--stat-width': 'text',
  '--stat-name-width': 'text',
  '--stat-count': 'text',
  '--word-diff-regex': 'text',
  '--find-object': 'text',
} as const;

const ONLY_NAMES =
  '--name-only --name-status --stat --shortstat --numstat --dirstat --summary --compact-summary -s,--no-patch --quiet --raw';

const diff: CommandEntry = {
  flags: `${SHOWN} --cached --staged --merge-base -0 -1 -2 -3 --no-index --base --ours --theirs`,
  options: SHOWN_VALUES,
  operands: CONTENT,
  rules: [
    { given: '--no-index', operands: 'read' },
    { given: ONLY_NAMES, operands: NAMES },
  ],
  readOnly: true,
};

const log: CommandEntry = {
  flags: SHOWN,
  options: SHOWN_VALUES,
  operands: NAMES,
  rules: [
    {
      given: '-p -L -c --cc',
      operands: { ...CONTENT, none: '.' },
      tree: { tracked: true, unless: '-n,--max-count' },
    },
  ],
  digits: true,
  readOnly: true,
};

const subcommands: Record<string, CommandEntry | string> = {
  status: {
    flags:
      '-s,--short -b,--branch --show-stash --porcelain? --long -v,--verbose -u?,--untracked-files? --ignore-submodules? --ignored? -z --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
    operands: 'text',
    readOnly: true,
  },
  diff,
  'diff-tree': { ...diff, flags: `${diff.flags} -r -t --no-commit-id --always` },
  'diff-index': diff,
  'diff-files': diff,
  'range-diff': diff,
  log,
  whatchanged: log,
  show: {
    ...log,
    operands: CONTENT,
    rules: [{ given: ONLY_NAMES, operands: { rest: 'revision', dashed: 'text' } }],
  },
  reflog: {
    ...log,
    operands: NAMES,
    subcommands: {
      show: log,
      exists: { operands: 'text', readOnly: true },
      expire: { operands: 'text', style: 'none' },
      delete: { operands: 'text', style: 'none' },
      drop: { operands: 'text', style: 'none' },
    },
  },
  shortlog: {
    flags: `${SHOWN} -n,--numbered -s,--summary -e,--email -c,--committer -w?`,
    options: { ...SHOWN_VALUES, '--group': 'text' },
    operands: NAMES,
    readOnly: true,
  },
  branch: {
    flags:
      '-a,--all -r,--remotes -l,--list -v,--verbose -vv -q,--quiet --show-current -i,--ignore-case --color? --no-color --column? --no-column --no-abbrev --abbrev? -d! -D! -m! -M! -c! -C! -f!,--force! --delete! --move! --copy! -u?!,--set-upstream-to?! --unset-upstream! --edit-description! -t?!,--track?! --no-track! --create-reflog! --recurse-submodules!',
    options: {
      '--contains': 'text',
      '--no-contains': 'text',
      '--merged': 'text',
      '--no-merged': 'text',
      '--points-at': 'text',
      '--sort': 'text',
      '--format': 'git-format',
    },
    operands: 'text!',
    rules: [
      { given: '-l,--list --contains --no-contains --merged --no-merged --points-at', operands: 'text' },
    ],
    readOnly: true,
  },
  tag: {
    flags:
      '-l,--list -n? -i,--ignore-case --color? --column? --no-column -a! -s! -f! -d! -v! -e! --annotate! --sign! --force! --delete! --verify! --edit! --create-reflog!',
    options: {
      '--contains': 'text',
      '--no-contains': 'text',
      '--merged': 'text',
      '--no-merged': 'text',
      '--points-at': 'text',
      '--sort': 'text',
      '--format': 'git-format',
      '-m,--message': 'text!',
      '-F,--file': 'read!',
      '-u,--local-user': 'text!',
      '--cleanup': 'text!',
    },
    operands: 'text!',
    rules: [
      { given: '-l,--list --contains --no-contains --merged --no-merged --points-at', operands: 'text' },
    ],
    readOnly: true,
  },
  remote: {
    flags: '-v,--verbose',
    readOnly: true,
    subcommands: {
      'get-url': { flags: '--push --all', operands: 'text', readOnly: true },
      show: { flags: '-n', operands: 'text' },
      add: { style: 'none', operands: 'text' },
      remove: { style: 'none', operands: 'text' },
      rm: 'remove',
      rename: { style: 'none', operands: 'text' },
      'set-url': { style: 'none', operands: 'text' },
      'set-head': { style: 'none', operands: 'text' },
      'set-branches': { style: 'none', operands: 'text' },
      update: { style: 'none', operands: 'text' },
      prune: { style: 'none', operands: 'text' },
    },
  },
  config: {
    flags:
      '--global --system --local --worktree -l,--list --get --get-all --get-regexp --get-urlmatch --show-origin --show-scope --name-only -z,--null --bool --int --bool-or-int --path --expiry-date --includes --no-includes --get-color! --get-colorbool! --add! --unset! --unset-all! --replace-all! -e!,--edit! --rename-section! --remove-section! --all --fixed-value --regexp',
    options: {
      '-f,--file': 'config-file',
      '--blob': 'revision',
      '--type': 'text',
      '--default': 'text',
      '--value': 'text',
      '--comment': 'text!',
    },
    operands: 'text',
    rules: [{ given: '-l,--list --get --get-all --get-regexp --get-urlmatch', readOnly: true }],
    readOnly: false,
  },
  'rev-parse': {
    flags:
      '--abbrev-ref? --show-toplevel --show-cdup --show-prefix --git-dir --git-common-dir --absolute-git-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --verify -q,--quiet --short? --symbolic --symbolic-full-name --all --branches? --tags? --remotes? --sq --revs-only --no-revs --flags --no-flags --not --local-env-vars',
    options: {
      '--default': 'text',
      '--prefix': 'text',
      '--git-path': 'text',
      '--path-format': 'text',
      '--since': 'text',
      '--until': 'text',
      '--disambiguate': 'text',
    },
    operands: 'text',
    style: 'exact',
    readOnly: true,
  },
  'rev-list': {
    flags: `${SHOWN} --count --objects --timestamp --header --no-commit-header --use-bitmap-index --unpacked --disk-usage?`,
    options: SHOWN_VALUES,
    operands: 'text',
    digits: true,
    readOnly: true,
  },
  'ls-files': {
    flags:
      '-c,--cached -d,--deleted -m,--modified -o,--others -i,--ignored -s,--stage -u,--unmerged -k,--killed --directory --no-empty-directory --eol --deduplicate -z -t -v -f --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev? --debug --sparse',
    options: {
      '-x,--exclude': 'text',
      '-X,--exclude-from': 'read',
      '--exclude-per-directory': 'text',
      '--with-tree': 'text',
      '--format': 'text',
    },
    operands: 'text',
    readOnly: true,
  },
  'ls-tree': {
    flags: '-d -r -t -l,--long -z --name-only --name-status --object-only --full-name --full-tree --abbrev?',
    options: { '--format': 'text' },
    operands: 'text',
    readOnly: true,
  },
  'ls-remote': {
    flags: '-h,--heads -b,--branches -t,--tags --refs -q,--quiet --exit-code --get-url --symref',
    options: { '--upload-pack,--exec': 'program!', '--sort': 'text', '-o,--server-option': 'text' },
    operands: 'text',
  },
  'cat-file': {
    flags:
      '-t -s -e -p --allow-unknown-type --batch?! --batch-check? --batch-command?! --batch-all-objects --buffer --unordered --textconv! --filters! --follow-symlinks -Z',
    options: { '--path': 'text!' },
    operands: { rest: 'revision' },
    rules: [{ given: '-t -s -e', operands: 'text' }],
    stdinNames: '--batch --batch-command',
    readOnly: true,
  },
  blame: {
    flags:
      '-b --root --show-stats --porcelain -p --line-porcelain --incremental -c -t -l -s -e,--show-email -w -f,--show-name -n,--show-number --progress --no-progress --score-debug -M? -C? --first-parent --color-lines --color-by-age',
    options: {
      '-L': 'text',
      '-S': 'read',
      '--contents': 'read',
      '--date': 'text',
      '--abbrev': 'text',
      '--reverse': 'text',
      '--since': 'text',
      '--ignore-rev': 'text',
      '--ignore-revs-file': 'read',
      '--encoding': 'text',
    },
    operands: CONTENT,
    readOnly: true,
  },
  annotate: 'blame',
  grep: {
    flags:
      '--cached --untracked --no-index --exclude-standard --no-exclude-standard --recurse-submodules --no-recurse-submodules -a,--text --textconv! --no-textconv -i,--ignore-case -I -r,--recursive --no-recursive -w,--word-regexp -v,--invert-match -h -H --full-name -E,--extended-regexp -G,--basic-regexp -P,--perl-regexp -F,--fixed-strings -n,--line-number --column -l,--files-with-matches --name-only -L,--files-without-match -O?!,--open-files-in-pager?! -z,--null -o,--only-matching -c,--count --color? --no-color --break --heading -p,--show-function -W,--function-context -q,--quiet --and --or --not --all-match --ext-grep! --no-ext-grep',
    options: {
      '-A,--after-context': 'text',
      '-B,--before-context': 'text',
      '-C,--context': 'text',
      '-m,--max-count': 'text',
      '--threads': 'text',
      '-f': 'read',
      '-e': 'text',
      '--max-depth': 'text',
    },
    operands: { first: ['text'], firstUnless: '-e -f', rest: 'revision', dashed: 'pathspec', none: ':/' },
    rules: [
      {
        given: '--no-index --untracked',
        operands: { first: ['text'], firstUnless: '-e -f', rest: 'read', dashed: 'pathspec', none: '.' },
        tree: {},
      },
    ],
    tree: { tracked: true },
    digits: true,
    readOnly: true,
  },
  'merge-base': {
    flags: '-a,--all --octopus --is-ancestor --fork-point --independent',
    operands: 'text',
    readOnly: true,
  },
  describe: {
    flags:
      '--all --tags --contains --abbrev? --exact-match --debug --long --always --first-parent --dirty? --broken?',
    options: { '--candidates': 'text', '--match': 'text', '--exclude': 'text' },
    operands: 'text',
    readOnly: true,
  },
  'name-rev': {
    flags: '--tags --all --name-only --always',
    options: { '--refs': 'text', '--exclude': 'text' },
    operands: 'text',
    readOnly: true,
  },
  'for-each-ref': {
    flags: '-s,--shell -p,--perl --python --tcl --ignore-case --omit-empty --stdin',
    options: {
      '--count': 'text',
      '--sort': 'text',
      '--format': 'git-format',
      '--points-at': 'text',
      '--merged': 'text',
      '--no-merged': 'text',
      '--contains': 'text',
      '--no-contains': 'text',
      '--exclude': 'text',
    },
    operands: 'text',
    readOnly: true,
  },
  'show-ref': {
    flags:
      '--head --heads --branches --tags -d,--dereference -s,--hash? --verify --exists --abbrev? -q,--quiet',
    operands: 'text',
    readOnly: true,
  },
  'show-branch': {
    flags:
      '-r,--remotes -a,--all --current --topo-order --list --merge-base --independent --no-name --sha1-name --topics --sparse --color? --no-color',
    operands: 'text',
    readOnly: true,
  },
  'count-objects': { flags: '-v,--verbose -H,--human-readable', readOnly: true },
  'check-ignore': {
    flags: '-q,--quiet -v,--verbose --stdin -z -n,--non-matching --no-index',
    operands: 'text',
    readOnly: true,
  },
  'check-attr': {
    flags: '-a,--all --cached --stdin -z',
    options: { '--source': 'text' },
    operands: 'text',
    readOnly: true,
  },
  'check-ref-format': { operands: 'text', readOnly: true, style: 'none' },
  'symbolic-ref': {
    flags: '-q,--quiet --short --recurse -d! --delete!',
    options: { '-m': 'text!' },
    operands: { first: ['text'], rest: 'text!' },
    readOnly: true,
  },
  cherry: { flags: '-v,--verbose --abbrev?', operands: 'text', readOnly: true },
  'verify-commit': { operands: 'text' },
  var: { flags: '-l', operands: 'text' },
  help: { style: 'none', operands: 'text' },
  version: { flags: '--build-options', readOnly: true },
  stash: {
    flags: '-p,--patch -k,--keep-index -u,--include-untracked -a,--all -q,--quiet -S,--staged',
    options: { '-m,--message': 'text', '--pathspec-from-file': 'list-file' },
    operands: { rest: 'text' },
    rules: [{ given: '-a,--all', operands: { rest: 'write', none: '.' }, tree: {} }],
    subcommands: {
      list: { ...log, operands: NAMES },
      show: { ...log, operands: 'text' },
      push: {
        flags:
          '-p,--patch -k,--keep-index --no-keep-index -u,--include-untracked -a,--all -q,--quiet -S,--staged',
        options: { '-m,--message': 'text', '--pathspec-from-file': 'list-file' },
        operands: 'pathspec-write',
        rules: [{ given: '-a,--all', operands: { rest: 'write', none: '.' }, tree: {} }],
      },
      save: { style: 'none', operands: 'text' },
      pop: { style: 'none', operands: 'text' },
      apply: { style: 'none', operands: 'text' },
      drop: { style: 'none', operands: 'text' },
      clear: {},
      create: { style: 'none', operands: 'text' },
      store: { style: 'none', operands: 'text' },
      branch: { style: 'none', operands: 'text' },
    },
  },
  worktree: {
    subcommands: {
      list: { flags: '-v,--verbose --porcelain -z', readOnly: true },
      add: {
        flags:
          '-f,--force --detach --checkout --no-checkout --lock --orphan -q,--quiet --track --guess-remote',
        options: { '-b': 'text', '-B': 'text', '--reason': 'text' },
        operands: { first: ['write'], rest: 'text' },
      },
      remove: { flags: '-f,--force', operands: 'write', tree: {} },
      move: { operands: 'move' },
      prune: { style: 'none' },
      lock: { style: 'none', operands: 'text' },
      unlock: { style: 'none', operands: 'text' },
      repair: { style: 'none', operands: 'text' },
    },
  },
  notes: {
    subcommands: { list: { operands: 'text', readOnly: true }, show: { operands: 'text', readOnly: true } },
    otherwise: { options: { '-m': 'text', '-F,--file': 'read' }, flags: '-f', operands: 'text' },
  },
  submodule: {
    flags: '-q,--quiet',
    subcommands: {
      foreach: { flags: '--recursive -q', operands: 'shell', optionsFirst: true },
      status: { style: 'none', operands: 'text' },
    },
    otherwise: { style: 'none', operands: 'text' },
  },
  bisect: {
    subcommands: { run: { style: 'none', operands: 'command' } },
    otherwise: { style: 'none', operands: 'text' },
  },
  rebase: {
    flags:
      '-i,--interactive --abort --continue --skip --quit --edit-todo --autosquash --no-autosquash --autostash -k -r,--rebase-merges? --root -q,--quiet -v,--verbose --stat -n --no-verify --force-rebase --fork-point',
    options: {
      '--onto': 'text',
      '-x,--exec': 'shell',
      '-s,--strategy': 'text',
      '-X,--strategy-option': 'text',
      '-C': 'text',
    },
    operands: 'text',
  },
  add: {
    flags:
      '-n,--dry-run -v,--verbose -f,--force -i,--interactive -p,--patch -e,--edit -A,--all --no-all -u,--update -N,--intent-to-add --refresh --ignore-errors --ignore-missing --renormalize --sparse',
    options: { '--chmod': 'text', '--pathspec-from-file': 'list-file' },
    operands: 'pathspec',
  },
  stage: 'add',
  commit: {
    flags:
      '-a,--all -p,--patch --reset-author --short --branch --porcelain --long -z,--null -s,--signoff --no-signoff -n,--no-verify --allow-empty --allow-empty-message --no-edit -e,--edit --amend --no-post-rewrite -i,--include -o,--only -u?,--untracked-files? -v,--verbose -q,--quiet --dry-run --status --no-status -S?,--gpg-sign? --no-gpg-sign',
    options: {
      '-C,--reuse-message': 'text',
      '-c,--reedit-message': 'text',
      '--fixup': 'text',
      '--squash': 'text',
      '-F,--file': 'read',
      '--author': 'text',
      '--date': 'text',
      '-m,--message': 'text',
      '-t,--template': 'read',
      '--cleanup': 'text',
      '--trailer': 'text',
      '--pathspec-from-file': 'list-file',
    },
    operands: 'pathspec',
  },
  checkout: {
    flags:
      '-q,--quiet --progress --no-progress -f,--force --ours --theirs -t?,--track? --no-track --guess --no-guess -l -d,--detach -m,--merge -p,--patch --ignore-skip-worktree-bits --recurse-submodules --overlay --no-overlay',
    options: {
      '-b': 'text',
      '-B': 'text',
      '--orphan': 'text',
      '--conflict': 'text',
      '--pathspec-from-file': 'list-file',
    },
    operands: { rest: 'checkout-word', dashed: 'pathspec-write' },
  },
  switch: {
    flags:
      '-d,--detach --guess --no-guess -f,--force --discard-changes -m,--merge -q,--quiet -t?,--track? --no-track',
    options: { '-c,--create': 'text', '-C,--force-create': 'text', '--orphan': 'text', '--conflict': 'text' },
    operands: 'text',
  },
  restore: {
    flags:
      '-p,--patch -W,--worktree -S,--staged -q,--quiet --progress --ours --theirs -m,--merge --ignore-unmerged --overlay --no-overlay',
    options: { '-s,--source': 'text', '--conflict': 'text', '--pathspec-from-file': 'list-file' },
    operands: 'pathspec-write',
    rules: [
      { given: '-W,--worktree', operands: 'pathspec-write' },
      { given: '-S,--staged', operands: 'text' },
    ],
  },
  reset: {
    flags:
      '-q,--quiet --soft --mixed --hard --merge --keep -N,--intent-to-add -p,--patch --refresh --no-refresh',
    options: { '--pathspec-from-file': 'list-file' },
    operands: 'text',
  },
  rm: {
    flags: '-f,--force -n,--dry-run -r --cached --ignore-unmatch --sparse -q,--quiet',
    options: { '--pathspec-from-file': 'list-file' },
    operands: 'pathspec-write',
    rules: [{ given: '--cached -n,--dry-run', operands: 'text' }],
  },
  mv: {
    flags: '-f,--force -k -n,--dry-run -v,--verbose --sparse',
    operands: { rest: 'move', last: 'write' },
  },
  clean: {
    flags: '-d -f,--force -i,--interactive -n,--dry-run -q,--quiet -x -X',
    options: { '-e,--exclude': 'text' },
    operands: 'text',
    rules: [
      { given: '-n,--dry-run', operands: 'text' },
      { given: '-x -X', operands: { rest: 'write', none: '.' }, tree: { exclude: '-e,--exclude' } },
    ],
  },
  'checkout-index': {
    flags: '-u,--index -q,--quiet -f,--force -a,--all -n,--no-create --temp --stdin -z',
    options: { '--prefix': 'write', '--stage': 'text' },
    operands: 'edit',
    rules: [{ given: '--prefix', operands: 'read' }],
  },
  'merge-file': {
    flags: '-p,--stdout -q,--quiet --diff3 --zdiff3 --ours --theirs --union --object-id',
    options: { '-L': 'text', '--marker-size': 'text', '--diff-algorithm': 'text' },
    operands: { first: ['edit'], rest: 'read' },
    rules: [{ given: '-p', operands: 'read' }],
  },
  'interpret-trailers': {
    flags: '--in-place --trim-empty --only-trailers --only-input --unfold --parse --no-divider',
    options: { '--trailer': 'text', '--where': 'text', '--if-exists': 'text', '--if-missing': 'text' },
    operands: 'read',
    rules: [{ given: '--in-place', operands: 'edit' }],
  },
  'hash-object': {
    flags: '-w --stdin --stdin-paths --no-filters --literally',
    options: { '-t': 'text', '--path': 'text' },
    operands: 'read',
  },
  archive: {
    flags: '-l,--list -v,--verbose -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --worktree-attributes',
    options: {
      '--format': 'text',
      '--prefix': 'text',
      '--add-file': 'read',
      '--add-virtual-file': 'text',
      '-o,--output': 'write',
      '--remote': 'text',
      '--exec': 'program',
      '--mtime': 'text',
    },
    operands: { first: ['revision'], rest: 'pathspec', dashed: 'pathspec', none: '.' },
    tree: { tracked: true },
  },
  bundle: {
    subcommands: {
      create: {
        flags: '-q --all',
        options: { '--version': 'text' },
        operands: { first: ['write'], rest: 'text' },
      },
      verify: { operands: 'read' },
      'list-heads': { operands: 'read' },
      unbundle: { operands: 'read' },
    },
  },
  'format-patch': {
    flags: `${SHOWN} --stdout -k -n,--numbered -N,--no-numbered --signoff --cover-letter --thread? --attach? --inline? --no-signature`,
    options: {
      ...SHOWN_VALUES,
      '-o,--output-directory': 'write',
      '--start-number': 'text',
      '-v,--reroll-count': 'text',
      '--to': 'text',
      '--cc': 'text',
      '--subject-prefix': 'text',
      '--base': 'text',
    },
    operands: { rest: 'text', dashed: 'pathspec' },
    digits: true,
  },
  apply: {
    flags:
      '--stat --numstat --summary --check --index --cached -3,--3way --intent-to-add --apply --no-add -R,--reverse --reject --recount --allow-empty -q -v --whitespace? --ignore-whitespace --unsafe-paths --binary --allow-overlap --inaccurate-eof',
    options: {
      '-p': 'text',
      '-C': 'text',
      '--exclude': 'text',
      '--include': 'text',
      '--directory': 'write',
      '--build-fake-ancestor': 'write',
    },
    form: 'patch',
  },
  am: {
    flags: '-s -k -3 -q -i --skip --abort --continue --quit',
    options: { '-p': 'text', '-C': 'text', '--directory': 'text' },
    operands: 'read',
  },
  clone: {
    flags:
      '-l,--local -s,--shared --no-hardlinks -n,--no-checkout --bare --mirror --no-tags --single-branch --no-single-branch --recursive --recurse-submodules? -q,--quiet -v,--verbose --progress --sparse --shallow-submodules',
    options: {
      '--template': 'list',
      '--reference': 'list',
      '-o,--origin': 'text',
      '-b,--branch': 'text',
      '-u,--upload-pack': 'program',
      '--depth': 'text',
      '--separate-git-dir': 'write',
      '-j,--jobs': 'text',
      '-c,--config': 'git-setting',
      '--filter': 'text',
      '--shallow-since': 'text',
    },
    operands: { first: ['url'], rest: 'write' },
  },
  init: {
    flags: '-q,--quiet --bare --shared?',
    options: {
      '--template': 'list',
      '--separate-git-dir': 'write',
      '-b,--initial-branch': 'text',
      '--object-format': 'text',
    },
    operands: { rest: 'write', none: '.' },
  },
  fetch: {
    flags:
      '--all -a,--append -f,--force -k --keep -p,--prune -t,--tags -n,--no-tags -q,--quiet -v,--verbose --progress --unshallow --dry-run -u -j --multiple',
    options: {
      '--upload-pack': 'program',
      '--depth': 'text',
      '--deepen': 'text',
      '--shallow-since': 'text',
      '-j,--jobs': 'text',
      '-o,--server-option': 'text',
      '--refmap': 'text',
    },
    operands: 'text',
  },
  pull: {
    flags:
      '--rebase? --no-rebase --ff --ff-only --no-ff --autostash -q -v --all --tags --no-commit --squash -n --stat --prune',
    options: { '--upload-pack': 'program', '-s': 'text', '-X': 'text', '--depth': 'text' },
    operands: 'text',
  },
  push: {
    flags:
      '--all --mirror --tags --follow-tags --atomic -n,--dry-run -f,--force --force-with-lease? --force-if-includes -d,--delete --prune -q,--quiet -u,--set-upstream --verify --no-verify -v,--verbose --porcelain --progress --thin',
    options: {
      '--receive-pack,--exec': 'program',
      '-o,--push-option': 'text',
      '--repo': 'text',
      '--recurse-submodules': 'text',
    },
    operands: 'text',
  },
  merge: {
    flags:
      '--abort --continue --quit --ff --no-ff --ff-only --squash --no-squash --no-commit --commit -e --edit --no-edit --stat -n -q -v --signoff --autostash --allow-unrelated-histories',
    options: { '-m': 'text', '-F,--file': 'read', '-s': 'text', '-X': 'text', '--into-name': 'text' },
    operands: 'text',
  },
  'cherry-pick': { style: 'none', operands: 'text' },
  revert: { style: 'none', operands: 'text' },
  gc: { style: 'none' },
  prune: { style: 'none' },
  fsck: { style: 'none' },
  repack: { style: 'none' },
  maintenance: { style: 'none', operands: 'text' },
  'update-index': {
    flags:
      '--add --remove --force-remove --refresh -q --assume-unchanged --no-assume-unchanged --skip-worktree --no-skip-worktree --again --index-info --really-refresh',
    options: { '--cacheinfo': 'text', '--chmod': 'text' },
    operands: 'text',
    rules: [{ given: '--add', operands: 'read' }],
  },
  'update-ref': { style: 'none', operands: 'text' },
  'read-tree': { style: 'none', operands: 'text' },
  'write-tree': { style: 'none' },
  'filter-branch': {
    options: {
      '--tree-filter': 'shell',
      '--index-filter': 'shell',
      '--env-filter': 'shell',
      '--msg-filter': 'shell',
      '--commit-filter': 'shell',
      '--parent-filter': 'shell',
      '--tag-name-filter': 'shell',
    },
    flags: '-f --all --prune-empty',
    operands: 'text',
  },
  difftool: {
    flags: `${SHOWN} -d,--dir-diff -y,--no-prompt -g`,
    options: { ...SHOWN_VALUES, '-x,--extcmd': 'program', '-t,--tool': 'text' },
    operands: CONTENT,
  },
  mergetool: { options: { '-t,--tool': 'text' }, operands: 'text' },
  lfs: { style: 'none', operands: 'text' },
  flow: { style: 'none', operands: 'text' },
  credential: { style: 'none', operands: 'text' },
  'fast-export': {
    flags:
      '--all --no-data --full-tree --use-done-feature --progress? --signed-tags? --tag-of-filtered-object? -M? -C? --anonymize --reference-excluded-parents --show-original-ids --reencode? --mark-tags --fake-missing-tagger',
    options: {
      '--export-marks': 'write',
      '--import-marks': 'read',
      '--import-marks-if-exists': 'read',
      '--refspec': 'text',
      '--anonymize-map': 'text',
    },
    operands: { rest: 'text', dashed: 'pathspec' },
  },
  'sparse-checkout': { style: 'none', operands: 'text' },
  rerere: { style: 'none', operands: 'text' },
  daemon: { style: 'none', operands: 'text' },
  instaweb: { style: 'none', operands: 'text' },
  'send-email': { style: 'none', operands: 'text' },
  subtree: { style: 'none', operands: 'text' },
};

/** git, with its subcommands. */
export const git: CommandTable = {
  git: {
    flags:
      '--version -v --help -h --html-path --man-path --info-path -p!,--paginate! --no-pager -P --no-replace-objects --bare! --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-optional-locks --exec-path?! --no-lazy-fetch --no-advice',
    options: {
      '-C': 'cd',
      '-c': 'git-setting!',
      '--config-env': 'text!',
      '--git-dir': 'text!',
      '--work-tree': 'cd!',
      '--namespace': 'text!',
      '--super-prefix': 'text!',
      '--attr-source': 'text!',
      '--list-cmds': 'text',
    },
    readOnly: true,
    style: 'exact',
    subcommands,
  },
};
