// @ts-check
import { join } from 'node:path';

/** @typedef {Record<string, unknown>} Payload */
/** @typedef {{ payload: Payload, must?: 'deny' }} SoakEvent */

const TURNS_OF_A_SESSION = 400;

/**
 * The events of one session after another, as an agent makes them: mostly shell commands and reads that nobody minds, some
 * calls that a guard denies or redirects, agents that start and stop, notifications and stops.
 * @param {string} folder
 * @param {string} lane
 * @returns {Generator<SoakEvent, never>}
 */
export function* eventsIn(folder, lane) {
  for (let session = 0; ; session += 1) {
    const base = {
      session_id: `${lane}-${session}`,
      transcript_path: join(folder, `${lane}.jsonl`),
      cwd: folder,
    };
    /** @param {string} event @param {Payload} fields @returns {Payload} */
    const payload = (event, fields = {}) => ({ ...base, hook_event_name: event, ...fields });
    for (let turn = 0; turn < TURNS_OF_A_SESSION; turn += 1) {
      const call = { tool_use_id: `toolu_${lane}_${session}_${turn}` };
      const agent = { agent_id: `agent-${turn}`, agent_type: 'general-purpose' };
      /** @param {string} tool @param {Payload} input @returns {SoakEvent} */
      const before = (tool, input) => ({
        payload: payload('PreToolUse', { ...call, tool_name: tool, tool_input: input }),
      });
      /** @param {string} tool @param {Payload} input @param {unknown} output @returns {SoakEvent} */
      const after = (tool, input, output) => ({
        payload: payload('PostToolUse', {
          ...call,
          tool_name: tool,
          tool_input: input,
          tool_response: output,
        }),
      });
      const path = join(folder, 'a.txt');
      if (turn % 20 === 0) yield { payload: payload('UserPromptSubmit', { prompt: 'Go on.' }) };
      else if (turn % 20 === 3)
        yield { ...before('Write', { file_path: join(folder, '.env'), content: 'x' }), must: 'deny' };
      else if (turn % 20 === 7) {
        yield before('Agent', { description: 'x', prompt: 'x', subagent_type: 'general-purpose' });
        yield { payload: payload('SubagentStart', agent) };
        yield { payload: payload('SubagentStop', { ...agent, stop_hook_active: false }) };
      } else if (turn % 20 === 15) {
        const fields = { message: 'waiting', notification_type: 'permission_prompt' };
        yield { payload: payload('Notification', fields) };
      } else if (turn % 20 === 19) yield { payload: payload('Stop', { stop_hook_active: false }) };
      else if (turn % 60 === 9)
        yield { ...before('Read', { file_path: join(folder, 'linked.txt') }), must: 'deny' };
      else if (turn % 100 === 5)
        yield before('Write', { file_path: join(folder, 'build/a.txt'), content: 'x' });
      else if (turn % 200 === 11) yield before('Grep', { pattern: 'TOKEN' });
      else if (turn % 10 === 1) {
        yield before('Read', { file_path: path });
        yield after('Read', { file_path: path }, { type: 'text', file: { filePath: path, content: 'x' } });
      } else {
        yield before('Bash', { command: 'npm test' });
        yield after('Bash', { command: 'npm test' }, { stdout: 'ok', stderr: '', interrupted: false });
      }
    }
    yield { payload: payload('SessionEnd', { reason: 'clear' }) };
  }
}
