import { read } from 'node:fs';
import { promisify } from 'node:util';
import { LONGEST_PAYLOAD, payloadTooLong } from './payload.js';

const STDIN = 0;

let waiting = false;

/** Tells whether a read of stdin still waits in another thread. The process would not end by itself before it does. */
export function isStdinAwaited(): boolean {
  return waiting;
}

/**
 * Reads all of stdin.
 * @throws HookloomError `PAYLOAD_INVALID` when it is longer than a payload can be.
 */
export async function readStdin(): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOfStdin()) {
    size += chunk.length;
    if (size > LONGEST_PAYLOAD) throw payloadTooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

// By its descriptor: process.stdin loads the streams and the sockets of Node first.
async function* chunksOfStdin(): AsyncGenerator<Uint8Array> {
  const readChunk = promisify(read);
  try {
    for (;;) {
      const buffer = Buffer.allocUnsafe(65_536);
      waiting = true;
      const { bytesRead } = await readChunk(STDIN, buffer, 0, buffer.length, null);
      waiting = false;
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } catch (error) {
    waiting = false;
    const { code } = error as NodeJS.ErrnoException;
    // The end of a pipe on Windows; a descriptor that was set not to block.
    if (code === 'EOF') return;
    if (code !== 'EAGAIN') throw error;
  }
  yield* process.stdin;
}
