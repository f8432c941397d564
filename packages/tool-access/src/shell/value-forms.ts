import { posix } from 'node:path';
import type { Invocation } from './invocation.js';
import type { Arguments } from './options.js';
import { touch } from './paths.js';
import { type Field, HOLE, tailOf } from './text.js';

/** A `file://` URI, whole or after a `=`. */
export function readFileUri(field: Field, { shell, via }: Invocation): void {
  const uri = /(?:^|=)fileb?:\/\//.exec(field.text);
  if (uri) touch(tailOf(field, uri.index + uri[0].length), ['read'], via, shell);
}

/** Whether a word of rsync, scp and their like names another host. */
export function isRemote(text: string): boolean {
  return /^(?:[\w.+-]+@)?(?:[\w.-]+|\[[\da-f:]+\]):(?!\/\/)/i.test(text) || /^[a-z][\w+.-]*:\/\//.test(text);
}

/** A path, unless it names a host. */
export function readRemote(mode: 'read' | 'write', field: Field, call: Invocation): void {
  const { shell, via, tree } = call;
  if (isRemote(field.text)) shell.report.impure(`${via} reaches the network`);
  else if (field.text !== '-') touch(field, [mode], via, shell, mode === 'read' ? tree : undefined);
}

// What is mounted may be changed by whatever runs inside.
function hand(field: Field, readOnly: boolean, call: Invocation): void {
  call.shell.report.impure(`${call.via} hands a folder to a container`);
  touch(field, readOnly ? ['read'] : ['write'], call.via, call.shell, field.text === '/' ? {} : undefined);
}

/** A folder of this machine, and its name inside a container. */
export interface MountedFolder {
  readonly outside: string;
  readonly inside: string;
}

/** What `-v` and `--mount` make of the folders of this machine, as it is seen inside. */
export function mountedFolders(args: Arguments): MountedFolder[] {
  const found: MountedFolder[] = [];
  for (const { text } of args.valuesOf('-v --volume')) {
    const [outside = '', inside] = text.split(':');
    if (inside?.startsWith('/')) found.push({ outside, inside: posix.resolve(inside) });
  }
  for (const { text } of args.valuesOf('--mount')) {
    const parts = new Map(text.split(',').map((part) => part.split('=') as [string, string]));
    const outside = parts.get('source') ?? parts.get('src');
    const inside = parts.get('target') ?? parts.get('dst') ?? parts.get('destination');
    if (outside !== undefined && inside?.startsWith('/'))
      found.push({ outside, inside: posix.resolve(inside) });
  }
  return found.filter(({ outside }) => /^[./~\0]/.test(outside));
}

/** docker's `host:container[:options]`. */
export function readVolume(field: Field, call: Invocation): void {
  const [host = '', , options = ''] = field.text.split(':');
  if (/^[./~]/.test(host) || host.includes(HOLE))
    hand({ text: host }, /(?:^|,)ro(?:,|$)/.test(options), call);
}

/** docker's `type=bind,source=…,target=…`. */
export function readMount(field: Field, call: Invocation): void {
  const parts = field.text.split(',').map((part) => part.split('='));
  const source = parts.find(([key]) => key === 'source' || key === 'src')?.[1];
  const readOnly = parts.some(([key, value]) => /^(?:readonly|ro)$/.test(key ?? '') && value !== 'false');
  if (source?.startsWith('/')) hand({ text: source }, readOnly, call);
}

/** docker's `id=name,src=path`. */
export function readDockerSecret(field: Field, { shell, via }: Invocation): void {
  const source = /(?:^|,)(?:src|source)=([^,]*)/.exec(field.text)?.[1];
  if (source) touch({ text: source }, ['read'], via, shell);
}

/** dd's `if=` and `of=`. */
export function readDd(field: Field, { shell, via }: Invocation): void {
  if (field.text.startsWith('if=')) touch(tailOf(field, 3), ['read'], via, shell);
  else if (field.text.startsWith('of=')) touch(tailOf(field, 3), ['write'], via, shell);
  else if (field.text.startsWith(HOLE)) touch(field, ['write'], via, shell);
}

/** An item of HTTPie: `name@file`, `name=@file`, `name:=@file`. */
export function readHttpie(field: Field, { shell, via }: Invocation): void {
  const at = /^(?:[\w.[\]-]+(?::?=)?)?@/.exec(field.text);
  if (at) touch(tailOf(field, at[0].length), ['read'], via, shell);
}

/** `@file`. */
export function readAtFile(field: Field, { shell, via }: Invocation): void {
  if (field.text.startsWith('@') && field.text !== '@-') touch(tailOf(field, 1), ['read'], via, shell);
}

/** curl's `name@file`. */
export function readNameAtFile(field: Field, { shell, via }: Invocation): void {
  const at = field.text.indexOf('@');
  if (at >= 0 && !field.text.slice(0, at).includes('=')) touch(tailOf(field, at + 1), ['read'], via, shell);
}

/** An address of socat. */
export function readSocat(field: Field, { shell, via }: Invocation): void {
  const [, kind = '', value = ''] = /^([\w-]+):([^,]*)/.exec(field.text) ?? [];
  if (/^(?:exec|system|shell)$/i.test(kind)) shell.runText({ text: value }, { inside: 'new' });
  else if (/^(?:open|file|gopen)$/i.test(kind)) touch({ text: value }, ['read'], via, shell);
  else if (/^create$/i.test(kind)) touch({ text: value }, ['write'], via, shell);
}

/** `key=value` of the kernel's settings. */
export function readSysctl(field: Field, { shell, via }: Invocation): void {
  const [, key = ''] = /^([\w./-]+)=/.exec(field.text) ?? [];
  if (key !== '') touch({ text: `/proc/sys/${key.replaceAll('.', '/')}` }, ['write'], via, shell);
}

/** A file behind the prefixes of ffmpeg and ImageMagick. */
export function readMedia(field: Field, { shell, via }: Invocation): void {
  if (/^[a-z]\w*:\/\/(?!\/)/i.test(field.text) || field.text === '-') return;
  const [lead = ''] = /^(?:[a-z][\w+]*(?:,[^:]*)?:(?:\/\/)?)*@?/i.exec(field.text) ?? [];
  if (!field.text.startsWith('concat:')) touch(tailOf(field, lead.length), ['read'], via, shell);
  else for (const text of field.text.slice(lead.length).split('|')) touch({ text }, ['read'], via, shell);
}
