import type { Adjustment } from '../domain/run.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { ValueReason } from '../mapping/sale.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { PartsOfSale } from './parts-of-sale.ts';
import type { SentOfRecord } from './sent-of-record.ts';

/** Why the numbers of one sale are what they are. Money as decimals in major units; of the place, only what decides. */
export interface Explanation {
  readonly storefront: string;
  readonly sourceId: string;
  readonly name: string;
  readonly url: string | null;
  readonly result: ExplainedExclusion | ExplainedTransaction;
  /** Of a split sale: the part whose tax a marketplace remits. `result` is then that of the seller. */
  readonly marketplacePart?: ExplainedExclusion | ExplainedTransaction;
  readonly adjustments: readonly Adjustment[];
  /** All that was ever sent of it, by this sync database or another one, in the order of their dates. */
  readonly sent: readonly SentOfRecord[];
}

/** A record that is not sent as it stands, and why. */
export interface ExplainedExclusion {
  readonly _tag: 'Excluded';
  readonly outcome: 'skipped' | 'held';
  readonly reason: SkipReason | HoldReason;
  readonly message: string;
  /** The parts that the platform states; left out where there is no sale. */
  readonly parts?: PartsOfSale;
}

/** A sale as it would be sent now, with the reason of each number. */
export interface ExplainedTransaction {
  readonly _tag: 'Transaction';
  readonly id: string;
  readonly name: string;
  readonly transactedAt: string;
  readonly currency: string;
  readonly lines: readonly ExplainedLine[];
  readonly discount: string;
  readonly subtotal: string;
  readonly shippingHandling: string;
  readonly taxCollected: string;
  readonly total: string;
  readonly shipTo: { readonly state: string | null; readonly zip: string | null; readonly country: string };
  readonly entity: string | null;
  readonly purpose: string | null;
  readonly marketplace: string | null;
  readonly decisions: readonly ValueReason[];
  /** Whether it was pushed before, and with the same body as today. */
  readonly store: {
    readonly status: 'never tried' | 'intent' | 'confirmed' | 'refused';
    /** Null when it was never tried. */
    readonly isSame: boolean | null;
  };
  readonly service: ServiceView;
}

/** A line of the transaction. */
export interface ExplainedLine {
  readonly productName: string;
  readonly productSku: string | null;
  readonly quantity: number;
  /** Of one unit. */
  readonly amount: string;
  readonly discount: string;
  /** Of the whole line: quantity times price, less its discount, without tax. */
  readonly total: string;
  /** What the seller collected on the line. The tax on shipping, or on the whole sale, is on no line. */
  readonly tax: string;
  /** The product tax code that is sent where `service.wire.optional` names it. */
  readonly taxCode?: string;
}

/** What the service holds under this id or name. `reportedTax`: the tax information that it gives, as it gives it. */
export type ServiceView =
  | { readonly _tag: 'Absent' }
  /** What matters is equal: money, place, day and exemption. */
  | { readonly _tag: 'Same'; readonly reportedTax?: string }
  /** It holds it, and does not show total, tax, state and day of it. */
  | { readonly _tag: 'NotCompared'; readonly reportedTax?: string }
  /** `message` names the fields, and both values of money. */
  | {
      readonly _tag: 'Differs';
      readonly fields: readonly string[];
      readonly message: string;
      readonly reportedTax?: string;
    }
  | { readonly _tag: 'Unknown'; readonly cause: FailureCause; readonly message: string };

const taxOf = ({ reportedTax }: { readonly reportedTax?: string }): string =>
  reportedTax === undefined ? '' : ` Tax that the service reports: ${reportedTax}.`;

/** What the service holds of a transaction, in a sentence. */
export const serviceView = ({ service }: Pick<ExplainedTransaction, 'service'>): string => {
  switch (service._tag) {
    case 'Absent':
      return 'The service does not hold it.';
    case 'Same':
      return `The service holds the same.${taxOf(service)}`;
    case 'NotCompared':
      return `The service holds it. It does not show total, tax, state and day, so that they cannot be compared.${taxOf(service)}`;
    case 'Differs':
      return `The service holds it with other values: ${service.message}.${taxOf(service)}`;
    case 'Unknown':
      return `The service's transaction is not known: ${service.message}`;
  }
};
