/** What the author of a connector gives to the conformance suite: the connector, data, and the records that it should read. */
import type { DateRange, Interval } from '../domain/date-range.ts';
import type { HoldReason, SkipReason } from '../domain/exclusion.ts';
import type { LineKind, PaymentState } from '../mapping/sale.ts';
import type { RawRequest, SourceConnector, VerifiedDelivery } from '../mapping/source-connector.ts';

/** What the conformance suite of `SourceConnector` needs to know about a connector and the data behind it. */
export interface ConnectorUnderTest {
  /** A new connector over the same unchanging data; called several times. */
  readonly open: () => SourceConnector;
  /** The same, with credentials that the platform refuses. */
  readonly openRefused: () => SourceConnector;
  /** The same, with a platform that asks to wait for these milliseconds (null: it does not state how long). */
  readonly throttled:
    | { readonly open: () => SourceConnector; readonly retryAfterMs: number | null }
    | 'never throttles'
    | 'by other tests';
  /** The same, with a platform that does not respond. */
  readonly openUnreachable: (() => SourceConnector) | 'by other tests';
  /**
   * The platform again, over the data of `open`, with one request that the suite lets fail: an error in the middle of reading
   * must never become a shorter page or a missing record. Over HTTP, `url` is the address of your stand-in, and `open` gets an
   * address that passes requests on to it. Otherwise a function: await `before()` ahead of each request; it rejects if that
   * request should fail.
   */
  readonly oneRequestFails:
    | { readonly url: string; readonly open: (url: string) => SourceConnector }
    | ((before: () => Promise<void>) => SourceConnector)
    | 'by other tests';
  /**
   * A range of at least two windows (`defineConnector`: months), one of which has at least two pages of records. The suite also
   * reads windows that begin and end with a sale, under the key of one of these.
   */
  readonly range: DateRange;
  /** Every record of the range, computed from your data and not by the connector. */
  readonly expected: readonly ExpectedRecord[] | 'by other tests';
  /** Situations that the platform cannot have. Default: each is among the expected records. */
  readonly lacks?: readonly Situation[];
  /** `another date`: a window may list sales by another date than the date of the sale. Default: `its window`. */
  readonly datedBy?: 'its window' | 'another date';
  /**
   * A span of time in which something changed, and ids of records whose last change was in it, best also of a sale that was made
   * before the span. Take them from the data or the platform, not from the connector, whose `changes` they check.
   */
  readonly changed: { readonly interval: Interval; readonly recordIds: readonly string[] };
  /**
   * One delivery about a record: as the platform sends and signs it, and as a host passes it on after verifying it. Without
   * `request` if the platform sends no webhooks, without `verified` if the connector has no `receiveVerified`.
   */
  readonly delivery: {
    readonly request?: ArrivedRequest;
    readonly verified?: VerifiedDelivery;
    /** The id of the record in the delivery. Default: not compared. */
    readonly recordId?: string;
    /** The announcement of a webhook, which names no record and is not signed. Default: the platform sends none. */
    readonly ping?: ArrivedRequest;
  };
  /** An id of the platform's kind that no record has. */
  readonly unknownId: string;
  /** Names of buyers and tokens that are in the data; no text may contain them, except the text of an address. */
  readonly canaries: readonly string[];
}

/** The bytes that arrive, and their headers in lower case. `receivedAt` only if the signature contains a time. */
export type ArrivedRequest = Omit<RawRequest, 'receivedAt'> & Partial<RawRequest>;

/** A situation that data for the suite has at least once. */
export type Situation =
  | 'unpaid'
  | 'canceled'
  | 'refunded'
  /** A refund whose lines are known: `refunded.units`. */
  | 'refunded lines'
  | 'damaged'
  | 'no decimals'
  | 'three decimals'
  | 'tax'
  | 'state'
  /** A billing address that differs from the shipping address. */
  | 'two addresses'
  /** A line that is not goods: `kinds`. */
  | 'another kind';

/** One record of the data, in the decimals of its currency. */
export type ExpectedRecord =
  | { readonly id: string; readonly held: HoldReason }
  | { readonly id: string; readonly skipped: SkipReason }
  | {
      readonly id: string;
      /** The merchant's number, if the platform has one. It is also looked up, if the connector supports that. */
      readonly number?: string;
      /** The date of the sale, in UTC. */
      readonly at: string;
      readonly currency: string;
      readonly total: string;
      /** All tax: on lines, on shipping, on the sale. */
      readonly tax: string;
      /** The ZIP of the first address, which decides where the sale counts. */
      readonly zip: string | null;
      /** The state of the same address, as the platform writes it. Default: not compared. */
      readonly state?: string | null;
      /** Compared together with `state`. Default `US`. */
      readonly country?: string | null;
      /** The sum of the quantities. */
      readonly units: number;
      /** The number of lines of each kind except goods, such as `{ fee: 1 }`. Default: no such lines. */
      readonly kinds?: Readonly<Partial<Record<Exclude<LineKind, 'goods'>, number>>>;
      /** Default `paid`. */
      readonly payment?: PaymentState;
      /** Default false. */
      readonly canceled?: boolean;
      /** Default: no refund. */
      readonly refunded?: ExpectedRefunds;
    };

/** All refunds of one record together. */
export interface ExpectedRefunds {
  /** The refunded total, with tax. */
  readonly total: string;
  readonly tax: string;
  /** The date of the last refund. */
  readonly at: string;
  /** Refunded quantities by the ids of their lines. Default: not compared. */
  readonly units?: Readonly<Record<string, number>>;
}
