/** Explains, record by record, why a platform's own totals of a month differ from what the service should hold. */
import * as E from 'fp-ts/lib/Either.js';
import type { Instant } from '../domain/instant.ts';
import type { PlatformEntry, PlatformTotals } from '../mapping/platform-totals.ts';
import type { Policy } from '../mapping/policy.ts';
import type { Sale } from '../mapping/sale.ts';
import type { SourceResult } from '../mapping/source-connector.ts';
import type { MappedRecord, PushCandidate } from '../pipeline/mapped-record.ts';
import { countedChange, countedOf } from './counted-sale.ts';
import { type Amount, negative, plus, type Tally, zero } from './tie-out.ts';

/** Receives the records of a month and explains the platform's totals by them. Pure except for its tally. */
export interface Explainer {
  /** A record of the month. `mapped`: the transactions that it maps to today. */
  readonly record: (result: SourceResult, mapped: readonly MappedRecord[]) => void;
  /** A record of another month that changed in this one; `askedFor`: the payment that led to it. */
  readonly other: (result: SourceResult, askedFor?: string) => void;
  /** A transaction that belongs at the service. */
  readonly compared: (candidate: PushCandidate) => void;
  /** Ids of payments for which no record was seen. */
  readonly unseen: () => readonly string[];
  /** Whether still no record of it was seen. */
  readonly isUnseen: (recordId: string) => boolean;
  /** A payment for which the platform has no record. */
  readonly missing: (recordId: string) => void;
  /** Call it after all records of the month were seen and compared. */
  readonly settle: () => void;
  /** Reports the days on which the platform's totals differ from the sum of its records. */
  readonly nameDays: () => void;
}

interface Rules {
  readonly policy: Policy;
  readonly platform: string;
  readonly month: string;
  readonly isInMonth: (instant: Instant) => boolean;
  readonly dayOf: (instant: Instant) => string;
}

const laterLabels = { refund: 'refunds', edit: 'edits', return: 'returns', dispute: 'disputes' } as const;

const paidElsewhere = 'paid elsewhere or in another month';
const otherCurrency = 'in another currency';
const customerBalance = 'customer balance: owed before, or a credit for later';

