import type { CommandEntry } from './catalogue/entry.js';
import { readIncludes, readM4 } from './code/build-code.js';
import { readPsql, readTcl } from './code/foreign-code.js';
import { readInlineCode } from './code/inline-code.js';
import type { Invocation } from './invocation.js';
import { fedBy } from './script-file.js';
import { HOLE } from './text.js';

// Words around them make of names whatever command they like.
function namesAsCode({ shell, via }: Invocation): void {
  const message = `${via} runs commands that were made of names which only the running command knows`;
  shell.report.problem('computed', message, undefined, { pattern: '*', modes: ['read', 'write', 'execute'] });
}

/** Reads the code that comes to an interpreter on its input, when no operand or option gave it any. */
export function runStdinCode(language: NonNullable<CommandEntry['stdinCode']>, call: Invocation): void {
  const { stdin, args, shell } = call;
  if (language === 'sql') {
    if (stdin && !args.has('-c --command -f --file -e --execute'))
      readPsql({ ...stdin, span: undefined }, call);
    return;
  }
  const isCompiled = language === 'c' || language === 'm4';
  const hasCode =
    !isCompiled &&
    args.options.some(({ spec }) => spec.use !== 'text' && spec.use !== 'list' && spec.use !== 'read');
  const operand = args.operands[0];
  if (!stdin || hasCode || (operand && operand.text !== '-' && !args.has('-s'))) return;
  if (args.has('--version -V -v --help -h')) return;
  const field = { ...stdin, span: undefined };
  if (stdin.text === '' && stdin.origin === undefined) return;
  if (
    stdin.text.replaceAll(HOLE, '').trim() === '' ||
    stdin.origin === 'decoded' ||
    stdin.origin === 'downloaded'
  ) {
    fedBy(stdin.origin, field, call);
    if (language === 'shell' && stdin.listing) namesAsCode(call);
    if (stdin.text.replaceAll(HOLE, '').trim() === '') return;
  }
  if (language === 'm4') readM4(stdin, call);
  else if (language === 'c') readIncludes(stdin, call);
  else if (language === 'tcl') readTcl(field, call);
  else if (language === 'shell') shell.runText(stdin, { inside: 'new' });
  else readInlineCode(language, field, call);
}
