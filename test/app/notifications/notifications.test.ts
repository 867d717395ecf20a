import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { Webhook } from 'standardwebhooks';
import type { NotificationTarget } from '../../../src/app/notifications/deliver.ts';
import type { Notification } from '../../../src/app/notifications/notification.ts';
import {
  type NotifiedAccount,
  type Notifier,
  type NotifierPorts,
  startNotifier,
} from '../../../src/app/notifications/notifier.ts';
import { parseDateRange } from '../../../src/domain/date-range.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { type Run, zeroCounts } from '../../../src/domain/run.ts';
import { secret } from '../../../src/domain/secret.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { sampleRange } from '../../../sandbox/index.ts';
import { isOverWithin, eventually, last, plugins } from '../../support/a-plugin.ts';
import { aReportLine } from '../../support/a-report-line.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { leaksIn } from '../../support/leaks-in.ts';
import { listening } from '../../support/listening.ts';
import { right } from '../../support/right.ts';
import type { StateExposure } from '../../../src/reconcile/thresholds/exposure.ts';

const aPlugin = plugins();
const listen = listening();
const key = `whsec_${randomBytes(32).toString('base64')}`;

interface Posted {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** A receiver that answers with these statuses in turn, the last one for ever; 0 gives no answer. */
const aReceiver = async (...statuses: readonly number[]) => {
  const posted: Posted[] = [];
  const origin = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      posted.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() });
      const status = statuses[Math.min(posted.length, statuses.length) - 1] ?? 200;
      if (status !== 0) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  return { origin, posted };
};

const notifiers: Notifier[] = [];
afterAll(() => Promise.all(notifiers.map(({ stop }) => stop(0))));

const historical: Run = {
  id: 'run-1',
  storefronts: ['us-store'],
  range: right(parseDateRange('2026-01-01', '2026-03-31')),
  dryRun: false,
  status: 'finished',
  startedAt: instantOfMilliseconds(Date.parse('2026-04-01T00:00:00Z')),
  finishedAt: null,
  timeZones: {},
};

/** A notifier by itself, over a sync database whose runs have these numbers of held sales. */
const aNotifier = ({
  account = 'default',
  now = '2026-04-02T10:00:00Z',
  closed = [],
  held = {},
  store = memoryStore(),
  targets = {},
  runs = [historical],
  reviews: own,
  states = [],
  exposureOf = () => Promise.resolve({ states }),
}: {
  readonly account?: string;
  readonly now?: string;
  readonly closed?: readonly string[];
  readonly held?: Readonly<Record<string, number>>;
  readonly store?: ReturnType<typeof memoryStore>;
  readonly targets?: Readonly<Record<string, NotificationTarget>>;
  readonly runs?: readonly Run[];
  readonly reviews?: NotifiedAccount['reviews'];
  readonly states?: readonly StateExposure[];
  readonly exposureOf?: NotifierPorts['exposureOf'];
}) => {
  const sent: Notification[] = [];
  const warned: string[] = [];
  const at = instantOfMilliseconds(Date.parse(now));
  const stated: NotifiedAccount['reviews'] = {
    listRuns: () => () => Promise.resolve(E.right({ runs, next: O.none })),
    matterGroups: ({ runId = '', storefronts: [storefront = ''] }) => {
      const group = { storefront, what: 'partially paid', isSent: false, currency: 'USD', total: 0n };
      return () => Promise.resolve(E.right([{ ...group, count: held[runId] ?? 0 }]));
    },
    closedPeriods: () => Promise.resolve(E.right(closed.map((month) => ({ month, by: 'Ada', at })))),
  };
  const reviews = own ?? stated;
  const started = startNotifier({
    targets: { test: { only: null, send: (notification) => sent.push(notification) }, ...targets },
    store,
    accountOf: (storefront) => (storefront === 'other' ? 'bakery' : account),
    accounts: () => [{ name: account, storefronts: ['us-store', 'billing'], reviews }],
    exposureOf,
    clock: { now: () => Date.parse(now) },
    log: { warn: (message, fields) => warned.push(`${message} ${JSON.stringify(fields)}`) },
  });
  notifiers.push(started);
  return { ...started, sent, warned, store };
};

