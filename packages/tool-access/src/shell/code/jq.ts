import type { Invocation } from '../invocation.js';
import { resolvePlaces, touch } from '../paths.js';
import { type Field, HOLE } from '../text.js';

// With an interpolation somewhere, what is a string and what is code is not told apart.
function withoutStrings(program: string): string {
  if (program.includes('\\(')) return program.replaceAll('"', ' ');
  return program.replace(/"(?:\\[\s\S]|[^"\\])*"/g, '""');
}

// yq takes its one operand for a file, when there is such a file.
function isFile({ text }: Field, { args, shell }: Invocation): boolean {
  if (args.operands.length > 1 || text.includes(HOLE)) return false;
  return resolvePlaces(text, shell).some((path) => shell.files?.kind(path) === 'file');
}

/** Reads a jq or yq filter: the files that it loads, and whether it shows the environment. */
export function readJq(program: Field, call: Invocation): void {
  const { shell, via } = call;
  const bare = withoutStrings(program.text);
  if (/\$\s*(?:#.*\s*)*(?:ENV\b|__loc__)|(?:^|[^.\w$"])(?:env|strenv|envsubst)\b(?!"?\s*:)/.test(bare)) {
    shell.report.impure(`${via} shows the environment`);
  }
  if (via.startsWith('yq') && /\beval\b/.test(bare)) shell.report.impure('yq evaluates a text');
  if (/\b(?:str)?load\w*\s*\((?!\s*"[^"\\]+"\s*\))/.test(program.text) || /\bstrload\b/.test(bare))
    shell.report.impure(`${via} loads a file whose name it computes`);
  if (/\b(?:import|include)\b/.test(bare)) shell.report.impure(`${via} loads another file`);
  for (const [, name = ''] of program.text.matchAll(
    /\bload(?:_str|_xml|_props|_base64)?\s*\(\s*"([^"]+)"/g,
  )) {
    touch({ text: name }, ['read'], via, shell);
  }
  if (via === 'yq' && isFile(program, call)) touch(program, ['read'], via, shell);
  if (program.text.includes(HOLE)) shell.report.impure('a filter that is not all known');
}
