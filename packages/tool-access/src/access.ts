/** What a tool does to a path. */
export type AccessMode = 'read' | 'write' | 'list' | 'execute';

/** Offsets in the text of the field that `via` names; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** What narrows a search below a path, as the call gave it. */
export interface SearchScope {
  glob?: string;
  type?: string;
}

/** One path that a tool call touches. */
export interface Access {
  /** Absolute and lexically normal; links are not followed. */
  path: string;
  mode: AccessMode;
  /** The field that the path came from: `file_path`, `paths[1]`, `edits[0].file_path`. */
  via: string;
  /** Present when everything below `path` is reached, not just that file. */
  tree?: SearchScope;
  span?: Span;
}

/** Why a call could not be decided. */
export type ProblemKind =
  /** A field holds no usable path: missing, empty, not text, a NUL byte, a bad `file://` URI. */
  | 'malformed'
  /** A shell command that was not read. */
  | 'shell'
  /** Program text that the tool runs. */
  | 'code'
  /** A tool of which nothing is known. */
  | 'unknown-tool'
  /** More values than are looked at. */
  | 'too-large';

/** One thing that could not be decided. */
export interface Problem {
  kind: ProblemKind;
  message: string;
  via?: string;
  span?: Span;
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
  accesses: Access[];
  /** False exactly when `problems` is not empty: then silence is no proof. */
  complete: boolean;
  problems: Problem[];
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
}