const refused = {
  type: 'storefront.stopped',
  storefront: 'us-store',
  who: 'us-store',
  cause: 'credentials',
  message: 'Shopify refuses the token. Make a new one.',
} as const;

describe('a historical sync that ends', () => {
  it('is reported to each target in its own form, with counts, the run, and nothing of a customer', async () => {
    const { origin, posted } = await aReceiver(200);
    const mails: Notification[] = [];
    const others: Notification[] = [];
    const { taxNexus, taxService } = await aPlugin({
      notifications: {
        ops: { url: `${origin}/ops`, secret: key },
        slack: { url: `${origin}/slack`, format: 'slack' },
        mail: { send: (mail) => mails.push(mail) },
        other: { only: ['credentials.refused'], send: (mail) => others.push(mail) },
      },
    });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    await eventually(() => posted.length === 2 && mails.length === 1);
    const sent = String(taxService.journal().length);
    const [mail] = mails;
    expect(mail).toMatchObject({ kind: 'run.finished', storefront: null, id: expect.stringMatching(/^msg_/) });
    expect(mail?.title).toMatch(new RegExp(`^Historical sync finished: ${sent} sent, 0 already there, \\d+ need you$`));
    expect(mail?.text).toContain(`tax-nexus report --run ${id}`);

    const ops = posted.find(({ path }) => path === '/ops');
    expect(new Webhook(key).verify(ops?.body ?? '', ops?.headers ?? {})).toStrictEqual({ ...mail });
    const forged = (ops?.body ?? '').replace('finished', 'canceled');
    expect(() => new Webhook(key).verify(forged, ops?.headers ?? {})).toThrow();
    const slack = posted.find(({ path }) => path === '/slack');
    expect(JSON.parse(slack?.body ?? '')).toStrictEqual({ text: `*${mail?.title}*\n${mail?.text}` });
    expect(slack?.headers['webhook-signature']).toBeUndefined();
    expect(leaksIn(JSON.stringify([posted, mails]))).toStrictEqual([]);
    expect(others).toStrictEqual([]);
  }, 60_000);
});

describe('a notification of an app of many businesses', () => {
  it('names the account that it is about, so that the host can pass it on to the right one', async () => {
    const store = memoryStore();
    const request = { storefronts: ['other'], range: historical.range, dryRun: false };
    right(await store.forAccount('bakery').openRun(request, { id: 'run-9', at: historical.startedAt })());
    const { onEvent, stop, sent } = aNotifier({ store, held: { 'run-1': 1 }, now: '2026-04-16T00:00:00Z' });
    onEvent({ type: 'run.finished', runId: 'run-9', status: 'finished', counts: zeroCounts });
    onEvent({ ...refused, storefront: 'other', who: 'other' });
    const range = { from: '2026-03-01', to: '2026-03-31' };
    onEvent({ type: 'reconcile.finished', storefront: 'other', range, isComplete: false, differences: 1 });
    await stop(1_000);
    expect(sent.map(({ kind, account }) => [kind, account]).sort()).toStrictEqual([
      ['credentials.refused', 'bakery'],
      ['differences.found', 'bakery'],
      ['period.closing', 'default'],
      ['run.finished', 'bakery'],
    ]);
    expect(sent.find(({ kind }) => kind === 'run.finished')?.title).toBe(
      'Historical sync of account bakery finished: 0 sent, 0 already there, 0 need you',
    );
  });
});

