import { rmSync } from 'node:fs';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { latencyMs } from './latency.ts';
import { installPeer } from './peer/install.ts';
import { type Measured, run } from './run.ts';

/**
 * The same charges, or all records that a sale is made of, mirrored by the peer into PostgreSQL; a text says why it could
 * not be measured here.
 */
export const backfillByPeer = async (sales: number, what: 'charges' | 'all records'): Promise<Measured | string> => {
  let folder: string;
  try {
    folder = await installPeer();
  } catch {
    return 'npm could not install it here';
  }
  try {
    const postgres = await startPostgres(true);
    try {
      const database = await postgres.newDatabase();
      return await run('peer/main.js', { sales, latencyMs }, ({ whereabouts }) => [
        folder,
        JSON.stringify(whereabouts),
        database,
        String(postgres.pid),
        what,
      ]);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'it failed';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
