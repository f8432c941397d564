import { memoryStore, type StateKey, type Store } from '@hookloom/core';

/** A store that begins with what another one holds, and changes only its own memory. */
export function peekStore(store: Pick<Store, 'get'>): Store {
  const memory = memoryStore();
  const copied = new Set<string>();

  async function copy(key: StateKey): Promise<void> {
    const id = JSON.stringify([key.session, key.plugin]);
    if (copied.has(id)) return;
    copied.add(id);
    const value = await store.get(key);
    if (value !== undefined) await memory.update(key, () => value);
  }

  return {
    async get(key) {
      await copy(key);
      return memory.get(key);
    },
    async update(key, change) {
      await copy(key);
      return memory.update(key, change);
    },
    clear: (session) => memory.clear(session),
  };
}
