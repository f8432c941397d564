// Prints what the catalogue of commands knows: npm run catalogue [-- NAME...]

import type { CommandEntry } from '../packages/tool-access/src/shell/catalogue/entry.js';
import { builtinCatalogue } from '../packages/tool-access/src/shell/catalogue/index.js';

interface Count {
  commands: number;
  options: number;
  readOnly: number;
}

function countOf(entry: CommandEntry): Count {
  const names = [...(entry.flags?.split(/\s+/) ?? []), ...Object.keys(entry.options ?? {})].filter(
    (name) => name !== '',
  );
  const total: Count = { commands: 1, options: names.length, readOnly: entry.readOnly ? 1 : 0 };
  const inner = Object.values(entry.subcommands ?? {}).filter((each) => typeof each === 'object');
  for (const count of inner.map(countOf)) {
    total.commands += count.commands;
    total.options += count.options;
    total.readOnly += count.readOnly;
  }
  return total;
}

const wanted = process.argv.slice(2);
const names = Object.keys(builtinCatalogue).filter((name) => wanted.length === 0 || wanted.includes(name));
const all: Count = { commands: 0, options: 0, readOnly: 0 };
for (const name of names.sort()) {
  const entry = builtinCatalogue[name];
  if (typeof entry !== 'object') continue;
  const count = countOf(entry);
  all.commands += count.commands;
  all.options += count.options;
  all.readOnly += count.readOnly;
  if (wanted.length > 0)
    console.log(`${name}: ${count.commands} commands, ${count.options} options, ${count.readOnly} read-only`);
}
const missing = wanted.filter((name) => builtinCatalogue[name] === undefined);
for (const name of missing) console.log(`${name}: not known`);
console.log(
  `${names.length} names, ${all.commands} commands with subcommands, ${all.options} options; ${all.readOnly} commands that may be read-only`,
);
