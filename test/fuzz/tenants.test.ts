import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { toNode } from '../../src/adapters/node.ts';
import type { ScreenUser } from '../../src/index.ts';
import { last } from '../support/a-plugin.ts';
import { anApp, aService, aShop, deliver, endAll, keyOf } from '../support/accounts-app.ts';
import { eventually } from '../support/a-plugin.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
  accountsOf,
  secretsFrom,
  type Seen,
  seenBy,
  seesRun,
  seesStorefront,
  type Tenants,
} from '../support/tenants-model.ts';

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

const { origin: service } = await aService(() => 'well', 'own');
const { taxNexus } = anApp({
  origin: service,
  storefronts: Object.fromEntries(names.map((name, index) => [name, aShop(index + 1, storefronts[name])])),
  accounts: keyOf,
  authorize: (request) => JSON.parse(request.headers.get('x-user') ?? 'null') as ScreenUser | null,
});

/** A sale of each storefront: the id of its line, and of its record. */
const sales = new Map<string, { readonly id: string; readonly sourceId: string }>();

/** Runs of each storefront, of each account, and of live sales; notes, sign-offs and closed months, each with a secret. */
const aWorld = async (): Promise<Tenants> => {
  const runs: Record<string, { account: string; storefronts: readonly string[] }> = {};
  const secrets: { text: string; account: string; needs: readonly string[] }[] = [];
  const range = { from: '2026-01-01', to: '2026-12-31' };
  const sync = async (account: string, of: readonly string[]): Promise<void> => {
    const { id } = await taxNexus.historicalSync.start({ ...range, storefronts: of });
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
    sales.set(name, line);
    const note = `note-about-${name}`;
    await taxNexus.resolve({ storefront: name, id: line.id, note, by: 'someone' });
    secrets.push({ text: note, account, needs: [name] }, { text: `:${5_001 + index}:`, account, needs: [name] });
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

type Right = 'view' | 'operate' | 'approve';

/** A request of the screen or of the API. `run`, `storefront`: what it is about. */
interface Asked {
  readonly face: 'screen' | 'api';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly right: Right;
  readonly body: Readonly<Record<string, string | readonly string[]>>;
  readonly run?: string;
  readonly storefront?: string;
  /** Needs no account. */
  readonly isOfAll?: boolean;
  /** Where a hidden storefront is refused by another status, or is only left out. */
  readonly leavesOut?: boolean;
}

const days = { from: '2026-01-01', to: '2026-01-31' };
const never = { from: 'never', to: 'never' };

/** All routes with these ids. What would begin work is asked for in vain where the user may begin it. */
const routesOf = (run: string, storefront: string, isSeen: boolean): readonly Asked[] => {
  const { id: line, sourceId: record } = sales.get(storefront) ?? { id: '', sourceId: '' };
  const at = `/runs/${encodeURIComponent(run)}`;
  const range = isSeen ? never : days;
  const query = new URLSearchParams({ id: line, storefront }).toString();
  const get = (face: Asked['face'], path: string, right: Right, more: Partial<Asked> = {}): Asked => ({
    ...{ face, method: 'GET', path, right, body: {} },
    ...more,
  });
  const post = (
    face: Asked['face'],
    path: string,
    right: Right,
    body: Asked['body'] = {},
    more: Partial<Asked> = {},
  ): Asked => ({ ...{ face, method: 'POST', path, right, body }, ...more });
  const note = { storefront, id: line, note: 'fuzz' };
  const address = 'https://app.example/webhooks/x';
  const explained = new URLSearchParams({ storefront, record }).toString();
  return [
    get('screen', '', 'view'),
    get('screen', '/new', 'operate'),
    get('screen', `/check?storefront=${storefront}&from=${range.from}&to=${range.to}`, 'operate', { leavesOut: true }),
    get('screen', '/live', 'view'),
    get('screen', `/calendar?month=2026-01&storefront=${storefront}`, 'view', { leavesOut: true }),
    get('screen', '/calendar?year=2026', 'view'),
    get('screen', '/months', 'view'),
    ...['', '/entries', '/entries?moved=yes', '/entries.csv', '/report.json'].map((page) =>
      get('screen', `${at}${page}`, 'view', { run }),
    ),
    get('screen', `${at}/entry?${query}`, 'view', { run, leavesOut: true }),
    ...['pause', 'cancel', 'retry'].map((page) => post('screen', `${at}/${page}`, 'operate', { id: 'none' }, { run })),
    post('screen', `${at}/acknowledge`, 'approve', note, { run, leavesOut: true }),
    post('screen', `${at}/sign-off`, 'approve', { note: 'fuzz' }, { run }),
    post('screen', '/months', 'approve', { month: '2009-01', what: 'close' }),
    post('screen', '/calendar', 'operate', { storefront, ...range }, { leavesOut: true }),
    post('screen', '/runs', 'operate', { storefront, ...range, mode: 'preview' }, { leavesOut: true }),
    get('api', '/me', 'view', { isOfAll: true }),
    get('api', '/accounts', 'view', { isOfAll: true }),
    get('api', '/storefronts', 'view'),
    get('api', '/runs', 'view'),
    get('api', '/closed-periods', 'view'),
    ...['', '/progress', '/report', '/lines', '/sign-offs'].map((page) => get('api', `${at}${page}`, 'view', { run })),
    get('api', `${at}/events`, 'view', { run }),
    ...['pause', 'cancel', 'resume'].map((page) => post('api', `${at}/${page}`, 'operate', {}, { run })),
    post('api', `${at}/retry`, 'operate', { lineId: 'none' }, { run }),
    post('api', `${at}/sign-offs`, 'approve', { note: 'fuzz' }, { run }),
    post('api', '/notes', 'approve', note, { storefront }),
    post('api', '/closed-periods', 'approve', { month: '2009-01' }),
    post('api', '/closed-periods/2009-01/reopen', 'approve'),
    post('api', '/runs', 'operate', { ...range, storefronts: [storefront] }, { storefront }),
    post('api', '/check', 'operate', { storefronts: [storefront] }, { storefront }),
    post('api', '/reconciliations', 'operate', { ...range, storefronts: [storefront] }, { storefront }),
    get('api', `/explanations?${explained}`, 'view', { storefront }),
    get('api', `/corrections?${explained}`, 'operate', { storefront }),
    post('api', '/corrections', 'approve', { storefront, record, seen: 'fuzz' }, { storefront }),
    get('api', `/storefronts/${storefront}/subscriptions?address=${encodeURIComponent(address)}`, 'operate', {
      storefront,
    }),
    post('api', `/storefronts/${storefront}/subscriptions`, 'operate', { address }, { storefront }),
  ];
};

const send = async (asked: Asked, user: ScreenUser | null, chosen: string | undefined) => {
  const { face, method, path, body } = asked;
  const below = face === 'screen' ? `/screen${chosen === undefined ? '' : `/accounts/${chosen}`}` : '/api/v1';
  const url = new URL(`${origin}/tax-nexus${below}${path}`);
  if (face === 'api' && chosen !== undefined) url.searchParams.set('account', chosen);
  const json = face === 'api';
  const fields = new URLSearchParams(
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
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

/** The statuses that the model allows; a refusal must not show whether there is anything. */
const allowed = (
  asked: Asked,
  user: ScreenUser | null,
  seen: Seen,
  chosen: string | undefined,
): ((status: number) => boolean) => {
  const isOneOf =
    (...statuses: readonly number[]) =>
    (status: number): boolean =>
      statuses.includes(status);
  const { face, right, run, storefront, isOfAll, leavesOut } = asked;
  if (user === null || user.may?.length === 0) return isOneOf(face === 'api' ? 401 : 403);
  if (seen.kind === 'nothing') return isOfAll === true ? isOneOf(200, 404) : isOneOf(403, 404);
  if (isOfAll === true) return isOneOf(200);
  if (seen.kind !== 'account') return face === 'api' ? isOneOf(409) : isOneOf(200, 404);
  const sees = (name: string): boolean => seesStorefront(world, user, seen, name);
  const mayDo = user.may === undefined || right === 'view' || user.may.includes(right);
  // For a user without a storefront there, there is nothing: no account to name, and no page of a screen of their own.
  if (user.storefronts !== undefined && !names.some(sees))
    return isOneOf(face === 'screen' && chosen === undefined ? 403 : 404);
  if (!mayDo) return isOneOf(403);
  if (run !== undefined && !seesRun(world, user, seen, run)) return isOneOf(404);
  if (storefront !== undefined && !sees(storefront)) return isOneOf(404, 422);
  const isOfMonths = asked.method === 'POST' && /months|closed-periods/.test(asked.path);
  if (isOfMonths && !names.every((name) => storefronts[name] !== seen.account || sees(name)))
    return isOneOf(face === 'api' ? 403 : 409);
  return leavesOut === true ? (status) => ![401, 403].includes(status) : (status) => ![401, 403, 404].includes(status);
};

describe('who may see what', () => {
  it('holds for 1,000 random users, routes and ids, over HTTP: nothing of others is shown, changed or counted', async () => {
    const { next: random } = seededRandom(20_261_126);
    const pick = <A>(values: readonly A[]): A => values[Math.floor(random() * values.length)] as A;
    const some = <A>(values: readonly A[]): readonly A[] => values.filter(() => random() < 0.6);
    const maybe = <A>(chance: number, value: () => A): A | undefined => (random() < chance ? value() : undefined);
    const leaks: string[] = [];
    const kinds = { shown: 0, refused: 0, routes: new Set<string>() };
    for (let n = 0; n < 1_000; n += 1) {
      const given: { -readonly [Key in keyof ScreenUser]?: ScreenUser[Key] | undefined } = {
        storefronts: maybe(0.4, () => some(names)),
        account: maybe(0.2, () => pick(accounts)),
        accounts: maybe(0.3, () => some(accounts)),
        may: maybe(0.5, () => some<Right>(['view', 'operate', 'approve'])),
      };
      const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const user: ScreenUser | null = random() < 0.03 ? null : { name: 'fuzz-user', ...known };
      const own = user === null ? accounts : accountsOf(world, user);
      const chosen = maybe(0.8, () => pick(random() < 0.7 && own.length > 0 ? own : accounts));
      const seen = user === null ? ({ kind: 'nothing' } as const) : seenBy(world, user, chosen);
      const [run, storefront] = [pick(Object.keys(world.runs)), pick(names)];
      const isSeen = user !== null && seesStorefront(world, user, seen, storefront);
      const asked = pick(routesOf(run, storefront, isSeen));
      const { status, text, sent } = await send(asked, user, chosen);
      kinds[status < 400 ? 'shown' : 'refused'] += 1;
      kinds.routes.add(
        `${asked.face} ${asked.method} ${asked.path.replaceAll(/live%3A[\w-]+|\d{14}-\w+|shop-\w+/g, '…')}`,
      );
      const about = `#${n} ${JSON.stringify(user)} ${chosen ?? ''} ${asked.method} ${asked.face}${asked.path}: ${status}`;
      if (!allowed(asked, user, seen, chosen)(status)) leaks.push(`${about} is not what the model allows`);
      for (const secret of secretsFrom(world, user, seen))
        if (text.includes(secret) && !sent.includes(secret)) leaks.push(`${about} shows ${secret}`);
      if (asked.face === 'api' && asked.path === '/runs' && asked.method === 'GET' && status === 200 && user !== null) {
        const { items } = JSON.parse(text) as { readonly items: readonly { readonly runId: string }[] };
        const model = Object.keys(world.runs).filter((id) => !id.startsWith('live:') && seesRun(world, user, seen, id));
        if (items.length !== model.length) leaks.push(`${about} counts ${items.length} instead of ${model.length}`);
      }
    }
    expect(leaks).toStrictEqual([]);
    // The world is one in which there is something to see and something to hide.
    expect(kinds.shown).toBeGreaterThan(200);
    expect(kinds.refused).toBeGreaterThan(200);
    expect(kinds.routes.size).toBeGreaterThan(40);
  }, 300_000);
});
