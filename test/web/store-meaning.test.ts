import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../src/domain/inbox.ts';
import type { WebhookMeaning } from '../../src/mapping/source-connector.ts';
import { memoryStore } from '../support/memory-store.ts';
import { storeMeaning } from '../../src/web/index.ts';
import { right } from '../support/right.ts';

const at = '2026-04-01T12:00:00Z';
const erasureOf = (record: string, deliveryId: string): WebhookMeaning => ({
  _tag: 'EraseRecords',
  recordIds: [record],
  deliveryId,
});

const ignore = (): void => undefined;

/** `storeMeaning` over an inbox that erases slowly and counts erasures. */
const aStore = () => {
  let [erasures, failures] = [0, 0];
  const { inbox } = memoryStore();
  const slow: Inbox = {
    ...inbox,
    eraseRecords: () => async () => {
      erasures += 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (failures === 0) return E.right(1);
      failures -= 1;
      throw new Error('a defect');
    },
  };
  const store = storeMeaning({
    inbox: () => Promise.resolve(E.right(slow)),
    wake: ignore,
    onEvent: ignore,
    clock: { now: () => 0, sleep: () => () => Promise.resolve() },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  return {
    ask: (record: string, deliveryId = 'gdpr-1', storefront = 'us-store') =>
      store(storefront, erasureOf(record, deliveryId), at)(),
    erasures: () => erasures,
    failOnce: () => (failures = 1),
  };
};

describe('an erasure that a platform requests', () => {
  it('is done once for many deliveries while it is in progress, each with a response', async () => {
    const { ask, erasures } = aStore();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask('11', `made-up-${index}`)));
    expect(answers.map(right)).toStrictEqual(Array(20).fill('stored'));
    expect(erasures()).toBe(1);
  });

  it('is done again for a later delivery, also after a failure', async () => {
    const { ask, erasures, failOnce } = aStore();
    failOnce();
    await expect(ask('11')).rejects.toThrow('a defect');
    right(await ask('11'));
    right(await ask('11'));
    expect(erasures()).toBe(3);
  });

  it('of other records, or of another storefront, is done in parallel', async () => {
    const { ask, erasures } = aStore();
    await Promise.all([ask('11'), ask('12'), ask('11', 'gdpr-1', 'eu-store')]);
    expect(erasures()).toBe(3);
  });
});
