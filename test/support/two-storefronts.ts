import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { SourceError } from '../../src/domain/errors.ts';
import type { ReportLine } from '../../src/domain/run.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import type { Account, SourceResult } from '../../src/mapping/source-connector.ts';
import type { SyncPorts } from '../../src/pipeline/ports.ts';
import { aSale } from './a-sale.ts';
import { aSync, paged, type Sync, type SyncOptions } from './a-sync.ts';
import { scriptedConnector } from './scripted-connector.ts';

/** Which of the two names the other's record: the order its payment, the charge its order. */
export interface Names {
  readonly payment: boolean;
  readonly order: boolean;
}

const both: Names = { payment: true, order: true };

/** The total distinguishes the sales, and is equal on both sides of one. */
const aSaleOf = (n: number): Sale => {
  const { lines } = aSale();
  return aSale({ lines: lines.map((line) => ({ ...line, listed: 10_000n + BigInt(n) })) });
};

/** Economic sale `n` as the shop knows it. */
export const anOrder = (n: number, names: Partial<Names> = both, differences: Partial<Sale> = {}): Sale => {
  const sale = aSaleOf(n);
  return {
    ...sale,
    identity: { ...sale.identity, recordId: String(7_000 + n), number: `#${n}` },
    references: [`shopify:order:${7_000 + n}`, ...(names.payment === true ? [`stripe:pi_${n}`] : [])],
    ...differences,
  };
};

/** Economic sale `n` as the Stripe account knows it. */
export const aCharge = (n: number, names: Partial<Names> = both, differences: Partial<Sale> = {}): Sale => ({
  ...aSaleOf(n),
  identity: {
    platform: 'stripe',
    platformName: 'Stripe',
    account: 'acct_1',
    recordId: `ch_${n}`,
    number: null,
    url: null,
  },
  references: [`stripe:ch_${n}`, `stripe:pi_${n}`, ...(names.order === true ? [`shopify:order:${7_000 + n}`] : [])],
  ...differences,
});

export const orderId = (n: number): string => `shopify:548380009:${7_000 + n}`;
export const chargeId = (n: number): string => `stripe:acct_1:ch_${n}`;

const stripe: Account = { id: 'acct_1', name: 'acme payments', timeZone: 'America/New_York' };

const isAnswerTo = (id: string, platform: string, entry: SourceResult): boolean =>
  E.isRight(entry)
    ? entry.right.identity.recordId === id || entry.right.references.includes(`${platform}:${id}`)
    : entry.left.sourceId === id;

export type Side = 'shop' | 'stripe';

export interface TwoOptions extends Pick<SyncOptions, 'store' | 'clock' | 'world' | 'service' | 'seed'> {
  /** The configuration's order, which is the precedence. */
  readonly precedence?: readonly Side[];
  /** Read when asked, so that a test can change them. */
  readonly shop: readonly (Sale | SourceResult)[];
  readonly stripe: readonly (Sale | SourceResult)[];
  readonly policy?: Partial<Policy>;
  /** What `readRecord` fails with; `count` is how often that storefront was asked, from 1. */
  readonly fault?: (side: Side, id: string, count: number) => SourceError | undefined;
  readonly ports?: Partial<SyncPorts>;
}

export interface Two extends Sync {
  /** The records for which each storefront was asked one by one. */
  readonly asked: Readonly<Record<Side, readonly string[]>>;
  /** Of the newest run: by transaction id, `outcome` or `outcome: reason`. */
  readonly pushed: () => Promise<Readonly<Record<string, string>>>;
  readonly entry: (id: string) => Promise<ReportLine>;
}

/** A shop and a Stripe account over one service and one sync database. */
export const twoStorefronts = (options: TwoOptions): Two => {
  const { precedence = ['shop', 'stripe'], fault = () => undefined } = options;
  const policy = { ...defaultPolicy, ...options.policy };
  const asked: Record<Side, string[]> = { shop: [], stripe: [] };
  const sideOf = (side: Side): SyncPorts['storefronts'][string] => {
    const pages = (): readonly (readonly SourceResult[])[] => paged(options[side], 3);
    const platform = side === 'shop' ? 'shopify' : 'stripe';
    const connector = scriptedConnector({
      get pages() {
        return pages();
      },
      ...(side === 'stripe' && { account: stripe }),
    });
    return {
      policy,
      connector: {
        ...connector,
        platform,
        readRecord: (id) => () => {
          asked[side].push(id);
          const broken = fault(side, id, asked[side].length);
          const found = pages()
            .flat()
            .find((entry) => isAnswerTo(id, platform, entry));
          return Promise.resolve(broken === undefined ? E.right(O.fromNullable(found)) : E.left(broken));
        },
      },
    };
  };
  const { store, clock, world, service, seed } = options;
  const sync = aSync({
    script: { pages: [] },
    ...(store !== undefined && { store }),
    ...(clock !== undefined && { clock }),
    ...(world !== undefined && { world }),
    ...(service !== undefined && { service }),
    ...(seed !== undefined && { seed }),
    ports: { storefronts: Object.fromEntries(precedence.map((side) => [side, sideOf(side)])), ...options.ports },
  });
  return {
    ...sync,
    asked,
    finish: (differences) => sync.finish({ storefronts: precedence, ...differences }),
    run: (differences) => sync.run({ storefronts: precedence, ...differences }),
    pushed: async () =>
      Object.fromEntries(
        (await sync.entries()).map(({ id, outcome, reason }) => [
          id,
          reason === null ? outcome : `${outcome}: ${reason}`,
        ]),
      ),
    entry: async (id) => {
      const found = (await sync.entries()).find((entry) => entry.id === id);
      if (found === undefined) throw new Error(`the run has no entry ${id}`);
      return found;
    },
  };
};
