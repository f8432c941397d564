import { type Access, accessesOf, type Caller } from '@hookloom/tool-access';
import { type Redirect, statOf } from './copies.js';
import { withPath } from './input-path.js';
import { deny, denyOutside, type Plan, type Rules } from './plan.js';

/** Plans a call whose fields name paths. */
export async function planFields(
  toolName: string,
  toolInput: Record<string, unknown>,
  caller: Caller,
  rules: Rules,
): Promise<Plan> {
  const { accesses, problems } = accessesOf({ toolName, toolInput, cwd: caller.cwd });
  const unread = problems.find(({ kind }) => kind === 'malformed' || kind === 'too-large');
  if (unread) return deny(`The call could not be read: ${unread.message}. Use a plain absolute path.`);
  const redirects: Redirect[] = [];
  const notes: string[] = [];
  let inMount = false;
  for (const access of inOneVoice(accesses)) {
    const place = await rules.sandbox.place(access.path, caller);
    const refusal = place.kind === 'outside' ? denyOutside(access, rules) : undefined;
    if (refusal !== undefined) return refusal;
    if (place.kind === 'mounted') inMount = true;
    if (place.kind !== 'inside') continue;
    if (await rules.isRedirected(access, place)) {
      const changes = accesses.some(({ via, mode }) => via === access.via && mode === 'read');
      redirects.push({ access, place, changes });
    } else if (access.tree && access.mode === 'read' && statOf(place.target)) {
      notes.push(`Changed files are in ${place.target}, which this search leaves out. Search there too.`);
    }
  }
  if (redirects.length === 0) return { kind: 'pass', inMount, notes };
  let input: Record<string, unknown> | undefined = toolInput;
  for (const { access, place } of redirects) {
    input = access.span === undefined ? withPath(input, access.via, place.target) : undefined;
    if (input === undefined) {
      return deny(
        `${access.path} cannot be redirected where it stands in the call. Give the path ${place.target}, in an absolute form.`,
      );
    }
    notes.push(
      `${access.path} is kept as it is: this call acts on its copy ${place.target}. Read and edit that path from now on.`,
    );
  }
  return { kind: 'rewrite', input, redirects, notes };
}

/** One access for each field: a field that is written and read goes where the write goes. */
function inOneVoice(accesses: readonly Access[]): Access[] {
  const byField = new Map<string, Access>();
  for (const access of accesses) {
    const key = `${access.via} ${access.path}`;
    if (access.mode === 'write' || !byField.has(key)) byField.set(key, access);
  }
  return [...byField.values()];
}