describe('credentials that are refused', () => {
  it('are reported once, however many storefronts, processes and attempts find it', async () => {
    const sent: Notification[] = [];
    const options = {
      service: { baseUrl: '', apiKey: 'CANARY-refused' },
      notifications: { mail: { send: (mail: Notification) => sent.push(mail) } },
    };
    const { taxService, another } = await aPlugin();
    const given = { ...options, service: { ...options.service, baseUrl: taxService.origin } };
    for (const taxNexus of [another(given), another(given)]) {
      const { id } = await taxNexus.historicalSync.start(sampleRange);
      await last(taxNexus.historicalSync.watch(id));
      await taxNexus.stop();
    }
    const stopped = sent.filter(({ title }) => title.includes('credentials were refused'));
    expect(stopped).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain('CANARY');
  }, 60_000);

  it('are reported with the remedy, at most once a day', async () => {
    const { onEvent, stop, sent, store } = aNotifier({});
    onEvent(refused);
    onEvent(refused);
    await stop(1_000);
    expect(sent).toMatchObject([
      {
        kind: 'credentials.refused',
        storefront: 'us-store',
        title: 'Credentials refused: us-store',
        text: expect.stringContaining('Shopify refuses the token. Make a new one. Nothing is lost'),
      },
    ]);
    const later = aNotifier({ store, now: '2026-04-03T09:59:00Z' });
    later.onEvent(refused);
    await later.stop(1_000);
    expect(later.sent).toStrictEqual([]);
    const nextDay = aNotifier({ store, now: '2026-04-03T10:01:00Z' });
    nextDay.onEvent(refused);
    await nextDay.stop(1_000);
    expect(nextDay.sent).toHaveLength(1);
  });

  it('of the service are reported once for each account, and a platform that gives no answer is not reported', async () => {
    const { onEvent, stop, sent } = aNotifier({});
    onEvent({ ...refused, who: 'service' });
    onEvent({ ...refused, who: 'service', storefront: 'billing' });
    onEvent({ ...refused, who: 'service', storefront: 'other' });
    onEvent({ ...refused, cause: 'no answer' });
    await stop(1_000);
    expect(sent).toMatchObject([
      { storefront: null, title: 'Credentials refused: the Tax Nexus Service' },
      { storefront: null, title: 'Credentials refused: the Tax Nexus Service of account bakery' },
    ]);
  });
});

