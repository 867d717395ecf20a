import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as O from 'fp-ts/lib/Option.js';
import { isGone, newRunId, processOwner, systemClock, systemRandom } from '../../../src/app/system-environment.ts';
import { secret } from '../../../src/domain/secret.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { historicalSync } from '../../../src/pipeline/index.ts';
import { httpTaxService } from '../../../src/service/http-tax-service.ts';
import { right } from '../../right.ts';
import type { Whereabouts } from '../far-side/start.ts';
import { connectorTo, policy } from './connector-to.ts';
import type { Work } from './measure.ts';

const silent = (): void => undefined;

/**
 * A whole historical sync but for the pushes (a dry run): read, joined, mapped, and kept in the SQLite sync database, one
 * entry per sale. What a mirror of the account does into its own database.
 */
export const lookOnly = async (where: Whereabouts, charges: number): Promise<Work> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-stripe-'));
  const store = right(await sqliteStore(join(folder, 'book.db'))());
  const run = right(
    await historicalSync({
      storefronts: { billing: { connector: connectorTo(where), policy } },
      service: httpTaxService({ baseUrl: where.service, apiKey: secret('sandbox-key') }),
      store,
      reviews: store.reviews,
      clock: systemClock,
      random: systemRandom,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      newRunId,
      requestsPerMinute: O.none,
      concurrency: 4,
      report: silent,
      isInterrupted: () => false,
      owner: processOwner(),
      isGone,
      crashPoint: silent,
    })({ storefronts: ['billing'], range: where.range, dryRun: true })(),
  );
  const { counts, skipped } = right(await store.summarizeRun(run.id)());
  right(await store.close());
  rmSync(folder, { recursive: true, force: true });
  if (run.status !== 'finished') throw new Error(`the run ended as ${run.status}`);
  const ready = skipped['would be sent'] ?? 0;
  return { charges, result: `${ready} to be pushed, ${counts.skipped - ready + counts.held} set aside` };
};
