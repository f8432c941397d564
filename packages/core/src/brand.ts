/** Tells whether a value is an object that bears a mark of ours. */
export function isBranded(value: unknown, brand: symbol): boolean {
  return (value as Record<symbol, unknown> | null | undefined)?.[brand] === true;
}
