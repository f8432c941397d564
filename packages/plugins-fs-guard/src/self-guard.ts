import {
  checkOptions,
  type Duration,
  definePlugin,
  type OnFailure,
  option,
  type Plugin,
} from '@hookloom/core';
import { gitUndoes } from '@hookloom/tool-access';
import { claudeSettings } from './claude-settings.js';
import { undoneFile } from './git-status.js';
import { judgedHooks, type Session } from './judged-hooks.js';
import type { Undecided } from './judgement.js';
import { COMMON_RULES, protectionBySession } from './path-guard.js';
import { setupCommand } from './setup-command.js';

/** A change of a settings file in a running session, as the host tells of it. */
export interface SettingsChange {
  /** Whose settings: `user_settings`, `project_settings`, `local_settings`, `policy_settings`. */
  readonly source: string;
  readonly path: string | undefined;
}

/** Options of `selfGuard`. */
export interface SelfGuardOptions {
  /**
   * More files and folders that must stay as they are: paths, taken letter by letter. A function is asked for them when the
   * first call is made that may change a file; while it throws, such calls fail.
   */
  readonly protect?: readonly string[] | (() => readonly string[]) | undefined;
  /** Files that must not be read either, such as a token. */
  readonly secrets?: readonly string[] | undefined;
  /** The folder that relative paths start from. Default: as for `pathGuard`. */
  readonly root?: string | undefined;
  /**
   * Looks at the settings on disk after a change, and says which gate they lost. The session then keeps the settings
   * that it has, and the person is told.
   */
  readonly lostGate?:
    | ((change: SettingsChange) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** What becomes of a command of which it cannot be told whether it changes these files. Default: 'deny'. */
  readonly undecided?: Undecided | undefined;
  readonly timeout?: Duration | undefined;
  readonly onFailure?: OnFailure | undefined;
}

const RULES = {
  protect: {
    ...option.texts,
    accepts: (value: unknown) => typeof value === 'function' || option.texts.accepts(value),
  },
  secrets: option.texts,
  root: option.string,
  lostGate: option.handler,
  ...COMMON_RULES,
};

const STAYS = 'It is part of what guards this session. Leave it as it is, or ask the person to change it.';
const CLOSED = 'It is a secret of what guards this session. Do without it.';

/**
 * Keeps the guards themselves from the agent: the settings files of Claude Code, and what else is given, cannot be
 * changed, moved, replaced or deleted. Reading passes, but for the secrets.
 * @throws HookloomError for unknown options or values that cannot be right.
 * @example
 * createHooks([selfGuard({ protect: ['src/hooks.ts'] }), envFileGuard()])
 */
export function selfGuard(options: SelfGuardOptions = {}): Plugin {
  const name = 'self-guard';
  checkOptions(name, options, RULES);
  const { protect = [], secrets = [], root, lostGate, undecided = 'deny', timeout, onFailure } = options;
  const common = { allow: [], literal: true };
  const kept = protectionBySession(() => {
    const told = typeof protect === 'function' ? protect() : protect;
    checkOptions(name, { protect: told }, { protect: option.texts });
    return { ...common, deny: [...settingsPaths(), ...told, ...secrets] };
  }, root);
  const closed = protectionBySession({ ...common, deny: secrets }, root);
  const rulesOf = ({ session_id, cwd }: Session) => [
    {
      get protection() {
        return kept(session_id, cwd);
      },
      modes: ['write'] as const,
      reason: STAYS,
      undecided,
      reachable: true,
    },
    // A name that only the running command knows is hardly ever the one of a secret that nobody speaks of.
    {
      protection: closed(session_id, cwd),
      modes: ['read', 'execute'] as const,
      reason: CLOSED,
      undecided: 'pass' as const,
    },
  ];

  /** Why a command must not run that names none of the files, and would change them nevertheless. */
  async function refusalOf(input: unknown, { session_id, cwd }: Session): Promise<string | undefined> {
    const { command } = input as { command?: unknown };
    if (typeof command !== 'string') return undefined;
    const setup = await setupCommand(command, cwd);
    if (setup !== undefined) {
      return `"${setup}" sets up what guards this session. Ask the person to run it.`;
    }
    for (const undo of gitUndoes(command, cwd)) {
      const places = await kept(session_id, cwd).places();
      const files = places.map(({ path }) => path);
      const file = await undoneFile(undo, files);
      if (file !== undefined)
        return `${undo.command} would undo ${file}, which git does not hold as it stands. ${STAYS}`;
    }
    return undefined;
  }

  return definePlugin({
    name,
    timeout,
    onFailure,
    hooks: {
      ...judgedHooks(rulesOf, refusalOf),
      ...(lostGate && {
        ConfigChange: async (ctx) => {
          const { source, file_path: path } = ctx.payload;
          const lost = await attempt(() => lostGate({ source, path }));
          if (lost === undefined) return;
          const reason = `${lost}; this session keeps the settings that it has`;
          ctx.tell(reason);
          ctx.extend({ decision: 'block', reason: `${name}: ${reason}` });
        },
      }),
    },
  });
}

function settingsPaths(): string[] {
  return claudeSettings('.', process.env).flatMap(({ scope, path }) =>
    // The organisation's may lie in pieces in a folder beside.
    scope === 'managed' ? [path, path.replace(/\.json$/, '.d')] : [path],
  );
}

/** A look that fails is no proof that the gates are held. */
async function attempt(
  look: () => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
  try {
    return await look();
  } catch {
    return 'whether the settings still hold the gates could not be told';
  }
}
