import type { DateRange, Interval } from '../domain/date-range.ts';
import type { RawRequest, SourceConnector, VerifiedDelivery } from '../mapping/source-connector.ts';

/** What the conformance suite of `SourceConnector` needs to know about a connector and the data behind it. */
export interface ConnectorUnderTest {
  /** A new connector over the same unchanging data; called several times. */
  readonly open: () => SourceConnector;
  /** The same, with credentials that the platform refuses. */
  readonly openRefused: () => SourceConnector;
  /** A range of at least two months with at least two pages of records. */
  readonly range: DateRange;
  /**
   * A span of time in which something changed, and ids of records that changed in it last: best of all also of a sale that was
   * made before the span. From the data, or from the platform itself: not from the connector, whose `changes` is checked by it.
   */
  readonly changed: { readonly interval: Interval; readonly recordIds: readonly string[] };
  /**
   * One delivery about a record: as the platform sends and signs it, and as a host hands it on that has verified it. Without
   * `request` where the platform sends no webhooks, without `verified` where the connector has no `receiveVerified`.
   */
  readonly delivery: { readonly request?: RawRequest; readonly verified?: VerifiedDelivery };
  /** An id of the platform's kind that no record has. */
  readonly unknownId: string;
  /** Personal data and tokens that are in the data; none may show up in a message. */
  readonly canaries: readonly string[];
}