describe('the threshold of a state', () => {
  const threshold = { sales: 100_000, transactions: 200, needsBoth: false };
  const aState = (state: string, percent: number, differences: Partial<StateExposure> = {}): StateExposure => ({
    ...{
      state,
      status: 'below',
      sales: `${percent}000.00`,
      netSales: '0.00',
      transactions: percent,
      percent,
      threshold,
      duties: [],
    },
    period: { rule: 'calendar year', from: '2026-01-01', to: '2026-04-02' },
    ...{
      registration: null,
      notRead: [],
      disagreements: [],
      notCollected: null,
      isOutdated: false,
      openingBalances: null,
    },
    ...{ includesMarketplaceSales: true, lacksMarketplaceSales: false, source: { name: '', link: null, on: null } },
    ...differences,
  });
  const duty = { crossedOn: '2026-03-14', threshold, collectFrom: '2026-05-01', until: '2027-12-31' };
  const reached = { status: 'reached', duties: [duty] } as const;
  const store = memoryStore();
  const notifiedAt = async (
    now: string,
    states: readonly StateExposure[],
    differences: Parameters<typeof aNotifier>[0] = {},
  ): Promise<readonly Notification[]> => {
    const { stop, sent } = aNotifier({ now, states, store, ...differences });
    await stop(30_000);
    return sent;
  };

  it('is reported once when sales are at 75 and at 90 percent of it, and when it is reached', async () => {
    const first = await notifiedAt('2026-04-02T10:00:00Z', [
      aState('WA', 78),
      aState('TX', 101, reached),
      aState('NV', 74),
    ]);
    expect(first.map(({ kind, title, text }) => ({ kind, title, text }))).toStrictEqual([
      {
        kind: 'threshold.reached',
        title: '1 state threshold is reached',
        text: 'TX: reached on 2026-03-14, collect from 2026-05-01. An indication: see tax-nexus exposure, or Nexus on the screen.',
      },
      {
        kind: 'threshold.near',
        title: '1 state threshold is near',
        text: 'WA: 78 %, 78,000 USD of 100,000 USD and 78 of 200 sales. An indication: see tax-nexus exposure, or Nexus on the screen.',
      },
    ]);
    const again = [aState('WA', 82), aState('TX', 120, reached)];
    expect(await notifiedAt('2026-04-03T11:00:00Z', again)).toStrictEqual([]);
    const [nearer, ...none] = await notifiedAt('2026-04-04T12:00:00Z', [aState('WA', 91), aState('TX', 130, reached)]);
    expect(nearer?.text).toContain('WA: 91 %');
    expect(none).toStrictEqual([]);
    // A measuring period may also lose sales.
    expect(await notifiedAt('2026-04-05T13:00:00Z', [aState('WA', 76)])).toStrictEqual([]);
    const nextYear = { period: { rule: 'calendar year', from: '2027-01-01', to: '2027-02-01' } } as const;
    expect(await notifiedAt('2027-05-07T14:00:00Z', [aState('WA', 80, nextYear)])).toHaveLength(1);
  });

  it('is looked at once a day, and when a historical sync has ended', async () => {
    const own = memoryStore();
    const now = '2026-04-02T10:00:00Z';
    expect(await notifiedAt(now, [], { store: own })).toStrictEqual([]);
    const near = [aState('WA', 78)];
    expect(await notifiedAt('2026-04-02T11:00:00Z', near, { store: own })).toStrictEqual([]);
    const { onEvent, stop, sent } = aNotifier({ now: '2026-04-02T11:00:00Z', states: near, store: own });
    onEvent({ type: 'run.finished', runId: 'run-1', status: 'finished', counts: zeroCounts });
    await stop(1_000);
    expect(sent.map(({ kind }) => kind)).toStrictEqual(['run.finished', 'threshold.near']);
  });

  it('is reported again at the next look while no target accepts it, or while it is not known', async () => {
    const own = memoryStore();
    const states = [aState('TX', 101, reached)];
    let refused = 0;
    const down: NotificationTarget = {
      only: null,
      send: () => {
        refused += 1;
        throw new Error('down');
      },
    };
    const at = (now: string, target: NotificationTarget, given: readonly StateExposure[] | Error = states) =>
      notifiedAt(now, given instanceof Error ? [] : given, {
        ...{ store: own, targets: { test: target } },
        ...(given instanceof Error && { exposureOf: () => Promise.reject(given) }),
      });
    await at('2026-04-02T10:00:00Z', down);
    expect(refused).toBeGreaterThan(0);
    const sent: Notification[] = [];
    const works: NotificationTarget = { only: null, send: (notification) => sent.push(notification) };
    await at('2026-04-02T11:00:00Z', works, new Error('locked'));
    expect(sent).toStrictEqual([]);
    await at('2026-04-02T12:00:00Z', works);
    expect(sent.map(({ kind }) => kind)).toStrictEqual(['threshold.reached']);
    await at('2026-04-02T13:00:00Z', works);
    await at('2026-04-03T14:00:00Z', works);
    expect(sent).toHaveLength(1);
  }, 60_000);

  it('is reported once where earlier sales are read later and move the day of the crossing', async () => {
    const own = memoryStore();
    const earlier = { ...reached, duties: [{ ...duty, crossedOn: '2026-02-01' }] };
    expect(await notifiedAt('2026-04-02T10:00:00Z', [aState('TX', 101, reached)], { store: own })).toHaveLength(1);
    expect(await notifiedAt('2026-04-03T11:00:00Z', [aState('TX', 140, earlier)], { store: own })).toStrictEqual([]);
  });

  it('is reported again in a moving period only when a year has passed, in a calendar year only in the next one', async () => {
    const own = memoryStore();
    const at = async (now: string, percent: number): Promise<readonly string[]> => {
      const [year, day] = [now.slice(0, 4), now.slice(0, 10)];
      const moving = { rule: '12 months', from: day, to: day } as const;
      const calendar = { rule: 'calendar year', from: `${year}-01-01`, to: day } as const;
      const states = [aState('MN', percent, { period: moving }), aState('WA', percent, { period: calendar })];
      return (await notifiedAt(now, states, { store: own })).map(
        ({ text }) => text.match(/[A-Z]{2}(?=: )/g)?.join(' ') ?? '',
      );
    };
    expect(await at('2026-11-20T10:00:00Z', 92)).toStrictEqual(['MN WA']);
    expect(await at('2027-01-02T10:00:00Z', 92)).toStrictEqual(['WA']);
    // Less in between is the same period still.
    expect(await at('2027-03-02T10:00:00Z', 40)).toStrictEqual([]);
    expect(await at('2027-06-02T10:00:00Z', 78)).toStrictEqual([]);
    expect(await at('2027-11-23T10:00:00Z', 91)).toStrictEqual(['MN']);
    expect(await at('2028-01-03T10:00:00Z', 91)).toStrictEqual(['WA']);
  });

  it('is reported once when it is reached, also after years', async () => {
    const own = memoryStore();
    const at = (now: string) => notifiedAt(now, [aState('TX', 140, reached)], { store: own });
    expect(await at('2026-04-02T10:00:00Z')).toHaveLength(1);
    expect(await at('2028-04-03T10:00:00Z')).toStrictEqual([]);
  });

  it('is not reported where you are registered, nor when a duty is over and sales are far below', async () => {
    const registration = { status: 'registered', since: '2026-01-01', by: null } as const;
    const states = [
      aState('CO', 140, { ...reached, registration }),
      aState('GA', 60, { status: 'over', duties: [duty] }),
    ];
    expect(await notifiedAt('2026-04-02T10:00:00Z', states, { store: memoryStore() })).toStrictEqual([]);
  });
});

