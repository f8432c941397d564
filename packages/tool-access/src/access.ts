import type { SearchTests } from './search-tests.js';
import type { ShellOptions } from './shell/analysis.js';

/** What a tool does to a path. */
export type AccessMode = 'read' | 'write' | 'list' | 'execute';

/** Offsets in the text of the field that `via` names; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What narrows a search below a path, as the call gave it. `reaches` says whether a file below is left in. */
export interface SearchScope {
  readonly glob?: string;
  readonly type?: string;
  /** Only files that one of these globs matches, by name or by path from the folder. */
  readonly include?: readonly string[];
  /** Files and folders that are left out; one that ends in a slash means folders only. */
  readonly exclude?: readonly string[];
  /** Files that are left out by a glob of their own name; the folders that they are in do not count. */
  readonly excludeFiles?: readonly string[];
  /** Files that are reached although `exclude` or `excludeFiles` names them. */
  readonly keep?: readonly string[];
  /** False when hidden files are left out, unless `include` names them. */
  readonly hidden?: boolean;
  /** Only files that git tracks. */
  readonly tracked?: boolean;
  /** Only files that differ from what git holds; which those are is not looked up, and none is taken for reached. */
  readonly changed?: boolean;
  /** The names were made into others before they were used: `.env.example` may have lost its ending. */
  readonly remade?: boolean;
  /** Links below are followed: those to files, or those to folders too. */
  readonly follows?: 'files' | 'all';
  /** How many folders deep: 1 is the folder's own files. */
  readonly depth?: number;
  /** Only paths that all of these regular expressions match. */
  readonly like?: readonly string[];
  /** Only paths that none of these regular expressions match. */
  readonly unlike?: readonly string[];
  /** Only what these tests let through. */
  readonly tests?: SearchTests;
}

/** One path that a tool call touches. */
export interface Access {
  /** Absolute and lexically normal; links are not followed. */
  readonly path: string;
  readonly mode: AccessMode;
  /** The field that the path came from (`file_path`, `edits[0].file_path`), or the command (`cat`, `git show`, `>`). */
  readonly via: string;
  /** Present when everything below `path` is reached, not just that file. */
  readonly tree?: SearchScope;
  readonly span?: Span;
}

/** Why a call could not be decided. */
export type ProblemKind =
  /** A field holds no usable path: missing, empty, not text, a NUL byte, a bad `file://` URI. */
  | 'malformed'
  /** A command for a shell that is not read: PowerShell. */
  | 'shell'
  /** A shell command that could not be read: a syntax error, too large, too deep, a NUL character. */
  | 'unreadable'
  /** A known reader or writer is given a name that only the running command knows; `pattern` says what is known of it. */
  | 'computed'
  /** Decoded or downloaded text is fed to a shell or an interpreter. */
  | 'fed'
  /** A command of which nothing is known. */
  | 'unknown-command'
  /** Code that the command does not show is run: a script, a build, a test. */
  | 'opaque'
  /** Program text that the tool runs. */
  | 'code'
  /** A tool of which nothing is known. */
  | 'unknown-tool'
  /** More values than are looked at. */
  | 'too-large';

/** One thing that could not be decided. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
  readonly via?: string;
  readonly span?: Span;
  /** For a computed name: its path, with `*` for the parts that are not known, each of any length. */
  readonly pattern?: string;
  /** For a computed name: what is to be done to it. */
  readonly modes?: readonly AccessMode[];
}

/** A tool call, as an agent is about to make it. */
export interface ToolCall {
  toolName: string;
  toolInput: unknown;
  /** The directory that relative paths start from. */
  cwd: string;
}

/** What a tool call touches, and what could not be decided. */
export interface ToolAccess {
  readonly accesses: readonly Access[];
  /** False exactly when `problems` is not empty: then silence is no proof. */
  readonly complete: boolean;
  readonly problems: readonly Problem[];
}

/** The path rules to follow. */
export type Platform = 'posix' | 'win32';

/** How the text of a field is read: as a path, a URI of which `file://` is local, a glob, or a command. */
export type FieldForm = 'path' | 'uri' | 'glob' | 'shell' | 'powershell';

/** What a tool does with one of its fields. */
export interface FieldUse {
  mode: AccessMode | readonly AccessMode[];
  /** How the text is read; `path` when absent. */
  form?: FieldForm;
  /** A call without this field is malformed. */
  required?: boolean;
  /** Stands in for an absent or empty field; `.` is the working directory. */
  default?: string;
  /** Everything below the path is reached; names the fields that narrow the search. */
  tree?: { glob?: string; type?: string };
  /** For a glob: the field that holds the directory that it starts from. */
  within?: string;
  /** An object in place of the text is no mistake, and names no local path. */
  objects?: 'ignored';
}

/** The fields of one tool: `file_path`, `paths[]`, `edits[].file_path`, each with what the tool does to it. */
export type ToolFields = Readonly<Record<string, AccessMode | readonly AccessMode[] | FieldUse>>;

/** Options of `accessesOf`. */
export interface AccessOptions {
  /** The directory that `~` stands for; the user's home when absent. */
  home?: string;
  /** The path rules to follow; those of this machine when absent. */
  platform?: Platform;
  /** Tools of your own, by full name; an entry here wins over anything built in. */
  tools?: Readonly<Record<string, ToolFields>>;
  /** How shell commands are read. */
  shell?: ShellOptions;
}
