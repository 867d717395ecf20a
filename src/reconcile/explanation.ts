/** The shape of a sale's explanation, as the screen, the HTTP API and the command line show it. */
import type { Adjustment } from '../domain/run.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { ValueReason } from '../mapping/sale.ts';
import type { FailureCause } from '../pipeline/failures.ts';
import type { PartsOfSale } from './parts-of-sale.ts';
import type { SentOfRecord } from './sent-of-record.ts';

/** The reasons for all numbers of one sale. Money as decimals in major units; of the address only the parts that decide. */
export interface Explanation {
  readonly storefront: string;
  readonly sourceId: string;
  readonly name: string;
  readonly url: string | null;
  readonly result: ExplainedExclusion | ExplainedTransaction;
  /** The part of a split sale whose tax a marketplace remits. `result` is then the part of the seller. */
  readonly marketplacePart?: ExplainedExclusion | ExplainedTransaction;
  readonly adjustments: readonly Adjustment[];
  /** Everything that was ever sent for it, by this sync database or another one, sorted by date. */
  readonly sent: readonly SentOfRecord[];
}

/** A record that is not sent as it stands, and why. */
export interface ExplainedExclusion {
  readonly _tag: 'Excluded';
  readonly outcome: 'skipped' | 'held';
  readonly reason: SkipReason | HoldReason;
  readonly message: string;
  /** The parts that the platform states; left out if there is no sale. */
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
    /** Null if it was never tried. */
    readonly isSame: boolean | null;
  };
  readonly service: ServiceView;
}

/** A line of the transaction. */
export interface ExplainedLine {
  readonly productName: string;
  readonly productSku: string | null;
  readonly quantity: number;
  /** The price of one unit. */
  readonly amount: string;
  readonly discount: string;
  /** The total of the line: quantity times price, less its discount, without tax. */
  readonly total: string;
  /** The tax that the seller collected on the line. Tax on shipping, or on the whole sale, belongs to no line. */
  readonly tax: string;
  /** The product tax code, which is sent if `service.wire.optional` names it. */
  readonly taxCode?: string;
}

/** What the service holds under this id or name. `reportedTax`: the tax information of the service, unchanged. */
export type ServiceView =
  | { readonly _tag: 'Absent' }
  /** Money, state, day and exemption are equal. */
  | { readonly _tag: 'Same'; readonly reportedTax?: string }
  /** The service holds it, but does not show its total, tax, state and day. */
  | { readonly _tag: 'NotCompared'; readonly reportedTax?: string }
  /** `message` names the fields, and both values of money. */
  | {
      readonly _tag: 'Differs';
      readonly fields: readonly string[];
      readonly message: string;
      readonly reportedTax?: string;
    }
  | { readonly _tag: 'Unknown'; readonly cause: FailureCause; readonly message: string };

/** Describes in a sentence what the service holds of a transaction. */
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

const taxOf = ({ reportedTax }: { readonly reportedTax?: string }): string =>
  reportedTax === undefined ? '' : ` Tax that the service reports: ${reportedTax}.`;
