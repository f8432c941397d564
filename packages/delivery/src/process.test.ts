import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { answers, startReceiver, status } from '../test/receiver.js';

const run = promisify(execFile);
const tsx = import.meta.resolve('tsx');
const source = fileURLToPath(new URL('delivery.ts', import.meta.url));

/** Runs a few lines in a process of their own, with a delivery to `url`; it must end by itself. */
async function runAlone(url: string, code: string): Promise<{ stdout: string; stderr: string }> {
  const script = `
    const { createDelivery } = await import(${JSON.stringify(source)});
    const delivery = createDelivery({ url: ${JSON.stringify(url)}, allowInsecure: 'loopback', deadline: 1_000 });
    ${code}
    process.on('exit', () => console.log(JSON.stringify(delivery.counts)));
  `;
  return run(process.execPath, ['--import', tsx, '--input-type=module', '--eval', script], {
    timeout: 30_000,
  });
}

it('a process ends by itself once its messages are out, without a flush', async () => {
  const receiver = await startReceiver();
  const { stdout, stderr } = await runAlone(
    receiver.url,
    `for (let i = 0; i < 5; i += 1) delivery.send({ body: String(i) });`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 5, delivered: 5 });
  expect(receiver.requests.length).toBe(5);
  expect(stderr).toBe('');
});

it('a process ends by itself after close, though the endpoint never answers', async () => {
  const receiver = await startReceiver(answers.stall);
  const { stdout, stderr } = await runAlone(
    receiver.url,
    `for (let i = 0; i < 5; i += 1) delivery.send({ body: String(i) }); await delivery.close(50);`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 5, cancelled: 5 });
  expect(stderr).toBe('');
});

it('a flush that had more time leaves no timer', async () => {
  const receiver = await startReceiver();
  const { stdout } = await runAlone(
    receiver.url,
    `delivery.send({ body: '' }); await delivery.flush(60_000);`,
  );
  expect(JSON.parse(stdout)).toMatchObject({ delivered: 1 });
});

it('a process that does not close ends by the deadline, and leaves no rejection unhandled', async () => {
  const receiver = await startReceiver(status(500));
  const { stdout, stderr } = await runAlone(receiver.url, `delivery.send({ body: '' });`);
  expect(JSON.parse(stdout)).toMatchObject({ accepted: 1, failed: 1 });
  expect(stderr).toBe('');
});
