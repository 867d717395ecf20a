import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import type { ScreenUser } from '../../src/index.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { apiApp } from '../../src/web/api/api.ts';
import type { ScreenPorts } from '../../src/web/screen/screen-ports.ts';
import { screenApp } from '../../src/web/screen/screen.ts';
import { last } from '../support/a-plugin.ts';
import { anApp, aService, aShop, deliver, endAll, keyOf } from '../support/accounts-app.ts';
import { eventually } from '../support/a-plugin.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { itInAll } from '../support/it-in-all.ts';
import { randomOf } from '../support/size.ts';
import {
  accountsOf,
  allowed,
  amountOf,
  salesIn,
  secretsFrom,
  type Seen,
  seenBy,
  seesRun,
  seesStorefront,
  type Tenants,
} from '../support/tenants-model.ts';
import { type Asked, isTo, type Right, routesAbout, type Subject } from '../support/tenants-routes.ts';

endAll();

const storefronts: Readonly<Record<string, string>> = {
  'shop-one': 'tenant-acme',
  'shop-two': 'tenant-acme',
  'shop-three': 'tenant-zenith',
  'shop-four': 'tenant-zenith',
  'shop-five': 'tenant-zenith',
  'shop-six': 'tenant-lonely',
};
const names = Object.keys(storefronts);
const accounts = [...new Set(Object.values(storefronts))];

/** Each storefront sells three times: one is sent, one waits for a decision, and one is left out. */
const kinds = ['paid', 'partially paid', 'partially paid'] as const;
const numberOf = (storefront: number, kind: number): string => `#CANARY${storefront}K${kind}`;

const soldBy = (storefront: number): readonly Sale[] =>
  kinds.map((payment, kind) => {
    const { identity } = aSale();
    const n = storefront + kind * names.length;
    return aSale({
      identity: { ...identity, recordId: String(9_001 + n), number: numberOf(storefront, kind) },
      ...{ payment, lines: [aLine({ listed: amountOf(n) })] },
    });
  });

const { origin: service } = await aService(() => 'well', 'own');
const { taxNexus } = anApp({
  origin: service,
  storefronts: Object.fromEntries(
    names.map((name, index) => [name, aShop(index + 1, storefronts[name], soldBy(index))]),
  ),
  accounts: keyOf,
  authorize: (request) => JSON.parse(request.headers.get('x-user') ?? 'null') as ScreenUser | null,
});

/** A sale of each storefront, and what was decided about another one. */
const sales = new Map<string, Partial<Subject>>();

/** Runs of each storefront, of each account, and of live sales; notes, sign-offs and closed months, each with a secret. */
const aWorld = async (): Promise<Tenants> => {
  const runs: Record<string, { account: string; storefronts: readonly string[] }> = {};
  const secrets: { text: string; account: string; needs: readonly string[] }[] = [];
  const sync = async (
    account: string,
    of: readonly string[],
    to = '2026-12-31',
    from = '2026-01-01',
  ): Promise<void> => {
    const { id } = await taxNexus.historicalSync.start({ from, to, storefronts: of });
    await last(taxNexus.historicalSync.watch(id));
    runs[id] = { account, storefronts: of };
    const by = `signer-of-${id}`;
    const matters = await taxNexus.decisions.open({ runId: id, account });
    await taxNexus.historicalSync.signOff(id, {
      by,
      note: '',
      open: matters.reduce((all, { count }) => all + count, 0),
    });
    secrets.push({ text: by, account, needs: of });
  };
  for (const [index, account] of accounts.entries()) {
    const of = names.filter((name) => storefronts[name] === account);
    await sync(account, of);
    if (of.length > 1) for (const name of of) await sync(account, [name]);
    await sync(account, of, '2026-12-31', `201${index}-07-01`);
    await taxNexus.closedPeriods.close({ account, month: `201${index}-07`, by: `closer-of-${account}` });
    secrets.push({ text: `closer-of-${account}`, account, needs: of });
  }
  await taxNexus.start();
  for (const [index, name] of names.entries()) {
    const account = storefronts[name] ?? '';
    await deliver(taxNexus, name);
    const live = `live:${name}`;
    await eventually(async () => {
      const found = await taxNexus.historicalSync.find(live).catch(() => undefined);
      return found !== undefined && found.considered > 0;
    });
    runs[live] = { account, storefronts: [name] };
    const [line] = (await taxNexus.historicalSync.lines(live)).items;
    if (line === undefined) throw new Error('a delivery gives one');
    const note = `note-about-${name}`;
    await taxNexus.resolve({ storefront: name, id: line.id, note, by: 'someone' });
    sales.set(name, { line: line.id, record: line.sourceId, batch: '' });
    for (const text of [note, `:${5_001 + index}:`, ...kinds.map((_, kind) => numberOf(index, kind))])
      secrets.push({ text, account, needs: [name] });
  }
  // The newest run that has the sales of all storefronts of an account.
  for (const account of accounts)
    await sync(
      account,
      names.filter((name) => storefronts[name] === account),
      '2026-11-30',
    );
  for (const [index, name] of names.entries()) {
    const [account, note] = [storefronts[name] ?? '', `decided-about-${name}`];
    const { batch, count } = await taxNexus.decisions.decide({
      ...{ what: 'partially paid', isSent: false, action: 'leave out', note, by: 'someone' },
      ...{ account, storefront: name, text: numberOf(index, 2) },
    });
    if (count !== 1) throw new Error('one of its sales is left out');
    sales.set(name, { ...sales.get(name), batch });
    for (const text of [note, batch]) secrets.push({ text, account, needs: [name] });
  }
  return { storefronts, runs, secrets };
};

