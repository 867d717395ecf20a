import type { DateRange } from '../../src/domain/date-range.ts';
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { historicalSync, type SyncPorts } from '../../src/pipeline/index.ts';
import { measuredRange, warmUpRange } from '../far-side/sales-calendar.ts';
import type { Measurement } from '../measurement.ts';
import { right } from '../right.ts';
import { type Counts, measure } from './measure.ts';
import { portsOf } from './ports-of.ts';
import type { ClientTask } from './task.ts';

const syncAll = async (ports: SyncPorts, range: DateRange): Promise<Counts> => {
  const run = right(await historicalSync(ports)({ storefronts: ['shop'], range, dryRun: false })());
  const { counts } = right(await ports.store.summarizeRun(run.id)());
  if (run.status !== 'finished' || counts.failed > 0) throw new Error(`the run ended as ${run.status}`);
  const { succeeded, alreadyPresent, skipped, held } = counts;
  const excluded = skipped + held;
  return { orders: succeeded + alreadyPresent + excluded, pushed: succeeded, alreadyPresent, excluded };
};

/**
 * The whole historical sync: the real connector, the real client, the SQLite sync database. Connector and client are those
 * of the warm-up, as the bare loop keeps its connections: V8 drops the compiled code of what is made again.
 */
export const sync = async (task: ClientTask): Promise<Measurement> => {
  const store = right(await sqliteStore(task.store)());
  const ports = portsOf(task, ['shop'], store);
  if (task.warmsUp) {
    const warm = { ...ports, store: right(await sqliteStore(`${task.store}.warm-up`)()) };
    await syncAll(warm, warmUpRange);
    right(await warm.store.close());
    // So that the measured run does not have to read the list of the other one.
    await fetch(`${task.origin}/clear`, { method: 'POST' });
  }
  const measured = await measure(() => syncAll(ports, measuredRange));
  right(await ports.store.close());
  return measured;
};