describe('a reconciliation', () => {
  const finished = {
    type: 'reconcile.finished',
    storefront: 'us-store',
    range: { from: '2026-03-01', to: '2026-03-31' },
  } as const;

  it.each([
    [1, 'us-store: 1 difference from 2026-03-01 to 2026-03-31'],
    [1_200, 'us-store: 1,200 differences from 2026-03-01 to 2026-03-31'],
  ])('that finds %i differences is reported with the command that names each', async (differences, title) => {
    const { onEvent, stop, sent } = aNotifier({});
    onEvent({ ...finished, isComplete: false, differences });
    await stop(1_000);
    const command = 'tax-nexus reconcile --storefront us-store --from 2026-03-01 --to 2026-03-31';
    expect(sent).toMatchObject([{ kind: 'differences.found', title, text: expect.stringContaining(command) }]);
  });

  it('that finds none is not reported', async () => {
    const { onEvent, stop, sent } = aNotifier({});
    onEvent({ ...finished, isComplete: true, differences: 0 });
    await stop(1_000);
    expect(sent).toStrictEqual([]);
  });
});

describe('a month that is about to be filed', () => {
  const held = { 'live:us-store': 3, 'run-1': 8, 'run-0': 50 };
  const notified = async (given: Parameters<typeof aNotifier>[0]): Promise<readonly Notification[]> => {
    const { stop, sent } = aNotifier({ held, ...given });
    await stop(1_000);
    return sent;
  };

  it.each(['2026-04-15T00:00:00Z', '2026-04-20T23:59:59Z'])('is reported with its open sales on %s', async (now) => {
    const [notification] = await notified({ now });
    expect(notification).toMatchObject({
      kind: 'period.closing',
      storefront: null,
      title: '2026-03 is about to be filed, and sales need you',
      text: 'Held or failed: 3 sales of live work at us-store; 8 sales in run run-1. Decide them on the screen before the 20th, then close the month.',
    });
  });

  it.each(['2026-04-14T23:59:59Z', '2026-04-21T00:00:00Z'])('is not reported on %s', async (now) => {
    expect(await notified({ now })).toStrictEqual([]);
  });

  it('is December in January', async () => {
    const run = { ...historical, range: right(parseDateRange('2025-12-01', '2025-12-31')) };
    expect((await notified({ now: '2026-01-16T00:00:00Z', runs: [run] }))[0]?.title).toContain('2025-12');
  });

  it('is reported for each account', async () => {
    const store = memoryStore();
    const now = '2026-04-16T00:00:00Z';
    const titles = ['acme', 'bakery', 'acme'].map(
      async (account) => (await notified({ account, now, store }))[0]?.title,
    );
    expect(await Promise.all(titles)).toStrictEqual([
      '2026-03 of account acme is about to be filed, and sales need you',
      '2026-03 of account bakery is about to be filed, and sales need you',
      undefined,
    ]);
  });

  it('is not reported when it is closed, or no sale is open', async () => {
    const now = '2026-04-16T00:00:00Z';
    expect(await notified({ now, closed: ['2026-03'] })).toStrictEqual([]);
    expect(await notified({ now, closed: ['2026-02'] })).toHaveLength(1);
    expect(await notified({ now, held: {} })).toStrictEqual([]);
  });

  it('is not reported once all that is on hold was decided', async () => {
    const now = '2026-04-16T00:00:00Z';
    const { store, finish } = aScreenInMemory();
    const { reviews } = store;
    await finish('run-1', [aReportLine({ outcome: 'held', reason: 'partially paid', amounts: null })]);
    expect((await notified({ now, reviews }))[0]?.text).toContain('1 sale in run run-1.');
    const decision = { action: 'leave out', note: 'a test', by: 'Ada', at: now, until: null, batch: 'b-1' } as const;
    right(await reviews.decide({ storefronts: ['us-store'], state: 'open', now }, decision)());
    expect(await notified({ now, reviews })).toStrictEqual([]);
  });

  it('counts the newest run over the month, and no dry run', async () => {
    const now = '2026-04-16T00:00:00Z';
    const later = { ...historical, id: 'later', range: right(parseDateRange('2026-04-01', '2026-04-10')) };
    const runs = [{ ...historical, id: 'dry', dryRun: true }, later, historical, { ...historical, id: 'run-0' }];
    const [notification] = await notified({ now, runs, held: { dry: 1, later: 2, ...held } });
    expect(notification?.text).toContain('8 sales in run run-1. ');
  });

  it('is reported once by all processes that share the sync database', async () => {
    const store = memoryStore();
    const all = [];
    for (const now of ['2026-04-15T08:00:00Z', '2026-04-15T09:00:00Z', '2026-04-20T09:00:00Z'])
      all.push(...(await notified({ now, store })));
    expect(all).toHaveLength(1);
  });
});