const world = await aWorld();
const server = createServer(toNode(taxNexus));
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** All routes with these ids. What would begin work is asked for in vain where the user may begin it. */
const routesOf = (run: string, storefront: string, isSeen: boolean): readonly Asked[] => {
  const { line = '', record = '', batch = '' } = sales.get(storefront) ?? {};
  return routesAbout({ run, storefront, isSeen, line, record, batch });
};

const send = async (asked: Asked, user: ScreenUser | null, chosen: string | undefined) => {
  const { face, method, path, body } = asked;
  const below = face === 'screen' ? `/screen${chosen === undefined ? '' : `/accounts/${chosen}`}` : '/api/v1';
  const url = new URL(`${origin}/tax-nexus${below}${path}`);
  if (face === 'api' && chosen !== undefined) url.searchParams.set('account', chosen);
  const json = face === 'api';
  const fields = new URLSearchParams(
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
    ),
  );
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      'x-user': JSON.stringify(user),
      origin,
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' && {
        'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
    },
    ...(method === 'POST' && { body: json ? JSON.stringify(body) : fields.toString() }),
  });
  const text = await response.text();
  return { status: response.status, text, sent: decodeURIComponent(`${url.href} ${JSON.stringify(body)}`) };
};

const decisionsNow = (): Promise<readonly unknown[]> =>
  Promise.all(
    accounts.flatMap((account) =>
      (['open', 'decided'] as const).map(async (state) => {
        const { items } = await taxNexus.decisions.list({ account, state });
        return items.map(({ lineId, decision }) => [lineId, decision?.note]);
      }),
    ),
  );

/** Each route is asked for often enough for some of them to be allowed to. */
const users = 1_500;

const ports = { clock: { now: Date.now } } as ScreenPorts;
const routesThere = [
  ...screenApp(ports).routes.map((route) => ({ ...route, face: 'screen' as const })),
  ...(await apiApp(ports)).routes.map((route) => ({ ...route, face: 'api' as const })),
].filter(({ method }) => method !== 'ALL');

