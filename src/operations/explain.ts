/** `explain`: every number and decision of one sale, with reasons. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { Explanation } from '../reconcile/explanation.ts';
import { auditOf, auditRecordShape, type ShownRequest } from './audit.ts';
import { adjustmentShape, decimalAdjustment, type LineAdjustment } from './lines.ts';
import { asIs, ofStorefront, operation } from './operation.ts';
import {
  fields,
  instant,
  list,
  money,
  named,
  oneOf,
  orNull,
  recordName,
  storefrontName,
  text,
  yesNo,
} from './shapes.ts';
import { fromStore, knownStorefronts, withAccount } from './state.ts';
import type { StorefrontName } from './storefront-name.ts';

/** Why the numbers of one sale are what they are, as JSON can carry it. */
export interface ExplainedSale extends Omit<Explanation, 'adjustments'> {
  readonly adjustments: readonly LineAdjustment[];
  /** The requests about it and its later changes, in the order of their answers. */
  readonly audit: readonly ShownRequest[];
}

export interface ExplainPromise<Name extends string> {
  /**
   * Every number and decision of one sale, with reasons, and what the service holds of it. Reads only. Rejects with
   * `UNKNOWN_STOREFRONT`, `UNKNOWN_RECORD` and `SOURCE_FAILED`.
   *
   * @param record the platform's id, the order's name, or the id or name of the transaction
   */
  readonly explain: (storefront: StorefrontName<Name>, record: string) => Promise<ExplainedSale>;
}

const decision = fields(
  { about: text(), value: text(), reason: text(), fields: list(text()) },
  { finding: text(), subject: text() },
);

const parts = fields({
  currency: text(),
  pricesIncludeTax: yesNo(),
  parts: list(fields({ name: text(), quantity: orNull(t.number), listed: money, discount: money, tax: money })),
  sum: money,
  stated: orNull(money),
});

const transaction = fields({
  _tag: t.literal('Transaction'),
  id: text(),
  name: text(),
  transactedAt: instant,
  currency: text(),
  lines: list(
    fields(
      {
        ...{ productName: text(), productSku: orNull(text()), quantity: t.number },
        ...{ amount: money, discount: money, total: money, tax: money },
      },
      { taxCode: text() },
    ),
  ),
  discount: money,
  subtotal: money,
  shippingHandling: money,
  taxCollected: money,
  total: money,
  shipTo: fields({ state: orNull(text()), zip: orNull(text()), country: text() }),
  entity: orNull(text()),
  purpose: orNull(text()),
  marketplace: orNull(text()),
  decisions: list(decision),
  store: fields({
    status: oneOf('never tried', 'intent', 'confirmed', 'refused'),
    isSame: orNull(yesNo()),
  }),
  service: fields(
    { _tag: oneOf('Absent', 'Same', 'NotCompared', 'Differs', 'Unknown') },
    { reportedTax: text(), fields: list(text()), message: text(), cause: text() },
  ),
});

const exclusion = fields(
  { _tag: t.literal('Excluded'), outcome: oneOf('skipped', 'held'), reason: text(), message: text() },
  { parts },
);

/** What becomes of a sale, or of a part of one. */
const result = t.union([transaction, exclusion]);

const explanationShape = named(
  'Explanation',
  fields(
    {
      storefront: text(),
      sourceId: text(),
      name: text(),
      url: orNull(text()),
      result,
      adjustments: list(adjustmentShape),
      sent: list(
        fields({
          ...{ id: text(), what: text(), status: oneOf('intent', 'confirmed', 'refused', 'conflict', 'listed') },
          ...{ transactedAt: orNull(text()), currency: orNull(text()) },
          ...{ total: orNull(text('Decimals')), taxCollected: orNull(text('Decimals')) },
        }),
      ),
      audit: list(auditRecordShape),
    },
    { marketplacePart: result },
  ),
);

export const explain = operation<
  ExplainPromise<string>['explain'],
  { readonly storefront: string; readonly record: string }
>()({
  name: 'explain',
  summary: 'Every number and decision of one sale, with reasons',
  right: 'view',
  about: ofStorefront,
  ask: (storefront, record) => ({ storefront, record }),
  run: (ports, { storefront, record }) =>
    pipe(
      TE.fromEither(knownStorefronts(ports, [storefront])),
      TE.flatMap(() =>
        withAccount(ports, (state) =>
          pipe(
            state.explain(storefront, record),
            TE.bindTo('found'),
            TE.bind('audit', ({ found }) => fromStore(auditOf(state.reviews)(storefront, found.sourceId))),
          ),
        ),
      ),
      TE.map(({ found: { adjustments, ...rest }, audit }) => ({
        ...{ ...rest, audit },
        adjustments: adjustments.map(decimalAdjustment),
      })),
    ),
  http: {
    method: 'get',
    path: '/explanations',
    given: fields({ storefront: storefrontName, record: recordName }),
    ask: asIs,
    show: asIs,
    answer: explanationShape,
  },
});
