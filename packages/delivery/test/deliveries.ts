import { onTestFinished } from 'vitest';
import type { Delivery } from '../src/delivery.js';
import { createDelivery } from '../src/delivery.js';
import type { DeliveryOptions } from '../src/settings.js';
import type { Receiver } from './receiver.js';

/** A delivery to a receiver, quick to retry, that closes when the test ends. */
export function deliverTo({ url }: Pick<Receiver, 'url'>, options: Partial<DeliveryOptions> = {}): Delivery {
  const delivery = createDelivery({ url, allowInsecure: 'loopback', backoff: 5, ...options });
  onTestFinished(async () => void (await delivery.close()));
  return delivery;
}

/** Whether the counts add up. */
export function addsUp({ counts }: Delivery): boolean {
  const { accepted, delivered, failed, dropped, cancelled, pending } = counts;
  return accepted === delivered + failed + dropped + cancelled + pending;
}
