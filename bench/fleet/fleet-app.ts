import { setTimeout as sleep } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { shopify } from '../../connectors/shopify/index.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { Account, StorefrontSource } from '../../src/mapping/source-connector.ts';
import type { ListedStorefront, StorefrontDirectory } from '../../src/mapping/storefront-directory.ts';
import { createTaxNexus, type TaxNexus, type TaxNexusEvent } from '../../src/index.ts';
import { aSale } from '../../test/support/a-sale.ts';
import { scriptedConnector } from '../../test/support/scripted-connector.ts';
import type { FleetTask } from './task.ts';

/** Of storefront `n`: storefronts go round the accounts. */
export const nameOf = (n: number): string => `shop-${n}`;
export const accountOf = ({ accounts }: Pick<FleetTask, 'accounts'>, n: number): string => `acme-${n % accounts}`;

/** A shop that is only listed: the real connector, which opens nothing until it is used. */
const idleSource = (task: FleetTask, n: number): StorefrontSource =>
  shopify({
    shop: `${nameOf(n)}.myshopify.com`,
    accessToken: 'bench',
    webhookSecrets: ['bench-secret'],
    taxAccount: accountOf(task, n),
  });

const saleOf = (account: string, recordId: string): Sale => {
  const sale = aSale();
  return aSale({ identity: { ...sale.identity, account, recordId, number: `#${recordId}` } });
};

const pageSize = 100;

/** Milliseconds that a platform takes for a page. */
const platformMs = 100;

/** A shop whose records are made as they are read; its history has no end within a benchmark. */
const busySource = (task: FleetTask, n: number): StorefrontSource => {
  const account: Account = { id: String(5_000_000 + n), name: nameOf(n), timeZone: 'UTC' };
  return {
    policy: defaultPolicy,
    since: '2020-01-01',
    taxAccount: accountOf(task, n),
    open: () => ({
      ...scriptedConnector({ pages: [], account }),
      changes: () => TE.right([]),
      readPage: (_window, from) => async () => {
        await sleep(platformMs);
        const page = O.isSome(from) ? Number(from.value) : 0;
        const first = 1_000_000 + page * pageSize;
        const results = Array.from({ length: pageSize }, (_, at) => E.right(saleOf(account.id, String(first + at))));
        return E.right({ results, next: O.some(String(page + 1)) });
      },
      readRecord: (recordId) => TE.right(O.some(E.right(saleOf(account.id, recordId)))),
      receiveVerified: ({ deliveryId }) => E.right({ _tag: 'RecordChanged', deliveryId, recordId: deliveryId }),
    }),
  };
};

const perPage = 250;

const directoryOf = (task: FleetTask): StorefrontDirectory => {
  const sourceOf = task.kind === 'idle' ? idleSource : busySource;
  const listed = (n: number): ListedStorefront => ({
    name: nameOf(n),
    account: `${nameOf(n)}.myshopify.com`,
    source: () => sourceOf(task, n),
  });
  return {
    name: 'bench',
    platform: 'bench',
    readPage: (from) => {
      const first = O.isSome(from) ? Number(from.value) : 0;
      const end = Math.min(first + perPage, task.storefronts);
      const storefronts = Array.from({ length: Math.max(0, end - first) }, (_, at) => listed(first + at));
      return TE.right({ storefronts, next: end < task.storefronts ? O.some(String(end)) : O.none });
    },
    find: () => TE.right(O.none),
  };
};

/** How an account misbehaves once the service is sick: by turns. */
const illnesses = ['refused', 'slow', 'flood'];

/** Whether an account is one of those that misbehave: the last ones. */
export const isSick = ({ accounts, sick }: FleetTask, n: number): boolean => n % accounts >= accounts - sick;

const silent = (): void => undefined;

/** All storefronts come from the directory. */
const noStorefronts: Readonly<Record<string, StorefrontSource>> = {};

/** The app of a platform with many merchants. */
export const fleetApp = (task: FleetTask, onEvent: (event: TaxNexusEvent) => void): TaxNexus<string> => {
  // Half a day from now, so that nothing is due.
  const far = (new Date().getUTCHours() + 12) % 24;
  return createTaxNexus({
    service: { baseUrl: task.origin },
    accounts: (account) => {
      const n = Number(account.slice('acme-'.length));
      return { apiKey: isSick(task, n) ? `${illnesses[n % illnesses.length] ?? ''}-${n}` : `well-${n}` };
    },
    state: task.state,
    storefronts: noStorefronts,
    directories: [directoryOf(task)],
    schedule: { catchUp: `0 ${far} * * *`, reconcile: `30 ${far} * * *` },
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    onEvent,
  });
};
