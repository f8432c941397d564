/** The code cache of a bundle: compiled code, which V8 takes without parsing. Whoever can write it can run code. */
export function cacheOf(bundle: string): string {
  return `${bundle}.cache`;
}
