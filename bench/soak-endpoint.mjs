// @ts-check
// A receiver that misbehaves, in a process of its own: it answers 200 mostly, and stalls, drops, or says 500 or 429.
import { createServer } from 'node:http';

/** @typedef {{ requests: number, ids: number, accepted: number, repeatedUntold: number, acceptedTwice: number }} Ledger */

const ID = 'x-hookloom-id';
/** @type {Record<string, { requests: number, failures: number, ids: Map<string, 'failed' | 'accepted'>, repeatedUntold: number, acceptedTwice: number }>} */
const ledgers = {};

function ledgerOf(/** @type {string} */ path) {
  ledgers[path] ??= {
    requests: 0,
    failures: 0,
    ids: new Map(),
    repeatedUntold: 0,
    acceptedTwice: 0,
  };
  return ledgers[path];
}

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const ledger = ledgerOf(request.url ?? '');
    ledger.requests += 1;
    const turn = ledger.requests;
    const id = String(request.headers[ID]);
    const before = ledger.ids.get(id);
    // A message comes again only after an attempt that failed.
    if (before === 'accepted') ledger.repeatedUntold += 1;
    if (turn % 25 === 0) {
      if (before === undefined) ledger.ids.set(id, 'failed');
      ledger.failures += 1;
      misbehave(turn, response);
      return;
    }
    if (before === 'accepted') ledger.acceptedTwice += 1;
    ledger.ids.set(id, 'accepted');
    response.end('ok');
  });
});

function misbehave(/** @type {number} */ turn, /** @type {import('node:http').ServerResponse} */ response) {
  const kind = (turn / 25) % 8;
  // It stalls: the answer never comes.
  if (kind === 0) return;
  if (kind === 1 || kind === 5) response.destroy();
  else if (kind === 2) response.writeHead(429, { 'retry-after': '1' }).end();
  else if (kind === 6) response.writeHead(429, { 'retry-after': '0' }).end();
  else response.writeHead(500).end('no');
}

process.on('message', () => {
  const report = Object.fromEntries(
    Object.entries(ledgers).map(([path, { ids, ...counts }]) => [
      path,
      {
        ...counts,
        ids: ids.size,
        accepted: [...ids.values()].filter((state) => state === 'accepted').length,
      },
    ]),
  );
  process.send?.(report);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : undefined);
});
