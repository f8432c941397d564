import { readTransfer } from '../code/transfer-commands.js';
import type { Invocation } from '../invocation.js';
import { knownContent, touch } from '../paths.js';
import { fieldOf, type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';

/** Reads `sftp`, `ftp` and `lftp`: their commands come in, or in a file of a batch; `host:path` is fetched. */
export function readTransferProgram(call: Invocation): Text {
  const { args, shell, via, stdin } = call;
  for (const { spec, value } of args.options) if (value) applyUse(spec.use, value, call);
  const batch = args.valuesOf('-b -f').find(({ text }) => text !== '-');
  const commands = batch ? knownContent(batch, shell) : stdin;
  if (commands) readTransfer(commands, call);
  const [from, into] = args.operands;
  const remote =
    via === 'sftp' ? /^(?:sftp:\/\/[^/]*|[^/]*:)(.*[^/])$/s.exec(from?.text ?? '')?.[1] : undefined;
  if (into) touch(into, ['write'], via, shell);
  else if (remote) touch(fieldOf(remote.replace(/^.*\//s, '')), ['write'], via, shell);
  return UNKNOWN;
}
