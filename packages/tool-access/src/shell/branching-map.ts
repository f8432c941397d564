/**
 * A map whose copies share its entries until one of them changes: each subshell and each branch has a copy of what the
 * shell knows, and few change anything.
 */
export class BranchingMap<K, V> {
  #entries: Map<K, V> | undefined;
  #isShared = false;

  get(key: K): V | undefined {
    return this.#entries?.get(key);
  }

  has(key: K): boolean {
    return this.#entries?.has(key) === true;
  }

  set(key: K, value: V): void {
    this.#own().set(key, value);
  }

  delete(key: K): void {
    if (this.has(key)) this.#own().delete(key);
  }

  entries(): Iterable<[K, V]> {
    return this.#entries ?? [];
  }

  /** A copy that goes its own way. */
  branch(): BranchingMap<K, V> {
    const copy = new BranchingMap<K, V>();
    if (!this.#entries) return copy;
    this.#isShared = true;
    copy.#entries = this.#entries;
    copy.#isShared = true;
    return copy;
  }

  #own(): Map<K, V> {
    if (!this.#entries || this.#isShared) {
      this.#entries = new Map(this.#entries);
      this.#isShared = false;
    }
    return this.#entries;
  }
}
