import { promises, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkOptions, integer, option, type StateKey, type Store } from '@hookloom/core';

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /** The folder that holds the state; made when it is needed, for its owner alone. */
  readonly folder: string;
  /** Sessions not touched for so many days are deleted. Default: 30. */
  readonly days?: number | undefined;
}

const DAY = 24 * 60 * 60 * 1000;
// A process that was killed holds its lock for so long; the library takes no less than two seconds.
const STALE = 2000;
const ATTEMPTS = { retries: 400, minTimeout: 5, maxTimeout: 40, factor: 1.2, randomize: true };

/**
 * Keeps state in files, exact across processes: one file for each plugin and session, locked while it changes, replaced
 * whole, readable by its owner alone. A file that cannot be read is set aside as `*.corrupt`, and that call fails: a
 * budget that began anew in silence would be none. So does one for a session whose id, in other characters than those of
 * the host's ids, is longer than about 120 bytes.
 * @throws HookloomError `OPTION_UNKNOWN` or `OPTION_INVALID`.
 * @example
 * createRunner(stack, { store: fileStore({ folder: '/var/lib/agent/hookloom' }) })
 */
export function fileStore(options: FileStoreOptions): Store {
  checkOptions('file-store', options, { folder: { ...option.string, required: true }, days: integer(0) });
  const { folder, days = 30 } = options;
  const folderOf = (session: string) => join(folder, 'sessions', folderName(session));
  const fileOf = ({ session, plugin }: StateKey) => join(folderOf(session), `${plugin}.json`);

  async function update(key: StateKey, change: (value: unknown) => unknown): Promise<unknown> {
    const [{ lock }, { default: writeFileAtomic }] = await Promise.all([
      import('proper-lockfile'),
      import('write-file-atomic'),
    ]);
    const file = fileOf(key);
    await promises.mkdir(dirname(file), { recursive: true, mode: 0o700 });
    let lost = false;
    const onCompromised = () => {
      lost = true;
    };
    const options = { realpath: false, stale: STALE, update: STALE / 2, retries: ATTEMPTS, onCompromised };
    const release = await lock(file, options);
    try {
      const value = change(read(file));
      if (lost) throw new Error(`the lock on ${file} was lost to another process`);
      await writeFileAtomic(file, JSON.stringify(value), { mode: 0o600 });
      return value;
    } finally {
      // A lock that was taken over as stale is released already.
      await release().catch(() => undefined);
    }
  }

  return {
    get: (key) => read(fileOf(key)),
    update,
    async clear(session) {
      await promises.rm(folderOf(session), { recursive: true, force: true });
      await collect(join(folder, 'sessions'), Date.now() - days * DAY);
    },
  };
}

// A session's id comes from the payload: one that is no plain number is spelt out in digits, so that it cannot name
// another folder. To hash it would load node:crypto, which takes a short process longer than all else of this.
function folderName(session: string): string {
  return /^[0-9a-f-]{1,64}$/.test(session) ? session : `x${Buffer.from(session).toString('hex')}`;
}

// At once: the file is small, and a short process waits longer for a promise of the disk than for the disk.
function read(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const aside = `${file}.${Date.now()}.corrupt`;
    renameSync(file, aside);
    process.emitWarning(`a state that could not be read was set aside as ${aside}`, {
      type: 'HookloomWarning',
      code: 'HOOKLOOM_STATE_CORRUPT',
    });
    throw new Error('the state could not be read', { cause });
  }
}

/** Deletes the sessions that nothing has touched since `before`. */
async function collect(sessions: string, before: number): Promise<void> {
  for (const name of await promises.readdir(sessions).catch(() => [])) {
    const path = join(sessions, name);
    const last = await promises.stat(path).catch(() => undefined);
    if (last !== undefined && last.mtimeMs < before)
      await promises.rm(path, { recursive: true, force: true });
  }
}
