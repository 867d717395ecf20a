/** `historicalSync.lines`: what became of each transaction of a run, and why. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Inbox, Resolution } from '../domain/inbox.ts';
import { moneyIn } from '../domain/money.ts';
import type { Adjustment, AdjustmentKind, LineAmounts, Outcome, ReportLine, StatedSale } from '../domain/run.ts';
import type { LineFilter, StoreError } from '../domain/sync-store.ts';
import { fail } from './failure.ts';
import { asIs, ofRun, operation } from './operation.ts';
import {
  eachOf,
  fields,
  instant,
  list,
  money,
  named,
  oneOf,
  orNull,
  pageOf,
  paging,
  storefrontName,
  text,
  yesNo,
} from './shapes.ts';
import { fromStore, withRun } from './state.ts';

/** A person's note on a line, a difference or an adjustment. */
export type Note = Pick<Resolution, 'note' | 'by' | 'at'>;

/** An adjustment of a sale. Money as decimals in major units, negative when it went back. */
export interface LineAdjustment extends Omit<Adjustment, 'amount' | 'tax' | 'taxed'> {
  readonly amount: string;
  /** The tax in it; null when the platform does not state it. */
  readonly tax: string | null;
}

/** The amounts of a line. Money as decimals in major units. */
export interface DecimalAmounts extends Pick<LineAmounts, 'currency' | 'jurisdiction' | 'month'> {
  readonly total: string;
  readonly taxCollected: string;
  /** The tax that the service reports for it; null where it reports none. */
  readonly reportedTax: string | null;
}

/** Money as decimals in major units. */
export interface DecimalStated extends Omit<StatedSale, 'total'> {
  readonly total: string | null;
}

/** A line of a run's report, as JSON can carry it. */
export interface Line extends Omit<
  ReportLine,
  'amounts' | 'adjustments' | 'reportedTax' | 'occurredAt' | 'stated' | 'detail'
> {
  /** When it was sold or refunded, in UTC; null where that is unknown. */
  readonly occurredAt: string | null;
  /** What the platform states of a record that is skipped or held, as far as it is known; null otherwise. */
  readonly stated: DecimalStated | null;
  /** Null for a record that did not become a transaction. */
  readonly amounts: DecimalAmounts | null;
  readonly adjustments: readonly LineAdjustment[];
  /** The newest note of a person on this line; null without one. */
  readonly note: Note | null;
}

/** Which lines, and where to begin. */
export interface LinesRequest extends LineFilter {
  /** `next` of the page before. Default: from the first line. */
  readonly cursor?: string;
  /** Lines of a page, 1 to 500. Default 50. */
  readonly limit?: number;
}

/** Lines of a report, in the order in which they were settled. */
export interface LinesPage {
  readonly items: readonly Line[];
  /** Pass it as `cursor` for the following page; null after the last. */
  readonly next: string | null;
}

export const decimalAdjustment = ({ amount, tax, taxed: _taxed, ...rest }: Adjustment): LineAdjustment => {
  const decimal = moneyIn(rest.currency);
  return { ...rest, amount: decimal(amount), tax: tax === null ? null : decimal(tax) };
};

export const noCursor = 'The cursor is not valid. Use "next" of the previous page.';

/** Whether a page may have so many items. */
export const isPageSize = (limit: number, most: number): boolean =>
  Number.isInteger(limit) && limit >= 1 && limit <= most;

/** The newest notes of people, by storefront and id. */
export type Notes = ReadonlyMap<string, Note>;

/** An erased note is left out. */
export const readNotes = (
  { resolutions }: Pick<Inbox, 'resolutions'>,
  storefronts: readonly string[],
): TE.TaskEither<StoreError, Notes> =>
  pipe(
    storefronts,
    TE.traverseSeqArray(resolutions),
    TE.map(
      (found) =>
        new Map(
          found
            .flat()
            .filter(({ note }) => note !== '')
            .map(({ storefront, id, note, by, at }) => [`${storefront} ${id}`, { note, by, at }]),
        ),
    ),
  );

export interface LinesPromise {
  /**
   * Lines of a run's report, a page at a time: what became of each transaction, and why. Money is decimals in major units. Live
   * sales are those of the run `live:` and the storefront's name. Rejects with `UNKNOWN_RUN`, and with `INVALID` for an invalid cursor or
   * limit.
   *
   * @example
   * const { items, next } = await taxNexus.historicalSync.lines(id, { outcomes: ['failed', 'held'], limit: 100 });
   */
  readonly lines: (runId: string, request?: LinesRequest) => Promise<LinesPage>;
}

export const adjustmentKind = eachOf<AdjustmentKind>({
  refund: true,
  edit: true,
  cancellation: true,
  return: true,
  dispute: true,
  drift: true,
  deletion: true,
});

