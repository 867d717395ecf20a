import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Inbox } from '../../src/domain/inbox.ts';
import type { WebhookMeaning } from '../../src/mapping/source-connector.ts';
import { memoryStore } from '../../src/store/memory/memory-store.ts';
import { storeMeaning } from '../../src/web/index.ts';
import { right } from '../support/right.ts';

const at = '2026-04-01T12:00:00Z';
const erasureOf = (record: string, deliveryId: string): WebhookMeaning => ({
  _tag: 'EraseRecords',
  recordIds: [record],
  deliveryId,
});

const ignore = (): void => undefined;

/** Stores over an inbox that takes its time to erase, and counts how often it does. */
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
    wake: () => undefined,
    onEvent: () => undefined,
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

describe('an erasure that a platform asks for', () => {
  it('is carried out once when it is delivered many times while it is at work, and answered each time', async () => {
    const { ask, erasures } = aStore();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask('11', `made-up-${index}`)));
    expect(answers.map(right)).toStrictEqual(Array(20).fill('stored'));
    expect(erasures()).toBe(1);
  });

  it('is carried out again when it is delivered later, also after one that failed', async () => {
    const { ask, erasures, failOnce } = aStore();
    failOnce();
    await expect(ask('11')).rejects.toThrow('a defect');
    right(await ask('11'));
    right(await ask('11'));
    expect(erasures()).toBe(3);
  });

  it('of other records, or of another storefront, is carried out beside it', async () => {
    const { ask, erasures } = aStore();
    await Promise.all([ask('11'), ask('12'), ask('11', 'gdpr-1', 'eu-store')]);
    expect(erasures()).toBe(3);
  });
});
