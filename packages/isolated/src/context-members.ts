/** The names of a context's members. */
export interface Members {
  readonly verbs: readonly string[];
  /** Fields that stay as they are for the length of a call. */
  readonly fields: readonly string[];
  /** Fields that change in its course. */
  readonly moving: readonly string[];
}

const MOVING: ReadonlySet<string> = new Set(['signal', 'state', 'verdict', 'input', 'output']);

const known = new WeakMap<object, Members>();

/** Reads off a context which members its event has, so that a verb which core adds needs nothing here. */
export function membersOf(ctx: object): Members {
  const prototype = Object.getPrototypeOf(ctx) as object;
  let members = known.get(prototype);
  if (members === undefined) {
    members = readMembers(ctx, prototype);
    known.set(prototype, members);
  }
  return members;
}

function readMembers(ctx: object, prototype: object): Members {
  const verbs: string[] = [];
  const fields: string[] = [];
  const moving: string[] = [];
  for (let level = prototype; level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      if (name === 'constructor') continue;
      if (MOVING.has(name)) moving.push(name);
      else if (typeof (ctx as Record<string, unknown>)[name] === 'function') verbs.push(name);
      else fields.push(name);
    }
  }
  return { verbs, fields, moving };
}
