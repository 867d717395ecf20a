import { join } from 'node:path';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { median } from '../median.ts';
import { ratioOf, type Row } from '../row.ts';
import { type Intake, type IntakePlan, measureIntake } from './measure-intake.ts';
import { shopifyDeliveries } from './shopify-deliveries.ts';
import { startServer } from './start-server.ts';

const path = '/tax-nexus/webhooks/shopify';

const intakeOf = async (state: string, plan: IntakePlan): Promise<Intake> => {
  const server = await startServer('ours.js', [state]);
  try {
    return await measureIntake(server, path, shopifyDeliveries, plan);
  } finally {
    await server.stop();
  }
};

/** Webhook intake with the sync database in PostgreSQL, beside the same in SQLite. Both wait for the disk. */
export const comparePostgres = async (folder: string, plan: IntakePlan): Promise<readonly Row[]> => {
  const postgres = await startPostgres(true);
  const [onPostgres, onSqlite]: [Intake[], Intake[]] = [[], []];
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      onPostgres.push(await intakeOf(await postgres.newDatabase(), plan));
      onSqlite.push(await intakeOf(join(folder, `intake-beside-${round}.db`), plan));
    }
  } finally {
    await postgres.stop();
  }
  const middle = (all: readonly Intake[], field: keyof Intake): number => median(all.map((one) => one[field]));
  const shown = (all: readonly Intake[]): string =>
    `${middle(all, 'perSecond').toFixed(0)}/s, p50 ${middle(all, 'p50').toFixed(1)} ms, p99 ${middle(all, 'p99').toFixed(1)} ms, ${middle(all, 'cpuUs').toFixed(0)} µs CPU`;
  return [
    {
      what: '    webhook intake on PostgreSQL, events per second',
      ratio: ratioOf(middle(onPostgres, 'perSecond'), middle(onSqlite, 'perSecond')),
      goal: '',
      measured: shown(onPostgres),
      'compared with': `on SQLite ${shown(onSqlite)}; the database server is free to use every core`,
    },
  ];
};
