import { flag, metadata, nullable, object, reference, unixSeconds } from './codec.ts';

/** What an invoice says of its subscription. */
export const SubscriptionDetails = object('SubscriptionDetails', { subscription: reference, metadata });

/**
 * What older versions say of an invoice in fields that are gone: `paid`, `forgiven`, `closed` and `attempted` without
 * `status`, and `date` for `created` (both before 2018-11-08); `finalized_at` outside of `status_transitions` (2019);
 * `subscription_details` outside of `parent` (before 2025-03-31).
 */
export const olderInvoice = {
  paid: flag,
  forgiven: flag,
  closed: flag,
  attempted: flag,
  date: unixSeconds,
  finalized_at: unixSeconds,
  subscription_details: nullable(SubscriptionDetails),
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

/** An invoice of any version in the shape of today's. */
export const modernInvoice = <A extends Readable>(invoice: A): A => ({
  ...invoice,
  status: statusOf(invoice),
  created: invoice.created ?? invoice.date,
  status_transitions: invoice.status_transitions ?? { finalized_at: invoice.finalized_at },
  parent: parentOf(invoice),
});
