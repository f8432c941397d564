import type { ConfigFile } from '../config/find.js';

const CONFIGS = '//configs:';

/** The first line of a bundle, which names the configs that it was made of. */
export function headOf(configs: readonly ConfigFile[]): string {
  return CONFIGS + toAscii(JSON.stringify(configs));
}

/**
 * The configs that a bundle was made of.
 * @param text the bundle's.
 * @returns `undefined` where it does not name them: then another version wrote it, or it is no bundle.
 */
export function configsIn(text: string): readonly ConfigFile[] | undefined {
  if (!text.startsWith(CONFIGS)) return undefined;
  try {
    return JSON.parse(text.slice(CONFIGS.length, text.indexOf('\n')));
  } catch {
    return undefined;
  }
}

// A line separator in a path would end the comment.
function toAscii(text: string): string {
  return text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
