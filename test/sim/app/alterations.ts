import type { Send } from '../../../connectors/shopify/client/send.ts';
import type { Clock, Random } from '../../../src/domain/environment.ts';
import type { Inbox } from '../../../src/domain/inbox.ts';
import type { RateLimitStore } from '../../../src/domain/rate-limit-store.ts';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { TaxService } from '../../../src/domain/tax-service.ts';
import type { Policy } from '../../../src/mapping/policy.ts';
import type { SourceConnector } from '../../../src/mapping/source-connector.ts';
import type { Transport } from '../../../src/service/request.ts';

/** What an altered part may use of the process that it belongs to. */
export interface Tools {
  readonly clock: Clock;
  readonly random: Random;
  /** Prints something. */
  readonly note: (...printed: readonly unknown[]) => void;
  readonly inbox: Inbox;
}

export type Receive = (request: Request) => Promise<Response>;

type Alter<Part> = (part: Part, tools: Tools) => Part;

/** What parts of a process are put in the place of: each gets the part that would have been there. */
export interface Alterations {
  readonly transport?: Alter<Transport>;
  readonly service?: Alter<TaxService>;
  /** The way to Shopify. */
  readonly shopify?: Alter<Send>;
  readonly connector?: Alter<SourceConnector>;
  /** What proofs read with. */
  readonly proven?: Alter<SourceConnector>;
  readonly store?: Alter<SyncStore>;
  readonly inbox?: Alter<Inbox>;
  readonly client?: Alter<RateLimitStore>;
  /** What is taken for the ceiling that the merchant has set. */
  readonly ceiling?: (requestsPerMinute: number | null) => number | null;
  readonly policy?: (policy: Policy) => Policy;
  readonly receive?: Alter<Receive>;
}

/** Everything as it is. */
export const unaltered: Alterations = {};
