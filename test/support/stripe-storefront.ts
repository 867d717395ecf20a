import { afterEach } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { stripeConnector } from '../../connectors/stripe/index.ts';
import type { StripeSettings } from '../../connectors/stripe/settings.ts';
import type { Clock } from '../../src/domain/environment.ts';
import { secret } from '../../src/domain/secret.ts';
import { defaultPolicy, type Policy } from '../../src/mapping/policy.ts';
import type { SourceResult, Page, SourceConnector, Window } from '../../src/mapping/source-connector.ts';
import { right } from './right.ts';
import { aCharge, anIntent, anInvoice, aPayment, type Json, listed, noon } from './stripe-objects.ts';
import { startStripeStandIn, type StripeStandIn } from './stripe-stand-in.ts';
import { stripeData, type StripeData } from './stripe-stand-in-data.ts';

/** Time passes only by waiting, and waiting costs nothing. */
const instantClock = (): Clock => {
  let now = Date.UTC(2026, 3, 1);
  return {
    now: () => now,
    sleep: (milliseconds: number) => () => {
      now += milliseconds;
      return Promise.resolve();
    },
  };
};

const open: StripeStandIn[] = [];

/** Closes the stand-ins of a test file, each after its test. */
export const closeStandIns = (): void => {
  afterEach(async () => {
    for (const standIn of open.splice(0)) await standIn.close();
  });
};

export interface StripeStorefront {
  readonly standIn: StripeStandIn;
  readonly connector: SourceConnector;
}

/** How a connector reaches an account, in a time that passes by waiting only. */
export const settingsFor = (
  apiOrigin: string,
  key = 'rk_live_1',
  account: string | null = null,
  clock: Clock = instantClock(),
  timeZone = 'UTC',
  policy: Policy = defaultPolicy,
): StripeSettings => ({
  secretKey: secret(key),
  webhookSecrets: [],
  account,
  apiOrigin,
  timeZone,
  policy,
  clock,
});

/** A connector of its own, as a new process would make it. */
export const connectorTo = (...settings: Parameters<typeof settingsFor>): SourceConnector =>
  stripeConnector(settingsFor(...settings));

/** A stand-in that knows these objects, for as long as they stay; for files that call `closeStandIns`. */
export const standInFor = async (data: StripeData): Promise<StripeStandIn> => {
  const standIn = await startStripeStandIn(data);
  open.push(standIn);
  return standIn;
};

/** A stand-in that knows these objects, and a connector to it; for files that call `closeStandIns`. */
export const start = async (
  data: Partial<StripeData>,
  key = 'rk_live_1',
  account: string | null = null,
): Promise<StripeStorefront> => {
  const standIn = await standInFor(stripeData(data));
  return { standIn, connector: connectorTo(standIn.origin, key, account) };
};

export const march = { from: '2026-03-01', to: '2026-03-07' };

/** The first window of the usual range. */
export const firstWindow = async (connector: SourceConnector): Promise<Window> => {
  const [window] = right(await connector.windows(march)());
  if (window === undefined) throw new Error('the range has no window');
  return window;
};

/** The rest of a window's pages, from a cursor on; a failed page is asked for again. */
export const readOn = async (
  connector: SourceConnector,
  window: Window,
  from: O.Option<string>,
  retries = 0,
): Promise<readonly Page[]> => {
  const pages: Page[] = [];
  let [cursor, failures, isOver] = [from, 0, false];
  while (!isOver) {
    const page = await connector.readPage(window, cursor)();
    if (E.isLeft(page) && failures < retries) {
      failures += 1;
    } else {
      const read = right(page);
      pages.push(read);
      cursor = read.next;
      isOver = O.isNone(cursor);
    }
  }
  return pages;
};

/** All entries of a range, as the pipeline reads them. */
export const readAll = async (
  connector: SourceConnector,
  range = march,
  retries = 0,
): Promise<readonly SourceResult[]> => {
  const entries: SourceResult[] = [];
  for (const window of right(await connector.windows(range)())) {
    for (const page of await readOn(connector, window, O.none, retries)) entries.push(...page.results);
  }
  return entries;
};

export const idsOf = (entries: readonly SourceResult[]): readonly string[] =>
  entries.map((entry) =>
    E.isRight(entry) ? entry.right.identity.recordId : `${entry.left.reason}: ${entry.left.sourceId}`,
  );

export const calls = ({ requests }: StripeStandIn, path: string): number =>
  requests.filter((request) => request.path === path).length;

/** A charge of its own payment. */
export const charge = (n: number, over: Json = {}): Json =>
  aCharge({ id: `ch_${n}`, created: noon + n, payment_intent: anIntent({ id: `pi_${n}` }), ...over });

export const chargeOfInvoice = (n: number, over: Json = {}): Json =>
  charge(n, {
    receipt_url: 'https://pay.stripe.com/receipts/invoices/CAcaF',
    description: 'Subscription update',
    ...over,
  });

export const invoice = (n: number, over: Json = {}): Json =>
  anInvoice({
    id: `in_${n}`,
    number: `N-${n}`,
    payments: listed([
      aPayment({
        id: `inpay_${n}`,
        invoice: `in_${n}`,
        payment: { type: 'payment_intent', payment_intent: `pi_${n}` },
      }),
    ]),
    ...over,
  });
