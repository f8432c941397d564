/** What an endpoint may be. */
export interface EndpointOptions {
  /** `true` lets plain http pass, `'loopback'` only to this machine. Default: https only. */
  readonly allowInsecure?: boolean | 'loopback' | undefined;
}

/** Reads the URL of an endpoint: https, or http where that is allowed, and without user and password. */
export function readEndpoint(
  value: unknown,
  { allowInsecure = false }: EndpointOptions = {},
): URL | undefined {
  if (typeof value !== 'string' && !(value instanceof URL)) return undefined;
  if (!URL.canParse(String(value))) return undefined;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return undefined;
  if (url.protocol === 'https:') return url;
  if (url.protocol !== 'http:') return undefined;
  return allowInsecure === true || (allowInsecure === 'loopback' && isLoopback(url.hostname))
    ? url
    : undefined;
}

/** Tells whether a value is the URL of an endpoint: https, or http where that is allowed, and without user and password. */
export function isEndpoint(value: unknown, options?: EndpointOptions): boolean {
  return readEndpoint(value, options) !== undefined;
}

// By name or number only: what another name resolves to is not asked.
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
