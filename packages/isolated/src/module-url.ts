import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HookloomError, type HookloomErrorDetails } from '@hookloom/core';

/** The address of a module, which every thread can load it by. */
export function moduleUrl(module: unknown): string {
  if (module instanceof URL && module.protocol === 'file:') return module.href;
  if (typeof module === 'string') {
    if (module.startsWith('file:')) return module;
    if (isAbsolute(module)) return pathToFileURL(module).href;
  }
  const details: HookloomErrorDetails = { plugin: 'isolated', value: module };
  throw new HookloomError(
    'OPTION_INVALID',
    "the module is a file URL, such as new URL('./plugin.js', import.meta.url) or import.meta.resolve('a-package')",
    details,
  );
}
