/** The part of a glob before its first wildcard, up to a separator: `/etc/*.conf` starts at `/etc/`. */
export function globBase(pattern: string): string {
  const wildcard = pattern.search(/[*?[\](){}!+@\\]/);
  if (wildcard < 0) return pattern;
  return wildcard === 0 ? '' : pattern.slice(0, pattern.lastIndexOf('/', wildcard - 1) + 1);
}
