import { readdirSync, readFileSync } from 'node:fs';

/** One labelled tool call. */
export interface Case {
  readonly id: string;
  readonly guard: string;
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  readonly expect: string;
  readonly policy?: string;
  /** For a redirect: the plugin's options, and what the path or the command must become. */
  readonly sandbox?: { readonly root: string; readonly mount: string };
  readonly expect_path?: string;
  readonly expect_command?: string;
}

/** The cases of one guard, but for those that reasonable people would label otherwise. */
export function casesOf(guard: string): Case[] {
  const folder = new URL('./', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trim().split('\n'))
    .map((line): Case => JSON.parse(line))
    .filter((each) => each.guard === guard && each.policy !== 'debatable');
}
