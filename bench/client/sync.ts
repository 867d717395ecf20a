import * as O from 'fp-ts/lib/Option.js';
import { shopifyConnector } from '../../connectors/shopify/index.ts';
import { isGone, newRunId, processOwner, systemClock, systemRandom } from '../../src/app/system-environment.ts';
import type { DateRange } from '../../src/core/date-range.ts';
import type { RecordBook } from '../../src/core/record-book.ts';
import { secret } from '../../src/core/secret.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { sqliteRecordBook } from '../../src/state/sqlite/sqlite-record-book.ts';
import { historicalSync, type SyncPorts } from '../../src/sync/index.ts';
import { httpTaxService } from '../../src/tax-service/index.ts';
import { measuredRange, warmUpRange } from '../far-side/sales-calendar.ts';
import type { Measurement } from '../measurement.ts';
import { right } from '../right.ts';
import { type Counts, measure } from './measure.ts';
import type { ClientTask } from './task.ts';

const silent = (): void => undefined;

const portsOf = ({ origin, concurrency }: ClientTask, book: RecordBook): SyncPorts => ({
  storefronts: {
    shop: {
      connector: shopifyConnector({
        shop: 'sample-store.myshopify.com',
        credentials: { accessToken: secret('token') },
        webhookSecrets: [],
        apiOrigin: origin,
        policy: defaultPolicy,
        reading: 'pages',
        clock: systemClock,
      }),
      policy: defaultPolicy,
    },
  },
  service: httpTaxService({ baseUrl: origin, apiKey: secret('key') }),
  book,
  clock: systemClock,
  random: systemRandom,
  log: { debug: silent, info: silent, warn: silent, error: silent },
  newRunId,
  requestsPerMinute: O.none,
  concurrency,
  report: silent,
  isInterrupted: () => false,
  owner: processOwner(),
  isGone,
  crashPoint: silent,
});

const syncAll = async (ports: SyncPorts, range: DateRange): Promise<Counts> => {
  const run = right(await historicalSync(ports)({ storefronts: ['shop'], range, dryRun: false })());
  const { counts } = right(await ports.book.summarize(run.id)());
  if (run.status !== 'finished' || counts.failed > 0) throw new Error(`the run ended as ${run.status}`);
  const { succeeded, alreadyPresent, skipped, held } = counts;
  const setAside = skipped + held;
  return { orders: succeeded + alreadyPresent + setAside, pushed: succeeded, alreadyPresent, setAside };
};

/** The whole historical sync: the real connector, the real client, the SQLite record book. */
export const sync = async (task: ClientTask): Promise<Measurement> => {
  if (task.warmsUp) {
    const warm = portsOf(task, right(await sqliteRecordBook(`${task.book}.warm-up`)()));
    await syncAll(warm, warmUpRange);
    right(await warm.book.close());
    // So that the measured run does not have to read the list of the other one.
    await fetch(`${task.origin}/clear`, { method: 'POST' });
  }
  const ports = portsOf(task, right(await sqliteRecordBook(task.book)()));
  const measured = await measure(() => syncAll(ports, measuredRange));
  right(await ports.book.close());
  return measured;
};
