import type { Migration } from 'kysely';
import type { SqlEngine } from '../sql/engine.ts';
import { firstTables } from './0001-first-tables.ts';
import { saleReferenceTable } from './0002-sale-references.ts';
import { inboxTables } from './0003-inbox.ts';
import { rateLimitTable } from './0004-lane.ts';
import { workerTable } from './0005-worker.ts';
import { signOffTables } from './0010-sign-offs.ts';
import { dailyCountTable } from './0011-counted-days.ts';
import { serviceFactsTables } from './0012-service-facts.ts';
import { intoClosedPeriodsColumn } from './0013-into-closed-periods.ts';

/**
 * Every change of the tables, in the order of its number. A migration that was published is never changed: a new one
 * follows it, and adds rather than alters, so that an older program at work beside a newer one does no harm.
 */
export const migrations = (engine: SqlEngine): Readonly<Record<string, Migration>> => ({
  '0001-first-tables': firstTables(engine),
  '0002-sale-references': saleReferenceTable(engine),
  '0003-inbox': inboxTables(engine),
  '0004-lane': rateLimitTable,
  '0005-worker': workerTable(engine),
  '0010-sign-offs': signOffTables(engine),
  '0011-counted-days': dailyCountTable(engine),
  '0012-service-facts': serviceFactsTables(engine),
  '0013-into-closed-periods': intoClosedPeriodsColumn,
});
