import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { configsIn } from '../bundle/head.js';
import { findProgram, type HookPlace, startedProgram } from './started-program.js';

const LAUNCHER = /(?:^|[\\/])(?:npx|npm|pnpm|pnpx|yarn|bunx|env)(?:\.cmd)?$/;
// More than any wrapper that somebody writes by hand.
const WRAPPER_BYTES = 16_384;

/** Tells whether what a command hook starts is Hookloom, as far as that can be seen. */
export function startsHookloom(hook: Readonly<Record<string, unknown>>, place: HookPlace): boolean {
  const started = startedProgram(hook, place);
  // A shell decides what it starts.
  if (started === undefined) return /hookloom/i.test(String(hook.command));
  const { program, script, words } = started;
  if (script !== undefined) {
    const options = words.slice(0, words.indexOf(script));
    // An option can load code that ends the process before any of ours runs.
    return (
      options.every((option) => process.execArgv.includes(option)) && isOurs(resolve(place.project, script))
    );
  }
  if (LAUNCHER.test(program)) return words.some((word) => /hookloom/i.test(word));
  const found = findProgram(program, place);
  return found !== undefined && isOurs(found);
}

function isOurs(file: string): boolean {
  try {
    const real = realpathSync(file);
    return real === runningFile() || isCommandLine(real) || isBundleOrWrapper(real);
  } catch {
    return false;
  }
}

function runningFile(): string | undefined {
  return process.argv[1] === undefined ? undefined : realpathSync(process.argv[1]);
}

function isCommandLine(file: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(dirname(file), '../package.json'), 'utf8'));
    return (manifest as { name?: unknown }).name === '@hookloom/cli';
  } catch {
    return false;
  }
}

function isBundleOrWrapper(file: string): boolean {
  const text = readFileSync(file, 'utf8');
  return configsIn(text) !== undefined || (text.length < WRAPPER_BYTES && /hookloom/i.test(text));
}
