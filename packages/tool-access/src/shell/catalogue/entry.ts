/**
 * What is done with one value: an operand or the value of an option. A `!` after it says that giving the option
 * makes the command more than a local read (it changes something, runs something, or reaches the network).
 */
export type Use = BaseUse | `${BaseUse}!`;

/** The uses, without their mark. */
export type BaseUse =
  /** Text: a pattern, a message, a number, a name that is no path. */
  | 'text'
  /** A file that is read; a folder when the command goes below folders. */
  | 'read'
  /** A file or folder that is created, changed or deleted. */
  | 'write'
  /** Read and written: in-place edits. */
  | 'edit'
  /** Moved away: all of it is read and written. */
  | 'move'
  /** A folder of which all is read. */
  | 'folder'
  /** Only its name or its facts are looked at. */
  | 'list'
  /** A program that is run, without a shell. */
  | 'execute'
  /** A file of code that an interpreter runs. */
  | 'script'
  /** A makefile, and the text of one. */
  | 'makefile'
  | 'make-text'
  /** What an interpreter loads first: a file when it looks like one. */
  | 'module-file'
  /** A module that python runs (`-m`), then its own arguments. */
  | 'module'
  /** A database file, which may be changed. */
  | 'database'
  /** kubectl's `key=path`, or a path. */
  | 'key-file'
  /** docker's `id=name,src=path`. */
  | 'docker-secret'
  /** A package that is installed into the system: a file, or a name. */
  | 'package-file'
  /** A number; anything else is more than a local read. */
  | 'number'
  /** A word that is a file when it looks like one, else a name. */
  | 'file-like'
  /** The key that ssh-keygen writes, or reads with some flags. */
  | 'key-output'
  /** A link of the system that is changed. */
  | 'alternatives'
  /** `key=value` under /proc/sys. */
  | 'sysctl'
  /** The first word of another command; the operands after it are its arguments. */
  | 'command'
  /** The text of a command, which a shell runs. */
  | 'shell'
  /** The name of a program, or a command line, that is run in the course of the work. */
  | 'program'
  /** The folder that the command works in. */
  | 'cd'
  /** A file that holds names of files to read. */
  | 'list-file'
  /** `@file` reads the file; anything else is text. */
  | 'at-file'
  /** curl's `name=@file,file;headers=@file` or `name=<file`. */
  | 'form-file'
  /** curl's cookies: `name=value`, or a file. */
  | 'cookie'
  /** curl's `name@file`. */
  | 'name-at-file'
  /** A URL; a `file:` one is read. */
  | 'url'
  /** A URL, of which the last part is the name of the file that is written. */
  | 'download'
  /** What curl sends, where it writes to, a certificate with its password, and what it prints in the end. */
  | 'upload'
  | 'output-name'
  | 'certificate'
  | 'write-out'
  /** wget's `key=value`, which is the option of that name. */
  | 'setting'
  /** A word that may be, or end in, a `file:` URI or `fileb://` path. */
  | 'file-uri'
  /** A file as ffmpeg and ImageMagick name it: `file:a`, `concat:a|b`, `label:@a`. */
  | 'media'
  /** A file, or a URL. */
  | 'file-or-url'
  /** One address of socat: `FILE:path`, `EXEC:command`. */
  | 'socat'
  /** rsync and scp: a path unless it names a host. */
  | 'remote-read'
  | 'remote-write'
  | 'remote-move'
  /** A git revision, `revision:path`, or a path. */
  | 'revision'
  /** A git path; git's own magic is read. */
  | 'pathspec'
  /** A git path that is restored or removed. */
  | 'pathspec-write'
  /** What `git checkout` is given: a branch, or files to restore. */
  | 'checkout-word'
  /** Lines of a file: `1,5:path`. */
  | 'line-range'
  /** HTTPie's `name@file`, `name=@file`, `name:=@file`. */
  | 'httpie'
  /** git's configuration file: read when it is only listed, else changed. */
  | 'config-file'
  /** `key=value` of git's configuration. */
  | 'git-setting'
  /** What git is to print of a commit; some of it runs gpg. */
  | 'git-format'
  /** docker's `host:container[:ro]` and `--mount` texts. */
  | 'volume'
  | 'mount'
  /** `key=value` where the value may be a path: dd's operands. */
  | 'dd'
  /** Programs in small languages, read as far as literal paths show. */
  | 'sed'
  | 'awk'
  | 'jq'
  | 'yq'
  | 'vim'
  | 'sqlite'
  | 'psql'
  /** Commands of sftp and lftp. */
  | 'transfer'
  | 'elisp'
  | 'tcl'
  | 'property'
  | 'openssl-source'
  | 'python'
  | 'node'
  | 'perl'
  | 'ruby'
  | 'php';

