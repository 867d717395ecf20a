import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Sale } from '../../src/mapping/sale.ts';
import type {
  SourceResult,
  Page,
  RawRequest,
  SourceConnector,
  WebhookMeaning,
} from '../../src/mapping/source-connector.ts';
import { type ConnectorUnderTest, sourceConnectorPromises } from '../../src/testing/index.ts';
import { aLiveShop } from '../support/a-live-shop.ts';
import { theSale } from '../support/a-live-world.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const interval = { start: '2026-04-01T00:00:00Z', end: '2026-04-02T00:00:00Z' };
const request: RawRequest = { body: new Uint8Array(), headers: {}, receivedAt: interval.start };
const verified = { topic: 'changed', deliveryId: 'delivery-1', payload: { id: 7 } };
const changed: WebhookMeaning = { _tag: 'RecordChanged', deliveryId: 'delivery-1', recordId: '7' };

const receiveVerified: SourceConnector['receiveVerified'] = ({ deliveryId, payload }) =>
  typeof payload === 'object' && payload !== null && 'id' in payload
    ? E.right({ _tag: 'RecordChanged', deliveryId, recordId: String(payload.id) })
    : E.left({ _tag: 'Unreadable', message: 'the payload names no order' });

/** A shop of two pages of sales that were made long before they changed, and a connector that keeps its promises. */
const aShop = (): { readonly good: SourceConnector; readonly recordIds: readonly string[] } => {
  const clock = { ...virtualClock(), sleep: () => () => Promise.resolve() };
  const { connector, put } = aLiveShop(clock);
  const recordIds = Array.from({ length: 15 }, (_, n) => put(theSale(n + 1)));
  return { good: { ...connector, receiveWebhook: () => E.right(changed), receiveVerified }, recordIds };
};

const withoutVerified: typeof aShop = () => {
  const { good, recordIds } = aShop();
  const { platform, account, check, windows, changes, readPage, readRecord, receiveWebhook, subscriptions } = good;
  const known = { platform, account, check, windows, changes, readPage, readRecord, receiveWebhook, subscriptions };
  return { good: known, recordIds };
};

const cancelled = (entry: SourceResult): SourceResult =>
  E.map((sale: Sale): Sale => ({ ...sale, isCanceled: true }))(entry);

/** The suite's result for a connector that was broken on purpose: the failed promises, and why. */
const failuresOf = async (
  damage: (good: SourceConnector) => Partial<SourceConnector>,
  differing: Partial<ConnectorUnderTest> = {},
  shop = aShop,
): Promise<readonly string[]> => {
  const { good, recordIds } = shop();
  const open = (): SourceConnector => ({ ...good, ...damage(good) });
  const promises = sourceConnectorPromises({
    open,
    openRefused: open,
    throttled: 'by other tests',
    openUnreachable: 'by other tests',
    oneRequestFails: 'by other tests',
    expected: 'by other tests',
    range: { from: '2026-01-01', to: '2026-03-31' },
    changed: { interval, recordIds },
    delivery: { request, verified },
    unknownId: 'none',
    canaries: [],
    ...differing,
  });
  const failures: string[] = [];
  for (const { sentence, check } of promises.filter(({ sentence }) => /span|verified/.test(sentence)))
    await check().catch((error: unknown) =>
      failures.push(`${sentence}: ${error instanceof Error ? error.message : ''}`),
    );
  return failures;
};

describe('the suite for connectors', () => {
  it('passes one that keeps its promises, and one without receiveVerified', async () => {
    expect(await failuresOf(() => ({}))).toStrictEqual([]);
    const alone = await failuresOf(() => ({}), { delivery: { request } }, withoutVerified);
    expect(alone).toStrictEqual([]);
  });

  const broken: readonly (readonly [string, (good: SourceConnector) => Partial<SourceConnector>, RegExp])[] = [
    ['knows of no changes', () => ({ changes: () => TE.right([]) }), /the windows do not cover the span/],
    [
      'leaves out the end of a span',
      ({ changes }) => ({ changes: ({ start }) => changes({ start, end: '2026-04-01T12:00:01Z' }) }),
      /the windows do not cover the span/,
    ],
    [
      'gives its windows of changes the keys of a range',
      ({ windows }) => ({ changes: () => windows({ from: '2026-01-01', to: '2026-03-31' }) }),
      /has the key of a window of a range/,
    ],
    [
      'reads changes by the day of their sale',
      ({ readPage }) => ({ readPage: ({ key, ...span }, from) => readPage({ ...span, key: key.slice(8) }, from) }),
      /changed in the span and is in none of its windows/,
    ],
    [
      'reads the first page of changes alone',
      ({ readPage }) => ({
        readPage: (window, from) => TE.map((page: Page): Page => ({ ...page, next: O.none }))(readPage(window, from)),
      }),
      /changed in the span and is in none of its windows/,
    ],
    [
      'hands out changes as they were before',
      ({ readRecord }) => ({
        readRecord: (id) => TE.map((entry: O.Option<SourceResult>) => O.map(cancelled)(entry))(readRecord(id)),
      }),
      /is not the same among the changes and when it is read alone/,
    ],
    [
      'names a verified delivery otherwise than the signed one',
      () => ({ receiveVerified: () => E.right({ ...changed, recordId: '8' }) }),
      /do not mean the same/,
    ],
    [
      'refuses what its own platform has signed',
      () => ({ receiveWebhook: () => E.left({ _tag: 'Unverified', message: 'no' }) }),
      /it refused the delivery that it should understand/,
    ],
    [
      'throws at a payload that is none',
      () => ({
        receiveVerified: ({ deliveryId, payload }) =>
          E.right({ ...changed, deliveryId, recordId: String((payload as { id: number }).id) }),
      }),
      /receiveVerified threw instead of refusing/,
    ],
    [
      'takes a payload that is none',
      () => ({ receiveVerified: () => E.right(changed) }),
      /it accepted an unreadable payload/,
    ],
  ];

  it.each(broken)('finds one out that %s', async (_, damage, why) => {
    const failures = await failuresOf(damage);
    expect(failures.join('\n')).toMatch(why);
  });

  it('reports when it could prove nothing: no changed record, no verified delivery', async () => {
    const failures = await failuresOf(() => ({}), { changed: { interval, recordIds: [] }, delivery: { request } });
    expect(failures.join('\n')).toMatch(
      /no record is named that changed in the span[^]*no verified delivery was given/,
    );
  });
});
