import type { DateRange } from '../core/date-range.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';

/** What the conformance suite of `SourceConnector` needs to know about a connector and the data behind it. */
export interface ConnectorUnderTest {
  /** A new connector over the same unchanging data; called several times. */
  readonly open: () => SourceConnector;
  /** The same, with credentials that the platform refuses. */
  readonly openRefused: () => SourceConnector;
  /** A range of at least two months with at least two pages of records. */
  readonly range: DateRange;
  /** An id of the platform's kind that no record has. */
  readonly unknownId: string;
  /** Personal data and tokens that are in the data; none may show up in a message. */
  readonly canaries: readonly string[];
}
