import { EVENTS, isEvent } from '@hookloom/host';
import { nearest } from '../../nearest.js';
import { isObject, type Settings } from '../../settings/read.js';
import { schemaFaults } from '../../settings/schema.js';
import { isSwitchedOn } from '../../settings/switches.js';
import type { Finding } from '../finding.js';
import type { Survey } from '../survey.js';

/** Finds what makes the host drop settings, or pass parts of them by. */
export function checkSettingsFiles(survey: Survey): Finding[] {
  return [...survey.settings.flatMap((settings) => faultsIn(settings)), ...switches(survey)];
}

function faultsIn({ path: file, fault, value }: Settings): Finding[] {
  if (fault !== undefined) {
    const problem = `The host drops the whole file: ${fault.message.replace(`${file}: `, '')}.`;
    return [{ level: 'error', code: 'SETTINGS_INVALID', file, problem, fix: 'Make it plain JSON.' }];
  }
  const faults = schemaFaults(value).map(({ path, message, drops }): Finding => {
    const what = drops === 'file' ? 'The host drops the whole file' : 'The host leaves this out';
    return {
      level: 'error',
      code: drops === 'file' ? 'FILE_DROPPED' : 'ENTRY_DROPPED',
      file,
      at: path.join('.'),
      problem: `${what}: ${message}.`,
      fix:
        path.at(-1) === 'timeout'
          ? 'Write the seconds as a number, such as 30.'
          : 'Write it as the host takes it.',
    };
  });
  const events = isObject(value.hooks) ? Object.keys(value.hooks).filter((event) => !isEvent(event)) : [];
  return [...faults, ...events.map((event) => unknownEvent(event, file))];
}

function unknownEvent(event: string, file: string): Finding {
  const near = nearest(event, EVENTS);
  return {
    level: 'error',
    code: 'EVENT_UNKNOWN',
    file,
    at: `hooks.${event}`,
    problem: `There is no event ${event}, so its hooks never run.`,
    fix: near === undefined ? 'Take it out, or name an event of the host.' : `Name it ${near}.`,
  };
}

function switches({ off, hooks }: Survey): Finding[] {
  if (off === undefined) return [];
  if (hooks.length > 0 && hooks.every(({ settings }) => isSwitchedOn(settings, off))) return [];
  const { key, settings, sparesManaged } = off;
  const isPersonal = settings.scope !== 'managed';
  const spared = sparesManaged ? " All but the organisation's hooks are off." : ' All hooks are off.';
  return [
    {
      level: 'error',
      code: key === 'disableAllHooks' ? 'HOOKS_DISABLED' : 'MANAGED_ONLY',
      file: settings.path,
      at: key,
      problem: `Hooks of settings are switched off.${spared}`,
      fix: isPersonal
        ? `Take ${key} out.`
        : `Ask who manages these settings to take ${key} out${sparesManaged ? ', or to put the hooks there' : ''}.`,
    },
  ];
}
