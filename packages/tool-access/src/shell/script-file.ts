import type { Invocation } from './invocation.js';
import { touch } from './paths.js';
import type { Field } from './text.js';

/** Says that code from outside is run. */
export function fedBy(origin: string | undefined, field: Field, { shell, via }: Invocation): void {
  if (origin === 'decoded' || origin === 'downloaded') {
    shell.report.problem('fed', `${via} is fed ${origin} text to run`, field.span);
  } else shell.report.problem('opaque', `${via} runs code that is not shown`, field.span);
}

/** Runs a file of code: it is read and executed, and what it does is not shown. */
export function runScriptFile(field: Field, call: Invocation): void {
  const { shell, via } = call;
  if (field.text === '-') return;
  if (field.content) {
    fedBy(field.content.origin, field, call);
    return;
  }
  touch(field, ['read', 'execute'], via, shell);
  shell.report.problem('opaque', `${via} runs a file of code that is not shown`, field.span);
}
