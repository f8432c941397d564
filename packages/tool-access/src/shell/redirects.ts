import type { HereDoc, Redirection } from 'unbash';
import { knownContent, touch } from './paths.js';
import type { Shell } from './shell.js';
import { type Field, HOLE, type Text } from './text.js';
import { expandParts, expandText, expandWord } from './words.js';

/** What the redirects of a command give it, and take from it. */
export interface Redirected {
  readonly stdin?: Text | undefined;
  /** The files that its output goes to; absent when it goes on to the next command. */
  readonly outputs: readonly string[];
  readonly captured: boolean;
}

function bodyOf(here: HereDoc, shell: Shell): Text {
  return here.body.parts ? expandParts(here.body.parts, shell) : { text: here.body.text };
}

function descriptorOf(redirect: Redirection): number | undefined {
  const { descriptor } = redirect;
  if (!descriptor) return redirect.operator.startsWith('<') ? 0 : 1;
  return descriptor.type === 'FileDescriptor' ? descriptor.value : undefined;
}

const DUPLICATE = /^(?:\d+-?|-)$/;

function targetOf(redirect: Exclude<Redirection, HereDoc>, shell: Shell): Field | undefined {
  if (!redirect.target) return undefined;
  const fields = expandWord(redirect.target, shell);
  return fields.length === 1 ? fields[0] : { text: HOLE, span: shell.spanOf(redirect.target) };
}

function isNetwork(text: string): boolean {
  return /^\/dev\/(?:tcp|udp)\//.test(text);
}

const NONE: Redirected = { outputs: [], captured: false };

/** Reads the redirects of a command, left to right: each opens its file before the command runs. */
export function readRedirects(redirects: readonly Redirection[], shell: Shell): Redirected {
  if (redirects.length === 0) return NONE;
  let stdin: Text | undefined;
  const outputs: string[] = [];
  let captured = false;
  for (const redirect of redirects) {
    const descriptor = descriptorOf(redirect);
    if (redirect.descriptor && redirect.descriptor.type !== 'FileDescriptor')
      shell.report.impure('a redirect sets a variable');
    if (redirect.type === 'HereDoc') {
      const body = bodyOf(redirect, shell);
      if (descriptor === 0) stdin = body;
      continue;
    }
    if (redirect.type === 'HereString') {
      const text = redirect.target ? expandText(redirect.target, shell) : { text: '' };
      if (descriptor === 0) stdin = { ...text, text: `${text.text}\n` };
      continue;
    }
    const target = targetOf(redirect, shell);
    if (!target) continue;
    const { operator } = redirect;
    if (operator === '<&' || operator === '>&') {
      if (DUPLICATE.test(target.text) || (target.text === HOLE && descriptor !== undefined)) {
        if (operator === '<&' && descriptor === 0) stdin = { text: HOLE };
        // Another descriptor takes the output along.
        if (operator === '>&' && descriptor === 1 && target.text !== '1') captured = true;
        continue;
      }
    }
    if (isNetwork(target.text)) {
      shell.report.impure('a redirect to the network');
      if (operator === '<' && descriptor === 0) stdin = { text: HOLE, origin: 'downloaded' };
      else captured = true;
      continue;
    }
    if (operator === '<') {
      const own = /^\/dev\/(?:stdin|fd\/0)$/.test(target.text);
      if (!own) touch(target, ['read'], '<', shell);
      const known = knownContent(target, shell);
      if (descriptor === 0 && !own) stdin = known ?? { text: HOLE, origin: 'file' };
      continue;
    }
    touch(target, operator === '<>' ? ['read', 'write'] : ['write'], operator, shell);
    if (operator === '<>') continue;
    if (descriptor === 1 || operator.startsWith('&>') || operator === '>&') {
      const own = /^\/dev\/(?:stdout|fd\/1|tty)$/.test(target.text);
      captured = !own;
      if (!own) outputs.push(target.text);
    }
  }
  return { stdin, outputs, captured };
}
