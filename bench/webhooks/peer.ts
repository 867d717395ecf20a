import { rmSync } from 'node:fs';
import { startSampleStripeAccount } from '../../sandbox/index.ts';
import { startPostgres } from '../../test/support/start-postgres.ts';
import { installPeer } from '../stripe/peer/install.ts';
import { moveToOneCore } from './on-one-core.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** A peer's webhook intake with the PostgreSQL that it needs. */
export interface Peer {
  /** Its own process and the database share one core. */
  readonly start: () => Promise<RunningServer>;
  readonly stop: () => Promise<void>;
}

/** Installs the peer; a sentence where that cannot be done here. */
export const preparePeer = async (): Promise<Peer | string> => {
  let folder: string;
  try {
    folder = await installPeer();
  } catch {
    return 'npm could not install it here';
  }
  try {
    const postgres = await startPostgres(true);
    moveToOneCore(postgres.pid);
    const database = await postgres.newDatabase();
    const account = await startSampleStripeAccount({ sales: 1, secretKey: 'rk_live_bench' });
    return {
      start: () => startServer('peer.js', [folder, database, account.origin]),
      stop: async () => {
        await account.stop();
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return error instanceof Error ? error.message.split('\n', 1).join('') : 'it failed';
  }
};
