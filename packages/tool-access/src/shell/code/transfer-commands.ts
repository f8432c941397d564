import type { Invocation } from '../invocation.js';
import { ownMatches } from '../own-patterns.js';
import { touch } from '../paths.js';
import { type Field, fieldOf, type Text } from '../text.js';

const WORD = /"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Reads the commands of sftp, ftp and lftp: what is sent, what is fetched, and commands for this machine. */
export function readTransfer({ text }: Text | Field, { shell, via }: Invocation): void {
  for (const line of text.split(/[\n;]/)) {
    const local = /^\s*!\s*(.+)$/s.exec(line)?.[1];
    if (local) shell.runText({ text: local }, { inside: 'new' });
    const words = [...line.matchAll(WORD)].map(([, one, two, three]) => one ?? two ?? three ?? '');
    const command = words[0]?.replace(/^[-@]/, '') ?? '';
    const names = words.slice(1).filter((word) => !word.startsWith('-'));
    const [first, second] = names;
    const last = (first ?? '').replace(/^.*\//, '');
    if (/^m?(?:re)?put$/.test(command)) {
      const sent = command.startsWith('m') ? names : names.slice(0, 1);
      for (const name of sent.flatMap((each) => ownMatches(fieldOf(each), shell, false)))
        touch(name, ['read'], via, shell, words.some((word) => /^-\w*[rR]/.test(word)) ? {} : undefined);
    } else if (/^(?:m?(?:re)?get|pget)$/.test(command) && first !== undefined) {
      if (command.startsWith('m')) for (const name of names) touch(fieldOf(name), ['write'], via, shell);
      else touch(fieldOf(second?.endsWith('/') ? second + last : (second ?? last)), ['write'], via, shell);
    } else if (command === 'mirror') {
      const sends = words.some((word) => /^-\w*R|^--reverse$/.test(word));
      touch(
        fieldOf((sends ? first : second) ?? '.'),
        [sends ? 'read' : 'write'],
        via,
        shell,
        sends ? {} : undefined,
      );
    }
  }
}