/** What is done with the operands, by their place. */
export interface OperandPlan {
  /** With one of these options the `first` operands are missing: grep without a pattern after `-e`. */
  readonly firstUnless?: string;
  /** The first operands, in order. */
  readonly first?: readonly Use[];
  readonly rest?: Use;
  /** What stands after a `--`. */
  readonly dashed?: Use;
  /** The last one, when there is more than one. */
  readonly last?: Use;
  /** Stands in when there is none (after `first`). */
  readonly none?: string;
  /** `last`, or the value of this option, is a folder or the new name: sources go into it by their own names. */
  readonly into?: string;
}

/** How a command goes below folders, and what it leaves out. */
export interface TreePlan {
  /** The flags that make it go below, `--flag=value` for one of several values; absent when it always does. */
  readonly given?: string;
  /** Flags with which it does not. */
  readonly unless?: string;
  readonly include?: string;
  readonly exclude?: string;
  /** The same for names of files alone: grep's `--exclude`. What has a slash in it then leaves nothing out (measured). */
  readonly excludeFile?: string;
  /** What these name is reached although `exclude` leaves it out: rsync's `--include`. */
  readonly keep?: string;
  /** Rules such as `- glob` and `+ glob`: rsync's `--filter`. */
  readonly filter?: string;
  /** What is left out is named by its whole path: aws's `--exclude`. */
  readonly wholePaths?: true;
  readonly excludeFolder?: string;
  /** ripgrep's globs: `!glob` leaves out. */
  readonly globs?: string;
  /** Hidden files are left out unless one of these flags is given. */
  readonly hidden?: string;
  readonly depth?: string;
  /** Without one of these flags it stays at the folder's own files. */
  readonly deep?: string;
  /** Flags with which links below are followed; true when they always are. */
  readonly follows?: string | true;
  /** Flags with which they are not. */
  readonly followsUnless?: string;
  /** Only what git tracks. */
  readonly tracked?: true;
}

/** What changes when some flags are given. */
export interface Rule {
  /** One of these flags or options is given: '-i,--in-place -s'. */
  readonly given: string;
  readonly operands?: Use | OperandPlan;
  /** Changes only what is done with the rest of the operands. */
  readonly rest?: Use;
  readonly tree?: TreePlan | false;
  readonly readOnly?: boolean;
}

/** How a command unpacks an archive. */
export interface UnpackPlan {
  /** The option that names the folder; the working directory without it. */
  readonly into?: string;
  /** The flags that make it unpack; absent when it always does. */
  readonly given?: string;
  /** Flags with which it does not. */
  readonly unless?: string;
}

