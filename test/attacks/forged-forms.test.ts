import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { MatterFilter } from '../../src/domain/decision.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { aScreenInMemory, type MemoryScreen } from '../support/a-screen-in-memory.ts';
import { meaning } from '../support/a-web.ts';
import { aReportLine } from '../support/a-report-line.ts';
import { reportCounts } from '../support/report-counts.ts';

let attempts = 0;
afterAll(() => reportCounts('Attacks', { 'forged forms': attempts }));

const screenAt = 'https://host.example/tax-nexus/screen';
const own = 'https://host.example';
const form = 'application/x-www-form-urlencoded';

/** Everything that a form can change, with fields that would do it. */
const actions: readonly (readonly [path: string, fields: string])[] = [
  ['/runs', 'storefront=us-store&from=2026-01-01&to=2026-01-31&mode=start'],
  ['/runs/run-1/retry', 'id=shopify:1:1001'],
  ['/runs/run-1/retry', ''],
  ['/runs/run-1/pause', ''],
  ['/runs/run-1/cancel', ''],
  ['/runs/run-1/acknowledge', 'storefront=us-store&id=shopify:1:1001&note=forged'],
  ['/runs/run-1/sign-off', 'note=forged&open=1'],
  ['/needs-you', 'do=decide&what=refused&action=leave+out&note=forged&expected=1'],
  ['/months', 'month=2026-01&what=close&open=1'],
  ['/nexus/TX', 'since=2026-01-01&what=save'],
  ['/opening-balances', 'channel=Fairs&state=TX&month=2026-01&sales=1&transactions=1&what=save'],
  ['/calendar', 'storefront=us-store&from=2026-01-01&to=2026-01-31'],
];

/** Where a form of another site may seem to come from. */
const senders: readonly Readonly<Record<string, string>>[] = [
  {},
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: own },
  { origin: own, 'sec-fetch-site': 'cross-site' },
  { origin: own, 'sec-fetch-site': 'same-site' },
  { origin: own, 'sec-fetch-site': 'none' },
  { origin: own, 'sec-fetch-site': 'SAME-ORIGIN, cross-site' },
  { origin: own, 'sec-fetch-site': '' },
  { origin: `${own}.evil.example` },
  { origin: own, referer: `${own}/tax-nexus/screen` },
  { 'x-forwarded-host': 'host.example', 'x-forwarded-proto': 'https' },
];

/** What is no form, though a page of another site may send it. */
const otherTypes = ['text/plain', 'application/json', `text/plain;${form}`, 'multipart/mixed', ''];

const methods = ['POST', 'PUT', 'DELETE', 'PATCH'];

const account = { id: '1', name: 'Sample store', timeZone: 'America/New_York' };
const connector: SourceConnector = {
  ...meaning(() => E.right({ _tag: 'Irrelevant', deliveryId: 'none' })),
  account: TE.right(account),
};

const aFinishedRun = async (): Promise<MemoryScreen> => {
  const screen = aScreenInMemory({ connectorOf: () => connector });
  await screen.readAll();
  await screen.finish('run-1', [aReportLine({ outcome: 'failed', reason: 'refused' })]);
  return screen;
};

const send = (
  { answer }: MemoryScreen,
  method: string,
  [path, body]: readonly [string, string],
  headers: Readonly<Record<string, string>>,
): Promise<Response> => {
  attempts += 1;
  return answer(new Request(`${screenAt}${path}`, { method, headers, body }));
};

const decided: MatterFilter = { storefronts: ['us-store'], state: 'decided', now: '2026-04-01T00:00:00Z' };

const changesOf = async ({ store, started, retried, ended, counted, woken }: MemoryScreen): Promise<unknown> => [
  started,
  retried,
  ended,
  counted,
  woken,
  await store.reviews.closedPeriods(),
  await store.reviews.registrations(),
  await store.reviews.openingBalances(),
  await store.reviews.signOffs('run-1')(),
  await store.reviews.findMatters(decided, { sort: 'newest', offset: 0, limit: 10 })(),
  await store.inbox.resolutions('us-store')(),
];

describe('a form of another site', () => {
  it('changes nothing, whatever it says of where it comes from, of what it is, and by which method', async () => {
    const screen = await aFinishedRun();
    const before = inspect(await changesOf(screen), { depth: 9 });
    for (const action of actions) {
      for (const method of methods) {
        for (const sender of senders) {
          const { status } = await send(screen, method, action, { ...sender, 'content-type': form });
          expect([action, method, sender, status]).toStrictEqual([action, method, sender, 403]);
        }
      }
      for (const type of otherTypes) {
        const { status } = await send(screen, 'POST', action, {
          'sec-fetch-site': 'same-origin',
          'content-type': type,
        });
        expect([action, type, status]).toStrictEqual([action, type, 415]);
      }
    }
    expect(inspect(await changesOf(screen), { depth: 9 })).toBe(before);
  });

  it('would have changed something: each of these forms does, when a page of ours sends it', async () => {
    for (const action of actions) {
      const screen = await aFinishedRun();
      const before = inspect(await changesOf(screen), { depth: 9 });
      await send(screen, 'POST', action, { 'sec-fetch-site': 'same-origin', 'content-type': form });
      expect([action, inspect(await changesOf(screen), { depth: 9 }) !== before]).toStrictEqual([action, true]);
    }
  });
});
