import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { memoryStore } from '../../../src/store/memory/memory-store.ts';
import { windowReading } from '../../../src/pipeline/page-loop.ts';
import { instantOfMilliseconds } from '../../../src/domain/instant.ts';
import { right } from '../../support/right.ts';
import { listed } from '../../support/stripe-objects.ts';
import { calls, connectorTo, idsOf, invoice, readOn, start } from '../../support/stripe-storefront.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const hour = 3_600_000;
const inUnix = (milliseconds: number): number => milliseconds / 1000;
const range = { from: '2026-03-01', to: '2026-03-31' };
const request = { storefronts: ['us-account'], range, dryRun: false };

describe('an invoice from before the range that is made final in it', () => {
  it('is found by a run that is resumed after that, as by a new one, and nothing that was created in the range', async () => {
    const clock = virtualClock(Date.UTC(2026, 2, 1, 2));
    const { standIn } = await start({});
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
    const store = memoryStore();
    const run = right(await store.openRun(request, { id: 'run', at: instantOfMilliseconds(clock.now()) })());
    const checkpointOf = (name: string): ReturnType<typeof store.readCheckpoint> =>
      store.readCheckpoint(run.id, 'us-account', name);

    /** What a run that is begun or resumed now still reads in that window. */
    const readLate = async (): Promise<readonly string[]> => {
      const windows = right(await connector.windows(range)());
      const window = windows.find(({ key }) => key.startsWith('late invoices'));
      if (window === undefined) throw new Error('the range has no such window');
      const begun = instantOfMilliseconds(clock.now());
      const reading = right(await windowReading(checkpointOf, begun)(window, clock.now()));
      if (reading.isDone) return [];
      const pages = await readOn(connector, window, reading.cursor);
      const checkpoint = reading.checkpointAt(O.none);
      const page = { runId: run.id, storefront: 'us-account', lines: [], references: [], settledIntents: [] };
      right(await store.commitPage({ ...page, checkpoint }, begun)());
      return idsOf(pages.flatMap(({ results }) => results));
    };

    expect(await readLate()).toStrictEqual([]);
    const madeFinal = { status_transitions: { finalized_at: inUnix(clock.now() + hour) }, payments: listed([]) };
    standIn.data.invoices.push(
      invoice(1, { ...madeFinal, created: inUnix(Date.UTC(2026, 1, 28, 23)) }),
      invoice(2, { ...madeFinal, created: inUnix(Date.UTC(2026, 2, 1, 1)) }),
    );
    await clock.run(clock.sleep(2 * hour));
    expect(await readLate()).toStrictEqual(['in_1']);

    await clock.run(clock.sleep(40 * 24 * hour));
    expect(await readLate()).toStrictEqual(['in_1']);
    const asked = calls(standIn, '/v1/invoices');
    await clock.run(clock.sleep(hour));
    expect(await readLate()).toStrictEqual([]);
    expect(calls(standIn, '/v1/invoices')).toBe(asked);
  });
});

describe('an invoice from after the range with a date of issue in it', () => {
  it('is found by the range that it belongs to, once that is over', async () => {
    const clock = virtualClock(Date.UTC(2026, 3, 20));
    const { standIn } = await start({});
    const april = inUnix(Date.UTC(2026, 3, 5));
    const march = inUnix(Date.UTC(2026, 2, 30));
    const final = { created: april, status_transitions: { finalized_at: april }, payments: listed([]) };
    standIn.data.invoices.push(
      invoice(1, { ...final, effective_at: march }),
      invoice(2, { ...final, effective_at: april }),
      invoice(3, { ...final, effective_at: null }),
    );
    const connector = connectorTo(standIn.origin, 'rk_live_1', null, clock);
    const windows = right(await connector.windows(range)());
    const found = await Promise.all(windows.map((window) => readOn(connector, window, O.none)));
    expect(idsOf(found.flat().flatMap(({ results }) => results))).toStrictEqual(['in_1']);
  });
});
