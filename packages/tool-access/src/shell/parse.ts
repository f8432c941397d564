import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash';
import { MAX_DEPTH, MAX_LENGTH, MAX_STEPS } from './limits.js';

/** A command text as a tree, or why there is none. */
export type Parsed = { script: ParsedScript } | { fault: string; at?: number };

const LONE_SURROGATE = /\p{Surrogate}/u;

function flawIn(text: string): { fault: string; at?: number } | undefined {
  if (text.length > MAX_LENGTH) return { fault: 'it is too long' };
  if (LONE_SURROGATE.test(text)) return { fault: 'it holds half a character' };
  return undefined;
}

/** Parses a command; any fault, however deep in a substitution, makes all of it unreadable, since bash runs what comes before it. */
export function parseCommand(text: string): Parsed {
  const flaw = flawIn(text);
  if (flaw) return flaw;
  const script = parse(text);
  let nodes = 0;
  let depth = 0;
  let fault: { fault: string; at?: number } | undefined;
  const visit = (node: SyntaxNode): void => {
    nodes += 1;
    if (fault) return;
    if (nodes > MAX_STEPS * 10) fault = { fault: 'it holds too many commands' };
    else if (depth > MAX_DEPTH * 6) fault = { fault: 'it is nested too deep' };
    else if (node.type === 'Script' && 'errors' in node && node.errors?.[0]) {
      const [{ message, pos }] = node.errors as readonly [{ message: string; pos: number }];
      fault = { fault: message, at: pos };
    } else {
      depth += 1;
      forEachChild(node, visit);
      depth -= 1;
    }
  };
  visit(script);
  return fault ?? { script };
}
