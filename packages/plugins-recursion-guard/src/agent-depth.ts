import { promises } from 'node:fs';

/**
 * Reads how deep a subagent is, from the record that the host keeps beside the transcript (undocumented, measured in Claude
 * Code 2.1.332: there from the agent's first tool call on). Undefined where there is none.
 */
export async function recordedDepth(
  transcript: string | undefined,
  agent: string,
): Promise<number | undefined> {
  // The id becomes part of a file name.
  if (transcript === undefined || !/^[\w-]{1,128}$/.test(agent)) return undefined;
  const record = `${transcript.replace(/\.jsonl$/, '')}/subagents/agent-${agent}.meta.json`;
  try {
    const { spawnDepth } = JSON.parse(await promises.readFile(record, 'utf8')) as { spawnDepth?: unknown };
    return Number.isSafeInteger(spawnDepth) && Number(spawnDepth) > 0 ? Number(spawnDepth) : undefined;
  } catch {
    return undefined;
  }
}
