import type { SearchScope } from '../access.js';
import type { TreePlan } from './catalogue/entry.js';
import type { Arguments } from './options.js';
import type { Field } from './text.js';

function texts(fields: readonly Field[]): string[] {
  return fields.map(({ text }) => text);
}

interface OrderedGlob {
  readonly glob: string;
  readonly takes: boolean;
}

// Of the globs that match a file the last decides. For grep the first says what becomes of all others.
function globsOf(plan: TreePlan, args: Arguments): OrderedGlob[] {
  const taking = new Set(args.valuesOf(plan.include));
  const names = [plan.include, plan.exclude, plan.excludeFile, plan.globs].filter(
    (each) => each !== undefined,
  );
  return args.valuesOf(names.join(' ')).map((field) => {
    const { text } = field;
    if (plan.globs === undefined) return { glob: text, takes: taking.has(field) };
    return text.startsWith('!') ? { glob: text.slice(1), takes: false } : { glob: text, takes: true };
  });
}

// rsync's rules: `- glob` leaves out, `+ glob` takes, `!` forgets what was said before; a file of rules may take anything.
function filtersOf(plan: TreePlan, args: Arguments): OrderedGlob[] {
  const left = new Set(args.valuesOf(plan.exclude));
  const kept = new Set(args.valuesOf(plan.keep));
  let found: OrderedGlob[] = [];
  for (const field of args.valuesOf([plan.exclude, plan.keep, plan.filter].join(' '))) {
    const plain = left.has(field) ? '-' : kept.has(field) ? '+' : undefined;
    const [whole, rule = '', glob = ''] = /^([-+!]|\w+|[.:])\S*?(?:[ _]+(.*))?$/s.exec(field.text) ?? [];
    const named = plain === undefined || (whole !== undefined && /^[-+] |^!$/.test(field.text));
    const kind = named ? rule : plain;
    const text = named ? glob : field.text;
    const isExact = !named || /^(?:-|exclude)[ _]/.test(field.text);
    if (/^(?:-|exclude)$/.test(kind) && isExact) found.push({ glob: text, takes: false });
    else if (/^(?:\+|include|S|show)$/.test(kind)) found.push({ glob: text, takes: true });
    else if (/^(?:!|clear|\.|:|merge|dir)$/.test(kind) && !/^[.:][^ _]*-/.test(field.text)) found = [];
  }
  return found;
}

function isGiven(names: string, args: Arguments): boolean {
  if (args.has(names)) return true;
  if (!names.includes('=')) return false;
  return names.split(' ').some((each) => {
    const [name, value] = each.split('=');
    return value !== undefined && args.valuesOf(name).some(({ text }) => text === value);
  });
}

/** What a command leaves out when it goes below folders; undefined when it does not go there. */
export function scopeOf(plan: TreePlan | undefined, args: Arguments): SearchScope | undefined {
  if (!plan) return undefined;
  if (plan.given !== undefined && !isGiven(plan.given, args)) return undefined;
  if (plan.unless !== undefined && args.has(plan.unless)) return undefined;
  const filters = plan.filter === undefined ? [] : filtersOf(plan, args);
  const globs = plan.filter === undefined ? globsOf(plan, args) : filters.filter(({ takes }) => !takes);
  const narrows = plan.globs === undefined ? globs[0]?.takes : globs.some(({ takes }) => takes);
  const include = narrows ? globs.filter(({ takes }) => takes).map(({ glob }) => glob) : [];
  const firstOut = globs.findIndex(({ takes }) => !takes);
  const out = globs.filter(({ takes }) => !takes).map(({ glob }) => glob);
  const folders = texts(args.valuesOf(plan.excludeFolder)).map((glob) => glob.replace(/\/*$/, '/'));
  const isByName = plan.excludeFile !== undefined;
  const wholes = plan.wholePaths ? out.map((glob) => (/^[*/]/.test(glob) ? glob : `/${glob}`)) : out;
  const exclude = [...(isByName ? [] : wholes), ...folders].filter(
    (glob) => (plan.globs !== undefined || !/[{(]/.test(glob)) && !(isByName && /\/./.test(glob)),
  );
  const excludeFiles = isByName ? out.filter((glob) => !glob.includes('/')) : [];
  const takenBack = firstOut < 0 ? [] : globs.slice(firstOut).filter(({ takes }) => takes);
  const keep = [
    ...(plan.filter === undefined
      ? texts(args.valuesOf(plan.keep))
      : filters.filter(({ takes }) => takes).map(({ glob }) => glob)
    ).filter((glob) => !glob.endsWith('/')),
    ...takenBack.map(({ glob }) => glob),
  ];
  const isFlat = plan.deep !== undefined && !args.has(plan.deep);
  const depth = isFlat ? 1 : Number(args.valuesOf(plan.depth).at(-1)?.text ?? Number.NaN);
  const follows = plan.follows === true || args.has(plan.follows);
  return {
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(excludeFiles.length > 0 && { excludeFiles }),
    ...(keep.length > 0 && { keep }),
    ...(plan.hidden !== undefined && !args.has(plan.hidden) && { hidden: false }),
    ...(Number.isInteger(depth) && { depth }),
    ...(follows && !args.has(plan.followsUnless) && { follows: 'all' as const }),
    ...(plan.tracked && { tracked: true }),
  };
}
