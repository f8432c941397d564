import { inspect } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { deliverTo } from '../test/deliveries.js';
import { type Answer, answers, openReceiver, startReceiver, status, URL_MARKER } from '../test/receiver.js';

const SECRET = 'MARKERSECRET';
const HEADER = 'MARKERHEADER';
const BODY = 'MARKERBODY';
const ECHO = 'MARKERECHO';

const endings: Record<string, Answer> = {
  stall: answers.stall,
  reset: answers.reset,
  half: answers.half,
  404: status(404, {}, ECHO),
  500: (response, { path }) => response.writeHead(500, ECHO).end(path),
  redirect: (response, { path }) => response.writeHead(302, { location: path }).end(),
};

it.each(Object.entries(endings))(
  '%s: nothing that is told shows the URL, a header, the secret or the body',
  async (_, answer) => {
    const told: string[] = [];
    const listen = (warning: Error) => told.push(inspect(warning));
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const delivery = deliverTo(await startReceiver(answer), {
      secret: SECRET,
      headers: { authorization: HEADER },
      timeout: 50,
      deadline: 150,
      retries: 1,
      classify: ({ body }) => (body === 'never' ? undefined : { result: 'retry' }),
    });
    const receipt = delivery.send({ body: BODY });
    const settled = await receipt.done;
    expect(settled.status).toBe('failed');
    told.push(
      inspect({ delivery, receipt, settled, counts: delivery.counts }, { depth: 9, showHidden: true }),
    );
    for (const marker of [URL_MARKER, SECRET, HEADER, BODY, ECHO]) expect(told.join()).not.toContain(marker);
    expect(delivery.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  },
);

it('a refused connection shows none of it either', async () => {
  const receiver = await openReceiver();
  await receiver.close();
  const delivery = deliverTo(receiver, { secret: SECRET, retries: 0 });
  const settled = await delivery.send({ body: BODY }).done;
  for (const marker of [URL_MARKER, SECRET, BODY]) expect(inspect(settled)).not.toContain(marker);
});
