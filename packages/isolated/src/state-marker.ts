/** Stands for the state of a session that has none yet: only the plugin's thread can make it. */
export const NO_STATE_YET = Object.freeze({ '@hookloom/isolated': 'no state yet' });

/** Tells whether a state is that. */
export function isNoState(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    (state as Record<string, unknown>)['@hookloom/isolated'] === NO_STATE_YET['@hookloom/isolated']
  );
}
