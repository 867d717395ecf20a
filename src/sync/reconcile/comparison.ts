import type { Instant } from '../../domain/instant.ts';
import type { ServiceFacts } from '../../domain/tax-service.ts';
import type { SourceConnector } from '../../mapping/source-connector.ts';
import type { PrepareContext } from '../entry/prepare-entry.ts';
import type { Session } from '../session.ts';
import type { FindingsBook } from './findings-book.ts';
import type { Ledger } from './ledger.ts';
import type { Told } from './told.ts';

/** The reconciliation of one storefront under way: what it asks, and what it has found so far. */
export interface Comparison {
  /** Of no run: nothing is pushed and nothing is committed. */
  readonly session: Session;
  /** What the record book knows of the service. */
  readonly facts: ServiceFacts | null;
  readonly connector: SourceConnector;
  readonly prepare: PrepareContext;
  readonly timeZone: string;
  /** The day of an instant, `YYYY-MM-DD`, in that time zone. */
  readonly dayOf: (instant: Instant) => string;
  /** How the ids of this storefront's transactions begin. */
  readonly prefix: string;
  /** What the service's list held; whatever a sale was found for is taken out. */
  readonly told: Map<string, Told>;
  readonly ledger: Ledger;
  readonly findings: FindingsBook;
  /** Ids of the records that were compared: one that moves between pages while they are read counts once. */
  readonly seen: Set<string>;
  /** Transactions that the service holds, of which it showed nothing that could be compared. */
  notCompared: number;
  /** Takes one of the questions about single transactions; false when none is left. */
  readonly takeQuestion: () => boolean;
  /** How many records became no transaction, by reason. */
  readonly setAside: Record<string, number>;
}