export const adjustmentShape = fields({
  kind: adjustmentKind,
  id: text(),
  occurredAt: instant,
  currency: text(),
  amount: money,
  tax: orNull(money),
  sent: yesNo('Whether it was sent as a separate transaction'),
  message: text(),
});

const decimalAmounts = ({ currency, jurisdiction, month, total, taxCollected, reportedTax }: LineAmounts) => {
  const decimal = moneyIn(currency);
  return {
    currency,
    jurisdiction,
    month,
    total: decimal(total),
    taxCollected: decimal(taxCollected),
    reportedTax: reportedTax === undefined ? null : decimal(reportedTax.reported),
  };
};

const decimalStated = ({ currency, total, jurisdiction }: StatedSale): DecimalStated => ({
  currency,
  jurisdiction,
  total: total === null ? null : moneyIn(currency)(total),
});

const outcome = eachOf<Outcome>({ succeeded: true, alreadyPresent: true, failed: true, skipped: true, held: true });

const toLine = (line: ReportLine, notes: Notes): Line => {
  const { storefront, id, sourceId, name, kind, outcome, reason, message, amounts, findings, adjustments } = line;
  const { occurredAt = null, stated } = line;
  return {
    storefront,
    id,
    sourceId,
    name,
    kind,
    outcome,
    reason,
    message,
    occurredAt,
    findings,
    stated: stated === undefined ? null : decimalStated(stated),
    amounts: amounts === null ? null : decimalAmounts(amounts),
    adjustments: adjustments.map(decimalAdjustment),
    note: notes.get(`${storefront} ${id}`) ?? null,
  };
};

/** A position among the lines, as the store returns it. */
const positionIn = (cursor: string | undefined): O.Option<O.Option<string>> => {
  if (cursor === undefined) return O.some(O.none);
  return /^\d{1,15}$/.test(cursor) ? O.some(O.some(cursor)) : O.none;
};

const maxLines = 500;

const lineShape = named(
  'Line',
  fields({
    storefront: text(),
    id: text(),
    sourceId: text('The id at the platform'),
    name: text(),
    kind: oneOf('sale', 'refund'),
    outcome,
    reason: orNull(text()),
    message: orNull(text()),
    occurredAt: orNull(instant),
    stated: orNull(fields({ currency: text(), total: orNull(money), jurisdiction: orNull(text()) })),
    amounts: orNull(
      fields({
        currency: text(),
        jurisdiction: text('CA, CA-ON, DE-*'),
        month: text('YYYY-MM'),
        total: money,
        taxCollected: money,
        reportedTax: orNull(money),
      }),
    ),
    findings: list(text()),
    adjustments: list(adjustmentShape),
    note: orNull(fields({ note: text(), by: text(), at: instant })),
  }),
);

export const listLines = operation<LinesPromise['lines'], LinesRequest & { readonly runId: string }>()({
  name: 'listLines',
  summary: 'What became of each transaction, and why',
  right: 'view',
  about: ofRun,
  ask: (runId, request = {}) => ({ ...request, runId }),
  run: (ports, { runId, cursor, limit = 50, ...filter }) => {
    const after = positionIn(cursor);
    if (O.isNone(after)) return TE.fromEither(fail('INVALID', noCursor));
    if (!isPageSize(limit, maxLines))
      return TE.fromEither(fail('INVALID', `The limit must be a number from 1 to ${maxLines}.`));
    return withRun(ports, runId, ({ store, inbox }, run) =>
      pipe(
        fromStore(store.findLines(run.id, filter, { after: after.value, limit })),
        TE.bindTo('page'),
        TE.bind('notes', () => fromStore(readNotes(inbox, run.storefronts))),
        TE.map(({ page: { lines, next }, notes }) => ({
          items: lines.map((line) => toLine(line, notes)),
          next: O.toNullable(next),
        })),
      ),
    );
  },
  http: {
    method: 'get',
    path: '/runs/{runId}/lines',
    given: fields(
      {},
      {
        ...paging(maxLines, 50),
        outcomes: list(outcome),
        storefront: storefrontName,
        id: text('Of one line'),
        reason: text(),
        finding: text(),
        jurisdiction: text('CA, CA-ON, DE-*'),
        month: text('YYYY-MM'),
        text: text(
          'A number or id, a state or country, or an amount; of up to 100,000 lines also a part of a number or id',
        ),
        hasAdjustments: yesNo('Only sales with a refund, an edit, a drift'),
        unsentAdjustment: adjustmentKind,
      },
    ),
    ask: (given, { path }) => ({ ...given, ...path }),
    show: asIs,
    answer: pageOf(lineShape),
  },
});
