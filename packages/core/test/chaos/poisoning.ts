import { always, type Cell, NOTHING, onCall, type Row } from './row.js';

/** Replaces a property of a shared object until the host has its answer. */
function poison(cell: Cell, target: object, key: PropertyKey, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, key);
  Object.defineProperty(target, key, {
    value,
    configurable: true,
    writable: true,
    enumerable: before?.enumerable ?? true,
  });
  cell.undo(() => {
    if (before === undefined) Reflect.deleteProperty(target, key);
    else Object.defineProperty(target, key, before);
  });
}

const raise = () => {
  throw new Error('poisoned');
};

const ONLY_CALLS = onCall(NOTHING);
const LAST_LINE = { PreToolUse: always('denied') };
const LAST_LINE_LATE = { PreToolUse: always('denied, the rest ran') };
const HOST_BLOCKS = { PreToolUse: always('no answer') };

/** A change of the language, and whether the process ends by it. */
interface PoisoningRow extends Row {
  readonly ends?: number;
}

/**
 * Changes of the language itself. Hookloom is no wall against them; what it does by them is fail closed, or not notice.
 */
export const POISONING: readonly PoisoningRow[] = [
  {
    that: 'adds a decision to every object',
    does: (_ctx, _next, cell) => {
      poison(cell, Object.prototype, 'decision', 'approve');
      poison(cell, Object.prototype, 'permissionDecision', 'allow');
    },
    sees: NOTHING,
  },
  {
    that: 'adds an object to every object',
    does: (_ctx, _next, cell) => poison(cell, Object.prototype, 'polluted', {}),
    sees: NOTHING,
  },
  {
    that: 'adds a toJSON to every object',
    does: (_ctx, _next, cell) => poison(cell, Object.prototype, 'toJSON', () => ({})),
    sees: ONLY_CALLS,
  },
  {
    that: 'adds a then to every object',
    does: (_ctx, _next, cell) => poison(cell, Object.prototype, 'then', raise),
    sees: HOST_BLOCKS,
  },
  {
    that: 'breaks Array.prototype.filter',
    does: (_ctx, _next, cell) => poison(cell, Array.prototype, 'filter', raise),
    sees: LAST_LINE_LATE,
  },
  {
    that: 'breaks Array.prototype.push',
    does: (_ctx, _next, cell) => poison(cell, Array.prototype, 'push', raise),
    sees: LAST_LINE,
  },
  {
    that: 'breaks the iteration of lists',
    does: (_ctx, _next, cell) => poison(cell, Array.prototype, Symbol.iterator, raise),
    sees: HOST_BLOCKS,
  },
  {
    that: 'breaks String.prototype.trim',
    does: (_ctx, _next, cell) => poison(cell, String.prototype, 'trim', raise),
    sees: LAST_LINE_LATE,
  },
  {
    that: 'breaks Promise.prototype.then',
    does: (_ctx, _next, cell) => poison(cell, Promise.prototype, 'then', raise),
    sees: ONLY_CALLS,
  },
  {
    that: 'breaks Object.freeze',
    does: (_ctx, _next, cell) => poison(cell, Object, 'freeze', raise),
    sees: LAST_LINE_LATE,
  },
  {
    that: 'breaks performance.now',
    does: (_ctx, _next, cell) => poison(cell, performance, 'now', raise),
    sees: LAST_LINE,
  },
  {
    that: 'stops performance.now',
    does: (_ctx, _next, cell) => poison(cell, performance, 'now', () => Number.NaN),
    sees: ONLY_CALLS,
  },
];