describe('who may see what', () => {
  itInAll(
    'holds for hundreds of random users, routes and ids, over HTTP: nothing of others is shown, changed or counted',
    async () => {
      const { next: random } = randomOf(20_261_126);
      const pick = <A>(values: readonly A[]): A => values[Math.floor(random() * values.length)] as A;
      const some = <A>(values: readonly A[]): readonly A[] => values.filter(() => random() < 0.6);
      const maybe = <A>(chance: number, value: () => A): A | undefined => (random() < chance ? value() : undefined);
      const leaks: string[] = [];
      const asks = { shown: 0, refused: 0 };
      const reached = new Set<number>();
      const before = await decisionsNow();
      for (let n = 0; n < users; n += 1) {
        const given: { -readonly [Key in keyof ScreenUser]?: ScreenUser[Key] | undefined } = {
          storefronts: maybe(0.6, () => some(names)),
          account: maybe(0.2, () => pick(accounts)),
          accounts: maybe(0.3, () => some(accounts)),
          may: maybe(0.5, () => some<Right>(['view', 'operate', 'approve'])),
        };
        const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
        const user: ScreenUser | null = random() < 0.03 ? null : { name: 'fuzz-user', ...known };
        const own = user === null ? accounts : accountsOf(world, user);
        const chosen = maybe(0.8, () => pick(random() < 0.7 && own.length > 0 ? own : accounts));
        const seen = user === null ? ({ kind: 'nothing' } as const) : seenBy(world, user, chosen);
        // Most of them of the account, where storefronts and runs are hidden from some of its users.
        const isOwn = random() < 0.7;
        const isAsked = (owner = ''): boolean => !isOwn || seen.kind !== 'account' || owner === seen.account;
        const run = pick(Object.keys(world.runs).filter((id) => isAsked(world.runs[id]?.account)));
        const storefront = pick(names.filter((name) => isAsked(storefronts[name])));
        const isSeen = user !== null && seesStorefront(world, user, seen, storefront);
        const all = routesOf(run, storefront, isSeen);
        // One after the other, so that each is asked for often enough.
        const asked = all[n % all.length];
        if (asked === undefined) throw new Error('there are routes');
        const { status, text, sent } = await send(asked, user, chosen);
        asks[status < 400 ? 'shown' : 'refused'] += 1;
        if (![401, 403, 404].includes(status)) reached.add(n % all.length);
        const about = `#${n} ${JSON.stringify(user)} ${chosen ?? ''} ${asked.method} ${asked.face}${asked.path}: ${status}`;
        if (!allowed(world, asked, user, seen, chosen)(status)) leaks.push(`${about} is not what the model allows`);
        const shown: Seen = asked.isOverview === true ? { kind: 'overview' } : seen;
        for (const secret of secretsFrom(world, user, shown))
          if (text.includes(secret) && !sent.includes(secret)) leaks.push(`${about} shows ${secret}`);
        // The page on which a user chooses an account sums up all of theirs.
        const summed: Seen = seen.kind === 'choice' && asked.face === 'screen' ? { kind: 'overview' } : shown;
        const isOf = (name: string): boolean => user !== null && seesStorefront(world, user, summed, name);
        for (const sale of salesIn(text)) {
          const name = names[sale % names.length] ?? '';
          if (!isOf(name)) leaks.push(`${about} counts a sale of ${name}`);
        }
        if (asked.counted !== undefined && status < 300) {
          const [counts, model] = [
            asked.counted.of(JSON.parse(text) as never),
            asked.counted.each * names.filter(isOf).length,
          ];
          if (counts !== model) leaks.push(`${about} counts ${counts} instead of ${model}`);
        }
        if (
          asked.face === 'api' &&
          asked.path === '/runs' &&
          asked.method === 'GET' &&
          status === 200 &&
          user !== null
        ) {
          const { items } = JSON.parse(text) as { readonly items: readonly { readonly runId: string }[] };
          const model = Object.keys(world.runs).filter(
            (id) => !id.startsWith('live:') && seesRun(world, user, seen, id),
          );
          if (items.length !== model.length) leaks.push(`${about} counts ${items.length} instead of ${model.length}`);
        }
      }
      expect(leaks).toStrictEqual([]);
      expect(await decisionsNow()).toStrictEqual(before);
      // The world is one in which there is something to see and something to hide, at each route.
      expect(asks.shown).toBeGreaterThan(users / 5);
      expect(asks.refused).toBeGreaterThan(users / 5);
      const routes = routesOf('', '', false).map(({ face, method, path }) => `${face} ${method} ${path}`);
      expect(routes.filter((_, index) => !reached.has(index))).toStrictEqual([]);
    },
    300_000,
  );

  it('is asked for of each route of the screen and of the API, and what changes something needs a right', () => {
    const known = routesOf('r', 's', true);
    for (const { face, method, path } of routesThere) {
      if (path === '*' || path === '/*') continue;
      const asked = known.filter((one) => one.face === face && isTo(one, { method, path }));
      const isFine = asked.length > 0 && (method === 'GET' || asked.every(({ right }) => right !== 'view'));
      expect([face, method, path, isFine]).toStrictEqual([face, method, path, true]);
    }
    expect(routesThere.length).toBeGreaterThan(70);
  });

  it('is refused at each route to a user without its right, whatever other right they have', async () => {
    const wrong: string[] = [];
    const [account] = accounts;
    const run = Object.keys(world.runs).find((id) => world.runs[id]?.account === account) ?? '';
    for (const asked of routesOf(run, names[0] ?? '', true).filter(({ right }) => right !== 'view'))
      for (const right of (['view', 'operate', 'approve'] as const).filter((one) => one !== asked.right)) {
        const { status } = await send(asked, { name: 'fuzz-user', may: [right] }, account);
        if (status !== 403) wrong.push(`${asked.face} ${asked.method} ${asked.path} with "${right}": ${status}`);
      }
    expect(wrong).toStrictEqual([]);
  });
});
