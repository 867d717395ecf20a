import { amount, flag, metadata, nullable, object, type Part, reference, text, unixSeconds } from './codec.ts';
import { quickCodec } from './quick.ts';

/** What an invoice says of its subscription. */
export const SubscriptionDetails = object('SubscriptionDetails', { subscription: reference, metadata });

/** Whether a list holds anything, whatever that is. */
const holdsAny: Part<boolean> = quickCodec('list', (input) => Array.isArray(input) && input.length > 0);

/**
 * What older versions say of an invoice in fields that are gone: `paid`, `forgiven`, `closed` and `attempted` without
 * `status`, and `date` for `created` (both before 2018-11-08); `finalized_at` outside of `status_transitions` (2019);
 * `subscription_details` outside of `parent` (before 2025-03-31). Of an invoice of those days today's version may state
 * neither what its coupon took off nor its tax: that it had a coupon, and what it came to without tax, is all it says then.
 */
export const olderInvoice = {
  paid: flag,
  forgiven: flag,
  closed: flag,
  attempted: flag,
  date: unixSeconds,
  finalized_at: unixSeconds,
  subscription_details: nullable(SubscriptionDetails),
  discount: nullable(object('Discount', { id: text })),
  discounts: holdsAny,
  tax: amount,
  total_excluding_tax: amount,
};

type Details = typeof SubscriptionDetails._A;

interface Readable {
  readonly status: string | null;
  readonly created: number | null;
  readonly status_transitions: { readonly finalized_at: number | null } | null;
  readonly paid: boolean | null;
  readonly forgiven: boolean | null;
  readonly closed: boolean | null;
  readonly attempted: boolean | null;
  readonly date: number | null;
  readonly finalized_at: number | null;
  readonly parent: { readonly subscription_details: Details | null } | null;
  readonly subscription: string | null;
  readonly subscription_details: Details | null;
  readonly discount: { readonly id: string | null } | null;
  readonly discounts: boolean;
  readonly tax: bigint | null;
  readonly total: bigint | null;
  readonly total_excluding_tax: bigint | null;
  readonly total_taxes: object | null;
  readonly lines: { readonly data: readonly { readonly taxes: readonly unknown[] | null }[] } | null;
}

/** An invoice whose payment was never tried was open to changes for an hour, as a draft is today. */
const statusOf = ({ status, paid, forgiven, closed, attempted }: Readable): string | null => {
  if (status !== null || paid === null) return status;
  if (paid) return 'paid';
  if (forgiven === true) return 'uncollectible';
  return attempted === true || closed === true ? 'open' : 'draft';
};

const parentOf = ({ parent, subscription, subscription_details: details }: Readable): Readable['parent'] =>
  parent ?? (details === null ? null : { subscription_details: { ...details, subscription } });

const taxOf = ({ tax, total, total_excluding_tax: net, total_taxes, lines }: Readable): bigint | null => {
  const isStated = total_taxes !== null || lines?.data.some(({ taxes }) => taxes !== null && taxes.length > 0);
  return tax ?? (isStated === true || total === null || net === null ? null : total - net);
};

/** A coupon that nobody puts a number to is what is missing of the total: only where the tax is known, not to hide one. */
const discountOf = (invoice: Readable, tax: bigint | null): Readable['discount'] =>
  invoice.discount ?? (invoice.discounts && (invoice.total_taxes ?? tax) !== null ? { id: null } : null);

/** An invoice of any version in the shape of today's. */
export const modernInvoice = <A extends Readable>(invoice: A): A => ({
  ...invoice,
  tax: taxOf(invoice),
  discount: discountOf(invoice, taxOf(invoice)),
  status: statusOf(invoice),
  created: invoice.created ?? invoice.date,
  status_transitions: invoice.status_transitions ?? { finalized_at: invoice.finalized_at },
  parent: parentOf(invoice),
});
