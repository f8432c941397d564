import { posix } from 'node:path';
import type { Invocation } from '../invocation.js';
import { resolvePlaces } from '../paths.js';
import { type Field, HOLE, type Text, UNKNOWN } from '../text.js';
import { applyUse } from '../uses.js';
import { mountedFolders } from '../value-forms.js';

/** Reads `docker run`: what is mounted, and what the command inside does to it, told by its names out here. */
export function readContainerRun(call: Invocation): Text {
  const { shell, args, via } = call;
  shell.report.impure(`${via} starts a container`);
  for (const { spec, value } of args.options) if (value && spec.use !== 'cd') applyUse(spec.use, value, call);
  const [, ...words] = args.operands;
  const entrypoint = args.valuesOf('--entrypoint').at(-1);
  const command: readonly Field[] = entrypoint ? [entrypoint, ...words] : words;
  const mounts = mountedFolders(args).flatMap(({ outside, inside }) =>
    outside.includes(HOLE) ? [] : resolvePlaces(outside, shell).map((path) => ({ path, inside })),
  );
  if (command.length === 0 || mounts.length === 0) return UNKNOWN;
  const workdir = args.valuesOf('-w --workdir').at(-1)?.text ?? '/';
  for (const { path, mode, tree } of shell.runApart(command, posix.resolve('/', workdir))) {
    const mount = mounts.find(({ inside }) => path === inside || path.startsWith(`${inside}/`));
    if (mount)
      shell.report.access(posix.join(mount.path, path.slice(mount.inside.length)), mode, { via, tree });
    // All of a folder, and with it what is mounted below.
    else if (tree && mode !== 'list')
      for (const below of mounts.filter(({ inside }) => inside.startsWith(path === '/' ? path : `${path}/`)))
        shell.report.access(below.path, mode, { via, tree });
  }
  return UNKNOWN;
}
