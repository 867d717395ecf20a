/** The reads of Stripe that the connector needs, as an interface that wrappers can add to. Nothing here writes. */
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StripeFailure } from '../errors.ts';

export type Read<A> = TE.TaskEither<StripeFailure, A>;

/** Lists of Stripe's that are newest first. */
export type ListName =
  | 'charges'
  | 'checkout sessions'
  | 'invoices'
  | 'invoice payments'
  | 'credit notes'
  | 'refunds'
  | 'disputes'
  | 'balance transactions'
  | 'events';

export type ChildName =
  | 'session lines'
  | 'invoice lines'
  | 'credit note lines'
  | 'amount details'
  | 'tax calculation lines'
  | 'tax transaction lines';

export type ObjectName =
  | 'charge'
  | 'payment intent'
  | 'checkout session'
  | 'invoice'
  | 'invoice payment'
  | 'credit note'
  | 'refund'
  | 'dispute'
  | 'tax calculation'
  | 'tax transaction'
  | 'tax association'
  | 'terminal location'
  | 'product'
  | 'tax rate';

/** The filter of a list. Times are Unix seconds; `gte` is included, `lt` is not. */
export interface ListQuery {
  limit: number;
  starting_after?: string;
  created?: { gte: number; lt: number };
  expand?: string[];
  /** Types of events. */
  types?: string[];
  payment_intent?: string;
  subscription?: string;
  charge?: string;
  invoice?: string;
  payment?: { type: 'payment_intent'; payment_intent: string };
}

/** One page of a list, as Stripe sent it. */
export interface StripeList {
  readonly data: readonly unknown[];
  readonly has_more: boolean;
}

export interface StripeApi {
  readonly account: Read<unknown>;
  readonly list: (name: ListName, query: ListQuery) => Read<StripeList>;
  readonly children: (name: ChildName, parentId: string, query: ListQuery) => Read<StripeList>;
  readonly retrieve: (name: ObjectName, id: string, expand?: readonly string[]) => Read<unknown>;
}
