export const NAMES: readonly string[];