/** A command: its options, and what it does with each value and operand. */
export interface CommandEntry {
  /** Flags without a value: '-a,--all -b'. `-x?` may have a glued value; `!` marks one that is more than a local read. */
  readonly flags?: string;
  /** Options with a value, and what is done with it: { '-o,--output': 'write' }. A name with `?` takes a glued value only. */
  readonly options?: Readonly<Record<string, Use>>;
  readonly operands?: Use | OperandPlan;
  readonly rules?: readonly Rule[];
  readonly tree?: TreePlan;
  /** Without the flags and options that are marked, it only reads, and only this machine. */
  readonly readOnly?: boolean;
  /** Words after the options choose among commands of their own. */
  readonly subcommands?: Readonly<Record<string, CommandEntry | string>>;
  /** What a first word that is no subcommand means. */
  readonly otherwise?: CommandEntry;
  /** Its operands follow rules of their own, read by code of this name in `forms/`. */
  readonly form?: string;
  /**
   * How options are written: 'gnu' (default: clusters, long options abbreviated, anywhere), 'exact' (no abbreviations),
   * 'single' (`-name` is one option), 'none' (every word is an operand).
   */
  readonly style?: 'gnu' | 'exact' | 'single' | 'none';
  /** Options stand before the first operand only. */
  readonly optionsFirst?: true;
  /** Words that begin with `+` are text, or what this says. */
  readonly plus?: true | Use;
  /** `-5` is an option. */
  readonly digits?: true;
  /** Paths that it changes without naming them. */
  readonly writes?: readonly string[];
  /** Paths that it reads without naming them, from the folder that it works in. */
  readonly reads?: readonly string[];
  /** The option that names the folder of what is downloaded; the working directory without it. */
  readonly downloadsInto?: string;
  /** The flags with which it deletes what only the last operand has; 'always' without any. */
  readonly mirrors?: 'always' | `-${string}`;
  /** It fills a folder with what an archive holds. */
  readonly unpacks?: UnpackPlan;
  /** It runs code that the command text does not show. */
  readonly opaque?: string;
  /** With one of these flags, each line of its input is one more operand, after a word of its own or not. */
  readonly stdinNames?: string;
  /** Names a program that it reads from its input when no operand or option gives one. */
  readonly stdinCode?: 'shell' | 'python' | 'node' | 'perl' | 'ruby' | 'php' | 'tcl' | 'm4' | 'c' | 'sql';
  /** It expands patterns in its operands itself: of names that are not hidden, or of all, always or with one of these flags. */
  readonly patterns?: 'visible' | 'all' | `-${string}`;
  /** A word `@file` stands for the words in that file. */
  readonly responses?: true;
  /** What it prints is text that it decoded or downloaded. */
  readonly origin?: 'decoded' | 'downloaded';
  /** It prints what comes in, filtered or reordered at most. */
  readonly passes?: true;
}

/** Commands by name; a text names another entry. */
export type CommandTable = Readonly<Record<string, CommandEntry | string>>;

/** The commands that a shell knows. */
export interface Catalogue {
  find(name: string): CommandEntry | undefined;
}

/**
 * A table as a built package holds it: a line for each command, with its name, a tab, and the JSON of its entry, in which
 * the subcommands are such a table again.
 */
export type PackedTable = string;

/** Joins tables; later ones win. */
export function createCatalogue(tables: readonly (CommandTable | PackedTable)[]): Catalogue {
  const unpacked = new Map<string, CommandEntry | string | undefined>();
  return {
    find(name) {
      for (let index = tables.length - 1; index >= 0; index -= 1) {
        const table = tables[index] as CommandTable | PackedTable;
        const entry = typeof table === 'string' ? unpack(table, name) : entryOf(table, name);
        if (typeof entry === 'object') return entry;
        if (entry !== undefined) return entry === name ? undefined : this.find(entry);
      }
      return undefined;
    },
  };

  function unpack(table: PackedTable, name: string): CommandEntry | string | undefined {
    if (!unpacked.has(name)) {
      if (unpacked.size > MOST_UNPACKED) unpacked.clear();
      unpacked.set(name, unpackEntry(table, name));
    }
    return unpacked.get(name);
  }
}

// Names that nobody knows are kept too; a long session meets many.
const MOST_UNPACKED = 500;

const subcommandsOf = new WeakMap<CommandEntry, Catalogue>();

/** The subcommand of an entry that has this name. */
export function findSubcommand(entry: CommandEntry, name: string): CommandEntry | undefined {
  if (entry.subcommands === undefined) return undefined;
  let catalogue = subcommandsOf.get(entry);
  if (catalogue === undefined) {
    catalogue = createCatalogue([entry.subcommands]);
    subcommandsOf.set(entry, catalogue);
  }
  return catalogue.find(name);
}

function entryOf(table: CommandTable, name: string): CommandEntry | string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function unpackEntry(table: PackedTable, name: string): CommandEntry | string | undefined {
  const line = table.indexOf(`\n${name}\t`);
  if (line < 0 || /[\t\n]/.test(name)) return undefined;
  const start = line + name.length + 2;
  return JSON.parse(table.slice(start, table.indexOf('\n', start)));
}
