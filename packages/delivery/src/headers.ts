const RESERVED =
  /^(x-hookloom-.*|host|connection|content-length|transfer-encoding|expect|upgrade|keep-alive)$/i;

/** Tells whether a value is a record of HTTP headers that a sender may set: none that steer the connection or the signature. */
export function isHeaders(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  if (entries.some(([name, content]) => RESERVED.test(name) || typeof content !== 'string')) return false;
  try {
    new Headers(entries);
    return true;
  } catch {
    return false;
  }
}