export const makeExplainer = (rules: Rules, totals: PlatformTotals, tally: Tally): Explainer => {
  const { platform, month, isInMonth, dayOf } = rules;
  const byRecord = new Map<string, PlatformEntry[]>();
  const days = new Map<string, bigint>();
  const statesPayments = totals.entries.some((entry) => entry.of !== undefined);
  const seen = new Set<string>();
  /** By currency: the sum of the mapped sales, and the part that belongs at the service. */
  const sales = new Map<string, { mapped: Amount; compared: Amount; count: number }>();
  const salesIn = (currency: string) => {
    const known = sales.get(currency) ?? { mapped: zero, compared: zero, count: 0 };
    sales.set(currency, known);
    return known;
  };
  for (const entry of totals.entries) {
    const { of, currency, amount, tax, day } = entry;
    tally.add('platform', currency.code, { total: amount, tax: tax ?? 0n });
    if (of === undefined) days.set(`${day} ${currency.code}`, amount + (days.get(`${day} ${currency.code}`) ?? 0n));
    else byRecord.set(of.recordId, [...(byRecord.get(of.recordId) ?? []), entry]);
  }
  const books = new Set(totals.entries.map(({ currency }) => currency.code));

  /** Subtracts a part of a day from the books, so that the rest shows the day. */
  const onDay = (instant: Instant, currency: string, { total }: Amount): void => {
    const key = `${dayOf(instant)} ${currency}`;
    days.set(key, (days.get(key) ?? 0n) - total);
  };

  const take = (ids: readonly string[]): readonly PlatformEntry[] => {
    const taken: PlatformEntry[] = [];
    for (const id of ids) {
      taken.push(...(byRecord.get(id) ?? []));
      byRecord.delete(id);
    }
    return taken;
  };

  const explainEntries = (entries: readonly PlatformEntry[], reason?: string): void => {
    for (const { of, currency, amount } of entries) {
      const label = of === undefined || of.kind === 'sale' ? reason : laterLabels[of.kind];
      if (label !== undefined) tally.explain(label, currency.code, { total: amount, tax: 0n });
    }
  };

  /**
   * The record of a sale must not show less returned money than the books. For a refund that failed, the books have both
   * directions, often in two months, and the record neither.
   */
  const checkRefunds = (sale: Sale, entries: readonly PlatformEntry[]): void => {
    const { code } = sale.currency;
    const undone = new Set((sale.undone ?? []).map(({ id }) => id));
    const returned = entries.filter(
      ({ of, currency }) => of?.kind === 'refund' && currency.code === code && !undone.has(of.recordId),
    );
    const booked = returned.reduce((total, { amount }) => total + amount, 0n);
    const known = sale.refunds
      .filter(({ occurredAt }) => isInMonth(occurredAt))
      .reduce((all, { total }) => all + total, 0n);
    const missing = booked + known;
    if (missing >= 0n) return;
    tally.explain(laterLabels.refund, code, { total: -missing, tax: 0n }, 0);
    tally.name(sale.identity.recordId, code, missing, 'The platform returned more than the record of the sale shows.');
  };

  const later = (sale: Sale): void => {
    for (const change of [
      ...sale.refunds.map((one) => ({ ...one, kind: 'refund' as const })),
      ...(sale.amendments ?? []),
    ]) {
      if (!isInMonth(change.occurredAt)) continue;
      if (change.kind === 'dispute' && totals.leavesOut.includes('dispute')) continue;
      const amount = negative(countedChange(totals, sale, change));
      tally.explain(laterLabels[change.kind], sale.currency.code, amount);
      onDay(change.occurredAt, sale.currency.code, amount);
    }
  };

  const isLeftOut = ({ isTest }: Sale): boolean => isTest && totals.leavesOut.includes('test order');

  const explainSent = (sale: Sale, candidates: readonly PushCandidate[], entries: readonly PlatformEntry[]): void => {
    const { code } = sale.currency;
    const { counted, parts } = countedOf(rules.policy, totals, sale);
    const sent = candidates.reduce((all, one) => plus(all, amountOf(one)), zero);
    const sentIn = candidates[0]?.amounts.currency ?? code;
    const column = salesIn(sentIn);
    column.mapped = plus(column.mapped, sent);
    column.count += candidates.length;
    const sold = entries.filter(({ of }) => of?.kind === 'sale');
    const isForeign =
      sentIn !== code || !(statesPayments ? sold.every(({ currency }) => currency.code === code) : books.has(code));
    if (isForeign) {
      tally.explain(otherCurrency, sentIn, negative(sent));
      if (statesPayments) explainEntries(sold, otherCurrency);
      else if (books.has(code)) tally.explain(otherCurrency, code, counted);
      return;
    }
    for (const [reason, amount] of parts) tally.explain(reason, code, amount);
    const rest = [...parts.values()].reduce((left, part) => plus(left, negative(part)), plus(counted, negative(sent)));
    const isHooked = candidates.some(({ findings }) => findings.includes('changed by your app'));
    if (isHooked && (rest.total !== 0n || rest.tax !== 0n)) tally.explain('changed by your app', code, rest);
    else if (rest.total !== 0n)
      tally.name(sale.identity.recordId, code, rest.total, 'The transaction differs from the sale.');
    if (!statesPayments) return;
    const paid = sold.reduce((total, { amount }) => total + amount, 0n);
    const over = paid - counted.total;
    const beyond = over > (sale.paidBeyond ?? 0n) ? (sale.paidBeyond ?? 0n) : over;
    if (beyond > 0n) tally.explain(customerBalance, code, { total: beyond, tax: 0n });
    const difference = beyond > 0n ? over - beyond : over;
    if (difference === 0n) return;
    const isPayment = sold.some(({ of }) => of?.recordId === sale.identity.recordId);
    const [last] = sold;
    if (difference < 0n && !isPayment) tally.explain(paidElsewhere, code, { total: difference, tax: 0n });
    // One payment can pay several invoices: the rest belongs to the next one.
    else if (!isPayment && last?.of !== undefined) byRecord.set(last.of.recordId, [{ ...last, amount: difference }]);
    else
      tally.name(
        sale.identity.recordId,
        code,
        difference,
        'The amount that the platform booked is not the total of the sale.',
      );
  };

  const record: Explainer['record'] = (result, mapped) => {
    const [first] = mapped;
    const key = first === undefined ? '' : E.isLeft(first.sale) ? first.sale.left.id : first.sale.right.id;
    if (seen.has(key)) return;
    seen.add(key);
    const reasonOf = mapped.map(({ sale }) => (E.isLeft(sale) ? (sale.left.reason ?? '') : ''))[0] ?? '';
    if (E.isLeft(result)) {
      explainEntries(take([result.left.sourceId]), result.left.reason);
      return;
    }
    const sale = result.right;
    const { code } = sale.currency;
    const entries = take(idsOf(platform, sale));
    const isOfMonth = isInMonth(sale.occurredAt);
    const candidates = mapped.flatMap(({ sale: one }) => (E.isRight(one) ? [one.right] : []));
    if (statesPayments) {
      explainEntries(entries.filter(({ of }) => of?.kind !== 'sale'));
      checkRefunds(sale, entries);
      if (candidates.length > 0 && isOfMonth) explainSent(sale, candidates, entries);
      else explainEntries(entries, isOfMonth ? reasonOf : 'sale of another month');
      return;
    }
    if (isLeftOut(sale) || !books.has(code)) {
      if (isOfMonth && candidates.length > 0) explainSent(sale, candidates, []);
      return;
    }
    later(sale);
    if (!isOfMonth) return;
    const { counted } = countedOf(rules.policy, totals, sale);
    onDay(sale.occurredAt, code, counted);
    if (candidates.length > 0) explainSent(sale, candidates, []);
    else tally.explain(reasonOf, code, counted);
  };

  return {
    record,
    other: (result, askedFor) => {
      if (E.isLeft(result)) {
        explainEntries(take([result.left.sourceId, askedFor ?? '']), result.left.reason);
      } else {
        const { identity, occurredAt } = result.right;
        if (isInMonth(occurredAt) && !statesPayments) return;
        const key = `other ${identity.recordId}`;
        if (seen.has(key) && !statesPayments) return;
        seen.add(key);
        if (statesPayments) {
          const entries = take([...idsOf(platform, result.right), askedFor ?? '']);
          checkRefunds(result.right, entries);
          explainEntries(
            entries.filter(({ of }) => of?.kind !== 'sale' || !isInMonth(occurredAt)),
            'sale of another month',
          );
          for (const { of, currency, amount } of entries) {
            if (of?.kind === 'sale' && isInMonth(occurredAt))
              tally.name(
                of.recordId,
                currency.code,
                amount,
                'The amount that the platform booked is more than the total of the sale.',
              );
          }
        } else if (!isLeftOut(result.right) && books.has(result.right.currency.code)) later(result.right);
      }
    },
    compared: ({ kind, amounts, ...candidate }) => {
      if (amounts.month !== month) return;
      const amount = amountOf({ ...candidate, kind, amounts });
      tally.add('expected', amounts.currency, amount);
      if (kind === 'refund') tally.explain(laterLabels.refund, amounts.currency, negative(amount), 0);
      else {
        const column = salesIn(amounts.currency);
        column.compared = plus(column.compared, amount);
        column.count -= 1;
      }
    },
    unseen: () => [...byRecord.keys()],
    isUnseen: (recordId) => byRecord.has(recordId),
    missing: (recordId) => {
      for (const { currency, amount } of take([recordId]))
        tally.name(recordId, currency.code, amount, 'The platform booked it and has no record of it.');
    },
    settle: () => {
      for (const [currency, { mapped, compared, count }] of sales) {
        const elsewhere = plus(mapped, negative(compared));
        if (elsewhere.total !== 0n || count > 0)
          tally.explain('belongs to another storefront', currency, elsewhere, count);
      }
    },
    nameDays: () => {
      for (const [key, total] of [...days].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const [day = '', currency = ''] = key.split(' ');
        if (total !== 0n)
          tally.name(day, currency, total, "The platform's total of the day minus the sum of its records.");
      }
    },
  };
};

const amountOf = ({ amounts: { total, taxCollected } }: PushCandidate): Amount => ({ total, tax: taxCollected });

/** Ids under which the platform's books may name parts of a sale. */
const idsOf = (
  platform: string,
  { identity, references, refunds, amendments = [], adjustments, undone = [] }: Sale,
): readonly string[] => [
  identity.recordId,
  ...references.flatMap((one) => (one.startsWith(`${platform}:`) ? [one.slice(platform.length + 1)] : [])),
  ...[...refunds, ...amendments, ...adjustments, ...undone].map(({ id }) => id),
];
