import { liveRunId } from '../../src/domain/run.ts';
import { right } from '../right.ts';
import { openStore, rawDatabase } from '../raw-database.ts';
import { accountOf, nameOf } from './fleet-app.ts';
import type { FleetTask } from './task.ts';

const range = { from: '1970-01-01', to: '9999-12-31' };

/** Makes a sync database in which another process has gone live with every storefront a moment ago. */
export const seedFleet = async (fleet: Pick<FleetTask, 'state' | 'storefronts' | 'accounts'>): Promise<void> => {
  right(await (await openStore(fleet.state)).close());
  const { run, close } = await rawDatabase(fleet.state);
  const now = Date.now();
  const at = new Date(now).toISOString();
  for (let n = 0; n < fleet.storefronts; n += 1) {
    const [name, account, number] = [nameOf(n), accountOf(fleet, n), n + 1];
    await run(
      `insert into run (number, id, kind, dry_run, storefronts, from_day, to_day, status, started_at, next_position, account, into_closed_periods)
        values (?, ?, 'live', 0, ?, ?, ?, 'running', ?, 0, ?, 0)`,
      ...[number, liveRunId(name), JSON.stringify([name]), range.from, range.to, at, account],
    );
    await run('insert into run_time_zone (run, storefront, time_zone) values (?, ?, ?)', number, name, 'UTC');
    await run('insert into storefront_account (storefront, account) values (?, ?)', name, account);
    await run('insert into catch_up (storefront, caught_up_to) values (?, ?)', name, at);
    for (const task of ['catchUp', 'reconcile']) {
      await run('insert into task (name, storefront, begun_at) values (?, ?, ?)', task, name, now);
    }
  }
  await close();
};
