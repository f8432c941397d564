// One row in a process of its own: its sights, one a line, as far as it gets.
import { MODES, ROLES, reasonIn, runCell, sightOf } from './cell.js';
import { KILLING } from './killing.js';
import { POISONING } from './poisoning.js';

const [, , wanted] = process.argv;

for (const { that, does, handled } of KILLING) {
  if (that !== wanted) continue;
  if (handled) process.on('unhandledRejection', () => undefined);
  const row = { that, does, sees: {}, timeout: '50ms' as const };
  console.log(sightOf(await runCell(row, 'PreToolUse', 'observer', 'continue')));
}

for (const row of POISONING) {
  if (row.that !== wanted) continue;
  for (const role of ROLES) {
    for (const mode of MODES) {
      const seen = await runCell(row, 'PreToolUse', role, mode);
      const works = reasonIn(seen.nextAnswer).includes('innocent: no');
      console.log(`${mode}: ${sightOf(seen)}${works ? '' : ', and the next call fails'}`);
    }
  }
}
