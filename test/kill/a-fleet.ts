import * as E from 'fp-ts/lib/Either.js';
import type { TaxNexusOptions } from '../../src/app/plugin/tax-nexus-options.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { StorefrontSource } from '../../src/mapping/source-connector.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { scriptedConnector } from '../support/scripted-connector.ts';

/*
 * Fifty accounts, each with one or two storefronts of a few sales. In all accounts, sales have the same numbers, names and
 * payments: a query that leaves out the account finds another's.
 */

export const accounts: readonly number[] = Array.from({ length: 50 }, (_, n) => n + 1);

export const accountOf = (account: number): string => `acme-${account}`;
const keyOf = (account: number): string => `tnx_CANARY_${account}`;

/** Every second account has two. */
const storefrontsOf = (account: number): readonly number[] => (account % 2 === 0 ? [1, 2] : [1]);

const salesOfHistory = [1, 2, 3];
/** The sale that a webhook announces; no history shows it. */
const liveSale = 4;

interface FleetStorefront {
  readonly name: string;
  readonly account: number;
  /** Its account at the platform. */
  readonly shop: string;
  /** Of the sale that a webhook announces. */
  readonly liveRecord: string;
}

/** One sale as the fleet made it: written down here, and nowhere calculated by what is tested. */
interface FleetSale {
  /** Of the transaction. */
  readonly id: string;
  readonly key: string;
  readonly total: bigint;
  readonly tax: bigint;
}

const recordOf = (storefront: number, sale: number): string => String(7_000 + storefront * 100 + sale);
const shopOf = (account: number, storefront: number): string => String(50_000 + account * 10 + storefront);

export const storefronts: readonly FleetStorefront[] = accounts.flatMap((account) =>
  storefrontsOf(account).map((storefront) => ({
    name: `shop-${account}-${storefront}`,
    account,
    shop: shopOf(account, storefront),
    liveRecord: recordOf(storefront, liveSale),
  })),
);

/** In cents: each account's own. */
const priceOf = (account: number, sale: number): bigint => BigInt(1_000 + account * 10 + sale);

/** The price, 5.00 for shipping, 0.50 of tax. */
const [shipping, tax] = [500n, 50n];

export const truth: readonly FleetSale[] = accounts.flatMap((account) =>
  storefrontsOf(account).flatMap((storefront) =>
    [...salesOfHistory, liveSale].map((sale) => ({
      id: `shopify:${shopOf(account, storefront)}:${recordOf(storefront, sale)}`,
      key: keyOf(account),
      total: priceOf(account, sale) + shipping + tax,
      tax,
    })),
  ),
);

const saleOf = (account: number, storefront: number, sale: number): Sale => {
  const recordId = recordOf(storefront, sale);
  return aSale({
    identity: {
      ...{ platform: 'shopify', platformName: 'Shopify', url: null },
      ...{ account: shopOf(account, storefront), recordId, number: `#${recordId}` },
    },
    lines: [
      aLine({ listed: priceOf(account, sale), taxes: [{ amount: tax, liable: 'seller', title: 'CA State Tax' }] }),
    ],
    references: [`payment:${recordId}`],
  });
};

const sourceOf = (account: number, storefront: number): StorefrontSource => ({
  policy: defaultPolicy,
  since: '2020-01-01',
  taxAccount: accountOf(account),
  open: () => {
    const sales = (numbers: readonly number[]) => numbers.map((sale) => E.right(saleOf(account, storefront, sale)));
    const shop = { id: shopOf(account, storefront), name: `shop ${account}`, timeZone: 'UTC' };
    const history = scriptedConnector({ pages: salesOfHistory.map((sale) => sales([sale])), account: shop });
    return {
      ...history,
      readRecord: scriptedConnector({ pages: [sales([...salesOfHistory, liveSale])], account: shop }).readRecord,
      receiveVerified: ({ deliveryId }) =>
        E.right({ _tag: 'RecordChanged', deliveryId, recordId: deliveryId.split(' ')[0] ?? '' }),
    };
  },
});

/** The host's app: in the processes that are killed, and in the one that takes webhooks. */
export const fleetOptions = (
  origin: string,
  state: string,
): TaxNexusOptions<Readonly<Record<string, StorefrontSource>>> => ({
  service: { baseUrl: origin },
  accounts: (account) => ({ apiKey: keyOf(Number(account.slice('acme-'.length))) }),
  state,
  storefronts: Object.fromEntries(
    accounts.flatMap((account) =>
      storefrontsOf(account).map((storefront) => [`shop-${account}-${storefront}`, sourceOf(account, storefront)]),
    ),
  ),
  schedule: { catchUp: null, reconcile: null },
  worker: false,
});

/** One insert at the service. */
export interface FleetPush {
  readonly key: string;
  readonly id: string;
  readonly total: number;
  readonly taxCollected: number;
}

/** Transaction ids by what went wrong; all empty when nothing did. */
interface FleetFindings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly centsOff: readonly string[];
  /** At the key of another account, or at none that it was made for. */
  readonly atOtherKey: readonly string[];
  /** The sync database says that the service has it under its account's key, and it does not. */
  readonly falselyConfirmed: readonly string[];
  readonly open: readonly string[];
}

export interface FleetKept {
  readonly account: string;
  readonly id: string;
  readonly status: string;
}

const cents = (amount: number): bigint => BigInt(Math.round(amount * 100));

/** Compares what was sold with what the service was sent and what the sync database believes. */
export const checkFleet = (journal: readonly FleetPush[], kept: readonly FleetKept[]): FleetFindings => {
  const pushesOf = ({ id, key }: FleetSale) => journal.filter((push) => push.id === id && push.key === key);
  const isOff = (sale: FleetSale): boolean =>
    pushesOf(sale).some(({ total, taxCollected }) => cents(total) !== sale.total || cents(taxCollected) !== sale.tax);
  const ids = (sales: readonly { readonly id: string }[]): readonly string[] => sales.map(({ id }) => id);
  const owned = new Set(truth.map(({ id, key }) => `${key} ${id}`));
  const taken = new Set(journal.map(({ id, key }) => `${key} ${id}`));
  const keyOfAccount = (account: string): string => `tnx_CANARY_${account.slice('acme-'.length)}`;
  return {
    lost: ids(truth.filter((sale) => pushesOf(sale).length === 0)),
    doubled: ids(truth.filter((sale) => pushesOf(sale).length > 1)),
    centsOff: ids(truth.filter(isOff)),
    atOtherKey: ids(journal.filter(({ key, id }) => !owned.has(`${key} ${id}`))),
    falselyConfirmed: ids(
      kept.filter(({ account, id, status }) => status === 'confirmed' && !taken.has(`${keyOfAccount(account)} ${id}`)),
    ),
    open: ids(kept.filter(({ status }) => status === 'intent')),
  };
};

export const nothingWrong: FleetFindings = {
  ...{ lost: [], doubled: [], centsOff: [], atOtherKey: [], falselyConfirmed: [], open: [] },
};
