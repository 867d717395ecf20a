/** Ties a month out: compares the platform's own totals with the service, and explains each difference to the cent. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { type DateRange, dayIn, wholeMonth } from '../domain/date-range.ts';
import type { Inbox } from '../domain/inbox.ts';
import { findCurrency, parseMinorUnits } from '../domain/money.ts';
import type { PlatformTotals } from '../mapping/platform-totals.ts';
import { calendarOf } from '../pipeline/calendar.ts';
import { callSource } from '../pipeline/call-source.ts';
import { type SyncFailure, toSourceFailure, unknownStorefront } from '../pipeline/failures.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import type { Observer } from './comparison.ts';
import { type Explainer, makeExplainer } from './explain-totals.ts';
import { reconcile } from './reconcile.ts';
import type { Reconciliation } from './reconciliation.ts';
import { makeTally, type Tally, type TieOut } from './tie-out.ts';
import { attempt } from '../domain/attempt.ts';

interface TieOutPorts {
  readonly sync: SyncPorts;
  readonly inbox: Inbox;
}

/** The tie-out of one storefront while it is computed. */
interface Tying {
  readonly totals: PlatformTotals;
  readonly tally: Tally;
  readonly explainer: Explainer;
}

/**
 * Reads only. Every difference has a reason, or is named as unexplained. A platform that states no totals is reported as such;
 * the others continue.
 *
 * @example
 * const [one] = await tieOut({ sync: ports, inbox: store.inbox })(['us-store'], '2026-03')();
 */
export const tieOut =
  (ports: TieOutPorts) =>
  (storefronts: readonly string[], month: string): TE.TaskEither<SyncFailure, readonly TieOut[]> =>
  () =>
    attempt(async (take) => {
      const range = wholeMonth(month);
      const underWay = new Map<string, Tying>();
      const results = new Map<string, TieOut>();
      for (const storefront of storefronts) {
        const opened = await take(open(ports, storefront, range));
        if (typeof opened === 'string') results.set(storefront, unavailable(storefront, month, opened));
        else underWay.set(storefront, opened);
      }
      const observers = (storefront: string): Observer | undefined => {
        const tying = underWay.get(storefront);
        return tying && observerOf(tying);
      };
      const proved = await take(reconcile(ports, observers)([...underWay.keys()], range)());
      for (const proof of proved) {
        const { storefront } = proof;
        const tying = underWay.get(storefront);
        if (tying === undefined) continue;
        const { tally, totals, explainer } = tying;
        explainer.settle();
        addService(tying, proof, month);
        const hasDays = totals.entries.some(({ of }) => of === undefined);
        if (hasDays && hasRest(tying)) explainer.nameDays();
        const currencies = tally.lines(statesTax(totals));
        const atService = proof.differences.filter(({ resolution }) => resolution === null);
        results.set(storefront, {
          storefront,
          month,
          isTied: !hasRest(tying) && proof.isComplete,
          compared: proof.compared,
          source: totals.source,
          unavailable: null,
          currencies,
          unexplained: tally.named(),
          notCompared: proof.notCompared,
          atService: atService.map(({ kind, id, name, message }) => ({ kind, id, name, message })),
        });
      }
      return storefronts.flatMap((storefront) => results.get(storefront) ?? []);
    });

const call = (sync: SyncPorts): ReturnType<typeof callSource> => callSource(sync, () => sync.isInterrupted());

/** A text on the right says why the platform states no totals. */
const open = async (
  { sync }: TieOutPorts,
  storefront: string,
  range: DateRange,
): Promise<E.Either<SyncFailure, Tying | string>> => {
  const configured = sync.storefronts[storefront];
  if (configured === undefined) return E.left(unknownStorefront(storefront, Object.keys(sync.storefronts)));
  const { connector, policy } = configured;
  const account = await call(sync)(connector.account);
  if (E.isLeft(account)) return E.left(toSourceFailure(storefront, account.left));
  if (connector.platformTotals === undefined) return E.right('The connector reads no totals of its platform.');
  const totals = await call(sync)(connector.platformTotals(range));
  if (E.isLeft(totals)) {
    return totals.left._tag === 'SourceRefused'
      ? E.right(totals.left.message)
      : E.left(toSourceFailure(storefront, totals.left));
  }
  const { timeZone } = account.right;
  const tally = makeTally();
  const rules = {
    policy,
    platform: connector.platform,
    month: range.from.slice(0, 7),
    isInMonth: calendarOf(range, timeZone).isInRange,
    dayOf: (instant: string) => dayIn(timeZone, instant),
  };
  const explainer = makeExplainer(rules, totals.right, tally);
  return E.right({ totals: totals.right, tally, explainer });
};

const observerOf = ({ explainer }: Tying): Observer => ({
  page: (results, mapped) => {
    let at = 0;
    for (const result of results) {
      const own = mapped.slice(at, at + 1);
      const sourceId = E.isRight(result) ? result.right.identity.recordId : null;
      // A sale whose tax a marketplace remits in part maps to two records, one after the other.
      for (let next = mapped[at + 1]; next !== undefined && sourceId !== null; next = mapped[at + own.length]) {
        const { sale } = next;
        if ((E.isLeft(sale) ? sale.left.sourceId : sale.right.sourceId) !== sourceId) break;
        own.push(next);
      }
      explainer.record(result, own);
      at += own.length;
    }
  },
  compared: explainer.compared,
  books: { unseen: explainer.unseen, isUnseen: explainer.isUnseen, found: explainer.other, missing: explainer.missing },
});

const statesTax = ({ entries }: PlatformTotals): boolean => entries.every(({ tax }) => tax !== null);

const hasRest = ({ tally, totals }: Tying): boolean =>
  tally.currencies().some((currency) => {
    const { total, tax } = tally.restOf(currency);
    return total !== 0n || (tax !== 0n && statesTax(totals));
  });

const addService = ({ tally }: Tying, { totals }: Reconciliation, month: string): void => {
  for (const { currency: code, service, month: own } of totals) {
    const currency = findCurrency(code);
    if (own !== month || O.isNone(currency)) continue;
    const [total, tax] = [service.total, service.taxCollected].map((text) => parseMinorUnits(currency.value)(text));
    if (total === undefined || tax === undefined || E.isLeft(total) || E.isLeft(tax)) continue;
    tally.add('service', code, { total: total.right, tax: tax.right });
  }
};

const unavailable = (storefront: string, month: string, message: string): TieOut => ({
  storefront,
  month,
  isTied: false,
  compared: { transactions: 0, changes: 0, followed: 0, notFollowed: [] },
  source: null,
  unavailable: message,
  currencies: [],
  unexplained: [],
  atService: [],
  notCompared: 0,
});
