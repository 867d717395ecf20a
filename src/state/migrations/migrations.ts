import type { Migration } from 'kysely';
import type { SqlEngine } from '../sql-engine.ts';
import { firstTables } from './0001-first-tables.ts';
import { saleReferences } from './0002-sale-references.ts';
import { inbox } from './0003-inbox.ts';
import { lane } from './0004-lane.ts';
import { worker } from './0005-worker.ts';
import { signOffs } from './0010-sign-offs.ts';
import { countedDays } from './0011-counted-days.ts';
import { serviceFacts } from './0012-service-facts.ts';
import { intoClosedPeriods } from './0013-into-closed-periods.ts';

/**
 * Every change of the tables, in the order of its number. A migration that was published is never changed: a new one
 * follows it, and adds rather than alters, so that an older program at work beside a newer one does no harm.
 */
export const migrations = (engine: SqlEngine): Readonly<Record<string, Migration>> => ({
  '0001-first-tables': firstTables(engine),
  '0002-sale-references': saleReferences(engine),
  '0003-inbox': inbox(engine),
  '0004-lane': lane,
  '0005-worker': worker(engine),
  '0010-sign-offs': signOffs(engine),
  '0011-counted-days': countedDays(engine),
  '0012-service-facts': serviceFacts(engine),
  '0013-into-closed-periods': intoClosedPeriods,
});
