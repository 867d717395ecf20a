import { describe, expect, it } from '@jest/globals';
import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import { aDelivery, ringTime } from '../../support/a-delivery.ts';
import { right } from '../../support/right.ts';

export const itReceives = (store: () => SyncDatabase): void => {
  describe('as a receiver of deliveries', () => {
    it('enqueues one request for a delivery', async () => {
      expect(right(await store().inbox.receiveDelivery(aDelivery())())).toBe(true);
      expect(right(await store().inbox.state())).toStrictEqual([
        { storefront: 'us-store', due: 1, deferred: 0, parked: 0, oldest: '2026-04-01T12:00:00Z' },
      ]);
    });

    it('reports a duplicate delivery, and enqueues nothing for it', async () => {
      right(await store().inbox.receiveDelivery(aDelivery())());
      expect(right(await store().inbox.receiveDelivery(aDelivery({ recordId: '1002' }))())).toBe(false);
      const [request, ...others] = right(
        await store().inbox.claim('us-store', { now: ringTime, until: ringTime + 1, owner: 'me', limit: 9 })(),
      );
      expect(request).toMatchObject({ recordId: '1001', requestCount: 1 });
      expect(others).toStrictEqual([]);
    });

    it('takes the same delivery id of another storefront for another delivery', async () => {
      right(await store().inbox.receiveDelivery(aDelivery())());
      expect(right(await store().inbox.receiveDelivery(aDelivery({ storefront: 'eu-store' }))())).toBe(true);
      expect(right(await store().inbox.state()).map(({ storefront }) => storefront)).toStrictEqual([
        'eu-store',
        'us-store',
      ]);
    });

    it('keeps a delivery that names no record, and enqueues nothing', async () => {
      expect(right(await store().inbox.receiveDelivery(aDelivery({ recordId: null }))())).toBe(true);
      expect(right(await store().inbox.receiveDelivery(aDelivery({ recordId: null }))())).toBe(false);
      expect(right(await store().inbox.state())).toStrictEqual([]);
    });

    it('enqueues one request for many deliveries about one record, and counts them', async () => {
      for (const n of [1, 2, 3])
        right(await store().inbox.receiveDelivery(aDelivery({ deliveryId: `delivery-${n}` }))());
      right(await store().inbox.enqueue('us-store', ['1001', '1001'], '2026-04-01T12:00:05Z')());
      const requests = right(
        await store().inbox.claim('us-store', {
          now: ringTime + 9_000,
          until: ringTime + 10_000,
          owner: 'me',
          limit: 9,
        })(),
      );
      expect(requests).toStrictEqual([
        {
          storefront: 'us-store',
          recordId: '1001',
          isDeletion: false,
          isFromWebhook: true,
          requestCount: 4,
          attempts: 0,
          firstRequestedAt: '2026-04-01T12:00:00Z',
        },
      ]);
    });

    it('accepts many at the same time, each id once, and counts every delivery', async () => {
      const [first, again, second, other, none] = [
        aDelivery(),
        aDelivery({ recordId: '1002' }),
        aDelivery({ deliveryId: 'delivery-2', isDeletion: true }),
        aDelivery({ deliveryId: 'delivery-3', recordId: '1003' }),
        aDelivery({ deliveryId: 'delivery-4', recordId: null }),
      ];
      const received = await Promise.all(
        [first, again, second, other, none].map((delivery) => store().inbox.receiveDelivery(delivery)()),
      );
      expect(received.map(right)).toStrictEqual([true, false, true, true, true]);
      const requests = right(
        await store().inbox.claim('us-store', { now: ringTime, until: ringTime + 1, owner: 'me', limit: 9 })(),
      );
      expect(
        requests.map(({ recordId, requestCount, isDeletion }) => ({ recordId, rings: requestCount, isDeletion })),
      ).toStrictEqual([
        { recordId: '1001', rings: 2, isDeletion: true },
        { recordId: '1003', rings: 1, isDeletion: false },
      ]);
    });

    it('keeps that one of the deliveries was a deletion', async () => {
      right(await store().inbox.receiveDelivery(aDelivery({ isDeletion: true }))());
      right(await store().inbox.receiveDelivery(aDelivery({ deliveryId: 'delivery-2' }))());
      const [request] = right(
        await store().inbox.claim('us-store', { now: ringTime, until: ringTime + 1, owner: 'me', limit: 9 })(),
      );
      expect(request).toMatchObject({ isDeletion: true, requestCount: 2 });
    });

    it('lists the newest deliveries of a storefront first, and as many as were asked for', async () => {
      for (const [deliveryId, hour] of [
        ['delivery-1', '10'],
        ['delivery-3', '12'],
        ['delivery-2', '11'],
      ] as const) {
        right(
          await store().inbox.receiveDelivery(aDelivery({ deliveryId, receivedAt: `2026-04-03T${hour}:00:00Z` }))(),
        );
      }
      right(await store().inbox.receiveDelivery(aDelivery({ storefront: 'eu-store' }))());
      expect(right(await store().inbox.newestDeliveries('us-store', 2)())).toStrictEqual([
        { deliveryId: 'delivery-3', receivedAt: '2026-04-03T12:00:00Z' },
        { deliveryId: 'delivery-2', receivedAt: '2026-04-03T11:00:00Z' },
      ]);
      expect(right(await store().inbox.newestDeliveries('unknown', 2)())).toStrictEqual([]);
    });

    it('forgets deliveries that are older than asked for, and only those', async () => {
      right(await store().inbox.receiveDelivery(aDelivery())());
      right(
        await store().inbox.receiveDelivery(
          aDelivery({ deliveryId: 'delivery-2', receivedAt: '2026-04-03T12:00:00Z' }),
        )(),
      );
      expect(right(await store().inbox.forgetDeliveries('2026-04-02T00:00:00Z')())).toBe(1);
      expect(right(await store().inbox.receiveDelivery(aDelivery())())).toBe(true);
      expect(right(await store().inbox.receiveDelivery(aDelivery({ deliveryId: 'delivery-2' }))())).toBe(false);
    });
  });
};
