import { describe, expect, it } from 'vitest';
import { FORMS } from '../forms/index.js';
import { optionTable } from '../options.js';
import { READERS } from '../uses.js';
import { agents } from './agents.js';
import { archives } from './archives.js';
import { builds, fileTools } from './builds.js';
import { containers } from './containers.js';
import { coreutils } from './coreutils.js';
import { crypto } from './crypto.js';
import { editors } from './editors.js';
import type { CommandEntry, CommandTable, OperandPlan, Use } from './entry.js';
import { files } from './files.js';
import { forges } from './forges.js';
import { git } from './git.js';
import { builtinCatalogue } from './index.js';
import { interpreters } from './interpreters.js';
import { network } from './network.js';
import { packages } from './packages.js';
import { search } from './search.js';
import { system } from './system.js';
import { text } from './text.js';
import { wrappers } from './wrappers.js';

function usesOf(operands: Use | OperandPlan | undefined): Use[] {
  if (operands === undefined) return [];
  if (typeof operands === 'string') return [operands];
  return [operands.rest, operands.last, operands.dashed, ...(operands.first ?? [])].filter(
    (use) => use !== undefined,
  );
}

function faultsIn(name: string, entry: CommandEntry): string[] {
  const faults: string[] = [];
  const { specs } = optionTable(entry);
  for (const option of specs.keys()) {
    if (!/^(?:-[^\s-]|--[a-z0-9]|-[A-Za-z][\w:-]*|-|-@|-#|-\?|!|-\/)/i.test(option))
      faults.push(`${name}: odd option ${option}`);
  }
  const uses = [
    ...Object.values(entry.options ?? {}),
    ...usesOf(entry.operands),
    ...(entry.rules ?? []).flatMap(({ operands, rest }) => [...usesOf(operands), ...(rest ? [rest] : [])]),
  ];
  for (const use of uses)
    if (!Object.hasOwn(READERS, use.replace('!', ''))) faults.push(`${name}: unknown use ${use}`);
  for (const { given } of entry.rules ?? []) {
    const known = given.split(/[\s,]+/).some((option) => specs.has(option));
    if (!known && entry.style !== 'none') faults.push(`${name}: a rule for ${given}, which is no option`);
  }
  if (entry.form !== undefined && !Object.hasOwn(FORMS, entry.form))
    faults.push(`${name}: unknown form ${entry.form}`);
  for (const [sub, inner] of Object.entries(entry.subcommands ?? {})) {
    if (typeof inner !== 'string') faults.push(...faultsIn(`${name} ${sub}`, inner));
    else if (typeof entry.subcommands?.[inner] !== 'object')
      faults.push(`${name} ${sub}: stands for nothing`);
  }
  if (entry.otherwise) faults.push(...faultsIn(`${name} …`, entry.otherwise));
  return faults;
}

const TABLES: Readonly<Record<string, CommandTable>> = {
  agents,
  archives,
  builds,
  containers,
  coreutils,
  crypto,
  editors,
  fileTools,
  files,
  forges,
  git,
  interpreters,
  network,
  packages,
  search,
  system,
  text,
  wrappers,
};

describe('the catalogue', () => {
  it.each(Object.keys(TABLES))('%s holds nothing that cannot be read', (table) => {
    const faults = Object.entries(TABLES[table] ?? {}).flatMap(([name, entry]) => {
      if (typeof entry !== 'string') return faultsIn(name, entry);
      return typeof builtinCatalogue[entry] === 'object' ||
        typeof builtinCatalogue[builtinCatalogue[entry] as string] === 'object'
        ? []
        : [`${name}: stands for ${entry}, which is not there`];
    });
    expect(faults).toEqual([]);
  });

  it('calls nothing read-only that writes by its operands', () => {
    const wrong = Object.entries(builtinCatalogue).filter(
      ([name, entry]) =>
        typeof entry === 'object' &&
        entry.readOnly &&
        entry.opaque !== undefined &&
        !/^(?:npm|java)$/.test(name),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });
});
