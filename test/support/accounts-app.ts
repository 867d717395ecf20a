import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createTaxNexus } from '../../src/app/create-tax-nexus.ts';
import type { TaxNexus, TaxNexusEvent } from '../../src/app/plugin/tax-nexus.ts';
import type { AccountSettings, AccountsOption, TaxNexusOptions } from '../../src/app/plugin/tax-nexus-options.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import type { Authorize } from '../../src/web/index.ts';
import { sales } from './a-sync.ts';
import { bodyText, localServer } from './local-server.ts';
import { scriptedConnector } from './scripted-connector.ts';

const ending: (() => Promise<void>)[] = [];

/** Ends the apps and services of a test file when its tests are done. */
export const endAll = (): void => {
  afterAll(async () => {
    for (const end of ending.splice(0).reverse()) await end();
  });
};

/** A shop with one sale, or these, whose account at the platform is its number. Deliveries name the first sale. */
export const aShop = (n: number, taxAccount?: string, sold: readonly Sale[] = sales(1, n)): StorefrontSource => {
  const [sale] = sold;
  if (sale === undefined) throw new Error('there is always one');
  const account = { id: String(5_000 + n), name: `shop ${n}`, timeZone: 'UTC' };
  const all = sold.map((one) => ({ ...one, identity: { ...one.identity, account: account.id } }));
  return {
    policy: defaultPolicy,
    since: '2020-01-01',
    ...(taxAccount !== undefined && { taxAccount }),
    open: () => ({
      ...scriptedConnector({
        pages: [all.map((one) => E.right(one))],
        changed: all.map((one) => E.right(one)),
        account,
      }),
      // What its books say of each sale: the goods alone.
      platformTotals: () =>
        TE.right({
          source: 'the books of the shop',
          leavesOut: [],
          entries: all.map(({ occurredAt, currency, lines }) => ({
            ...{ day: occurredAt.slice(0, 10), currency, tax: null },
            amount: lines.reduce((sum, { listed }) => sum + listed, 0n),
          })),
        }),
      locations: TE.right([{ country: 'US', state: 'TX', city: `CITY_OF_${n}`, uses: ['stock'] }]),
      receiveVerified: ({ deliveryId }) =>
        E.right({ _tag: 'RecordChanged', deliveryId, recordId: sale.identity.recordId }),
    }),
  };
};

export type Behavior = 'well' | 'refuses' | 'hangs' | 'throttles' | 'fails';

export interface ServiceOfAccounts {
  readonly origin: string;
  /** Ids of the transactions that it holds, by API key. */
  readonly held: ReadonlyMap<string, readonly string[]>;
  /** Requests, by API key. */
  readonly asked: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/**
 * @param behaviorOf how it behaves to an API key
 * @param shows what it shows: its list is empty by default; `own` transactions of a key, in its list and by id; or by id those of
 * any key, as if all were of `one account`
 */
export const aService = async (
  behaviorOf: (key: string) => Behavior = () => 'well',
  shows: 'nothing' | 'own' | 'one account' = 'own',
): Promise<ServiceOfAccounts> => {
  const held = new Map<string, string[]>();
  const bodies = new Map<string, Map<string, unknown>>();
  const asked = new Map<string, number>();
  const server = await localServer((request, response) => {
    const key = (request.headers.authorization ?? '').replace('Bearer ', '');
    asked.set(key, (asked.get(key) ?? 0) + 1);
    const answer = (status: number, body: unknown, headers = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const behavior = behaviorOf(key);
    if (behavior === 'hangs') return;
    if (behavior === 'refuses') return answer(401, {});
    if (behavior === 'throttles') return answer(429, {}, { 'retry-after': '1' });
    if (behavior === 'fails') return answer(500, {});
    const owner = shows === 'one account' ? '' : key;
    if (request.method !== 'POST') {
      const own = shows === 'nothing' ? undefined : bodies.get(owner);
      const isList = request.url?.includes('?') === true;
      if (isList) return answer(200, { data: shows === 'own' ? [...(own?.values() ?? [])] : [] });
      const id = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
      return own?.has(id) === true ? answer(200, own.get(id)) : answer(404, {});
    }
    void bodyText(request).then((body) => {
      const transaction = JSON.parse(body) as { readonly id: string };
      held.set(key, [...(held.get(key) ?? []), transaction.id]);
      bodies.set(owner, (bodies.get(owner) ?? new Map<string, unknown>()).set(transaction.id, transaction));
      answer(200, transaction);
    });
  });
  ending.push(() => server.close());
  return { ...server, held, asked };
};

const newState = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-accounts-'));
  ending.push(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  return `sqlite:${join(folder, 'state.db')}`;
};

interface AppOptions {
  readonly origin: string;
  readonly storefronts: Readonly<Record<string, StorefrontSource>>;
  readonly accounts?: AccountsOption;
  readonly state?: string;
  readonly apiKey?: string;
  readonly account?: () => string | undefined;
  readonly authorize?: Authorize;
  readonly schedule?: TaxNexusOptions<Readonly<Record<string, StorefrontSource>>>['schedule'];
}

const noSchedule = { catchUp: null, reconcile: null };

interface AppOfAccounts {
  readonly taxNexus: TaxNexus<string>;
  readonly events: readonly TaxNexusEvent[];
  readonly logged: readonly string[];
  /** Its sync database, for another app. */
  readonly state: string;
}

export const anApp = (options: AppOptions): AppOfAccounts => {
  const {
    origin,
    storefronts,
    accounts,
    state = newState(),
    apiKey,
    account,
    authorize,
    schedule = noSchedule,
  } = options;
  const events: TaxNexusEvent[] = [];
  const logged: string[] = [];
  const note = (message: string, fields?: unknown): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const taxNexus: TaxNexus<string> = createTaxNexus({
    service: { baseUrl: origin, ...(apiKey !== undefined && { apiKey }) },
    ...(accounts !== undefined && { accounts }),
    state,
    storefronts,
    schedule,
    logger: { debug: note, info: note, warn: note, error: note },
    onEvent: (event) => events.push(event),
    ...(authorize !== undefined && { authorize }),
    ...(account !== undefined && {
      authorize: () => {
        const shown = account();
        return { name: 'Ada', ...(shown !== undefined && { account: shown }) };
      },
    }),
  });
  ending.push(() => taxNexus.stop({ drainMs: 1_000 }));
  return { taxNexus, events, logged, state };
};

export const keyOf = (account: string): AccountSettings => ({ apiKey: `canary-${account}` });

export const deliver = (taxNexus: TaxNexus<string>, storefront: string): Promise<void> =>
  taxNexus.receive(storefront, { topic: 'orders/updated', deliveryId: `delivery-${storefront}`, payload: {} });
