/** Joins the fields of several plugins: lists unite, flags stay up, and of two texts the later in the stack wins. */
export function joinExtensions(
  before: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const joined: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(fields)) {
    const old = joined[key];
    if (value === undefined) continue;
    if (Array.isArray(old) && Array.isArray(value)) joined[key] = [...new Set([...old, ...value])];
    else if (typeof old === 'boolean') joined[key] = old || value === true;
    else joined[key] = value;
  }
  return joined;
}
