/** `decisions.list`: single matters that wait, or that were decided. */
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Decision, ListedMatter } from '../../domain/decision.ts';
import { fail } from '../failure.ts';
import { isPageSize, noCursor } from '../lines.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OperationPorts } from '../ports.ts';
import { recordUrl } from '../record-url.ts';
import type { OfAccount } from '../requests.ts';
import { fields, instant, money, named, oneOf, orNull, pageOf, text, whole } from '../shapes.ts';
import { fromStore, type Operation } from '../state.ts';
import {
  decimalTotal,
  decisionAction,
  matterState,
  type MattersRequest,
  narrowing,
  whatIsAnswered,
  whatIsAsked,
  withMatters,
} from './matters.ts';

/** A matter as JSON can carry it. */
export interface OpenMatter extends Omit<ListedMatter, 'total' | 'taxCollected' | 'decision'> {
  /** Decimals in major units; null where it is not known. */
  readonly total: string | null;
  /** Decimals in major units; null where it is not known. */
  readonly taxCollected: string | null;
  /** Its page at the platform; null where it has none. */
  readonly url: string | null;
  readonly decision: Pick<Decision, 'action' | 'note' | 'by' | 'at' | 'until' | 'batch'> | null;
}

/** A page of matters. */
export interface MattersPage {
  readonly items: readonly OpenMatter[];
  readonly next: string | null;
}

export interface ListMattersPromise {
  /** Single matters, a page at a time. Rejects with `INVALID` for an invalid cursor or limit. */
  readonly list: (request?: MattersRequest & OfAccount) => Promise<MattersPage>;
}

const maxMatters = 500;

/** Left with `INVALID` for an invalid cursor or limit. */
export const readMatters = (ports: OperationPorts, request: MattersRequest): Operation<MattersPage> => {
  const { cursor = '0', limit = 50, sort = 'money' } = request;
  if (!/^\d{1,9}$/.test(cursor)) return TE.fromEither(fail('INVALID', noCursor));
  if (!isPageSize(limit, maxMatters))
    return TE.fromEither(fail('INVALID', `The limit must be a number from 1 to ${maxMatters}.`));
  return withMatters(ports, request, ({ reviews }, filter) =>
    pipe(
      fromStore(reviews.findMatters(filter, { sort, offset: Number(cursor), limit })),
      TE.map(({ matters, next }) => ({
        items: matters.map((matter) => toOpenMatter(ports, matter)),
        next: O.isNone(next) ? null : String(next.value),
      })),
    ),
  );
};

const toOpenMatter = (ports: OperationPorts, { total, taxCollected, decision, ...rest }: ListedMatter): OpenMatter => ({
  ...rest,
  url: recordUrl(ports, rest),
  total: total === null ? null : decimalTotal(rest.currency, total),
  taxCollected: taxCollected === null ? null : decimalTotal(rest.currency, taxCollected),
  decision:
    decision === null
      ? null
      : {
          ...{ action: decision.action, note: decision.note, by: decision.by, at: decision.at },
          ...{ until: decision.until, batch: decision.batch },
        },
});

const matterShape = named(
  'Matter',
  fields({
    ...{ storefront: text(), sourceId: text(), lineId: text(), id: text('The same, or of an adjustment') },
    ...{ ...whatIsAnswered, currency: orNull(text()), total: orNull(money), runId: orNull(text()) },
    ...{ name: text(), kind: oneOf('sale', 'refund'), url: orNull(text('Its page at the platform')) },
    ...{ message: orNull(text()), occurredAt: orNull(instant), jurisdiction: orNull(text()) },
    taxCollected: orNull(money),
    timeZone: orNull(text('IANA, of its storefront')),
    decision: orNull(
      fields({
        ...{ action: decisionAction, note: text(), by: text(), at: instant },
        ...{ until: orNull(instant), batch: text() },
      }),
    ),
  }),
);

export const listMatters = operation<ListMattersPromise['list']>()({
  name: 'listMatters',
  summary: 'Single sales that wait, or that were decided',
  right: 'view',
  about: ofAccount,
  ask: (request = {}) => request,
  run: readMatters,
  http: {
    method: 'get',
    path: '/needs-you/sales',
    given: fields(
      {},
      {
        ...{ ...whatIsAsked, ...narrowing, state: matterState, action: decisionAction },
        batch: text('Of decisions that were made together', { maxLength: 63 }),
        runId: text('Of a run'),
        sort: oneOf('money', 'newest'),
        cursor: text('"next" of the page before', { maxLength: 9 }),
        limit: whole('Items of a page. Default 50', { minimum: 1, maximum: maxMatters }),
      },
    ),
    ask: asIs,
    show: asIs,
    answer: pageOf(matterShape),
  },
});
