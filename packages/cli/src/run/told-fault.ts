import { HookloomError } from '@hookloom/core';

/**
 * Says to the model why nobody could judge: of an error of Hookloom's its message without the value that was refused, which
 * may be a secret in a wrong place; of any other only that there was one. The whole of it is for stderr.
 */
export function toldFault(error: unknown, otherwise: string): string {
  return error instanceof HookloomError ? error.message.replace(/; got [\s\S]*$/, '') : otherwise;
}