describe('a target that does not take a notification', () => {
  const target = (url: string): NotificationTarget => ({
    only: null,
    url: secret(url),
    format: 'json',
    key: secret(key),
  });

  it('is asked again, with the same id, until it does', async () => {
    const { origin, posted } = await aReceiver(500, 503, 200);
    const { onEvent, stop, warned } = aNotifier({ targets: { ops: target(origin) } });
    onEvent(refused);
    await stop(20_000);
    expect(posted).toHaveLength(3);
    expect(new Set(posted.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(warned).toStrictEqual([]);
  });

  it.each([
    ['refuses it', 404, 'status 404'],
    ['redirects', 302, 'status 302'],
  ])('and %s is logged by its name, without its address, and the others receive theirs', async (_, status, reason) => {
    const { origin, posted } = await aReceiver(status);
    const { onEvent, stop, warned, sent } = aNotifier({ targets: { ops: target(`${origin}/CANARY`) } });
    onEvent(refused);
    await stop(20_000);
    expect(posted).toHaveLength(1);
    expect(warned).toStrictEqual([
      `A notification was not delivered. Check its target in the setting notifications. ${JSON.stringify({ notification: 'credentials.refused', target: 'ops', reason })}`,
    ]);
    expect(sent).toHaveLength(1);
  });

  it('and throws is logged by the kind of its error alone', async () => {
    const send = (): never => {
      throw new TypeError('ada@example.com');
    };
    const { onEvent, stop, warned } = aNotifier({ targets: { mail: { only: null, send } } });
    onEvent(refused);
    await stop(1_000);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('"reason":"TypeError"');
    expect(warned[0]).not.toContain('ada');
  });

  it('and gives no answer does not hold up the end of the plugin', async () => {
    const { origin } = await aReceiver(0);
    const { taxNexus } = await aPlugin({ notifications: { ops: { url: origin } } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    expect(await isOverWithin(5_000, taxNexus.stop({ drainMs: 1_000 }))).toBe(true);
  }, 60_000);
});
