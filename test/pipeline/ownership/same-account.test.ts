import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import { leaseLength } from '../../../src/pipeline/limits.ts';
import { readStops } from '../../../src/pipeline/run-marks.ts';
import { retryRun } from '../../../src/pipeline/retry-run.ts';
import { aSync, paged, sales } from '../../support/a-sync.ts';
import { faults } from '../../support/memory-tax-service.ts';
import { left, right } from '../../support/right.ts';

describe('a sync database and the key of an account', () => {
  it('of another account stop the run, instead of calling everything already present', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const other = aSync({ script: { pages: paged(sales(6), 2) }, store: first.store, clock: first.clock });
    const refused = left(await other.run({ range: { from: '2026-02-01', to: '2026-02-27' } }));
    expect(refused._tag).toBe('OtherAccount');
    expect(refused.message).toContain('service.apiKey');
    expect(other.world.journal).toEqual([]);
    const run = O.toUndefined(right(await first.store.findRun(O.none)()));
    if (run === undefined) throw new Error('there are two runs');
    expect(run.status).toBe('stopped');
    expect(right(await readStops(first.store, run))).toStrictEqual([
      { who: 'service', cause: 'credentials', message: refused.message },
    ]);
  });

  it('of another account leave a run alone that another process is at work on', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const now = first.clock.now();
    await first.store.acquireLease('us-store', 'the right key', { now, until: now + leaseLength }, () => false)();
    const { store, clock } = first;
    const other = aSync({ script: { pages: paged(sales(6), 2) }, store, clock, ports: { isGone: () => false } });
    const refused = left(await other.run({ range: { from: '2026-02-01', to: '2026-02-27' } }));
    expect(refused._tag).toBe('OtherAccount');
    expect(right(await store.findRun(O.none)())).toMatchObject({ value: { status: 'running' } });
  });

  it('of the same account go on, whatever key it is', async () => {
    const first = aSync({ script: { pages: paged(sales(5), 2) } });
    await first.run();
    const again = aSync({
      script: { pages: paged(sales(6), 2) },
      store: first.store,
      clock: first.clock,
      world: first.world,
    });
    expect(right(await again.run({ range: { from: '2026-02-01', to: '2026-02-27' } })).status).toBe('finished');
    expect(again.world.journal).toHaveLength(6);
  });

  it('of another account stop a retry, which would send to the wrong account', async () => {
    const isLast = ({ kind, about }: { kind: string; about: string }): boolean =>
      kind === 'push' && about.endsWith('9006');
    const script = { pages: paged(sales(6), 2) };
    const first = aSync({ script, service: { fault: (q) => (isLast(q) ? faults.refused : undefined) } });
    const { id } = await first.finish();
    const other = aSync({ script, store: first.store, clock: first.clock });
    const refused = left(await other.clock.run(retryRun(other.ports)(id)));
    expect(refused._tag).toBe('OtherAccount');
    expect(other.world.journal).toEqual([]);
  });
});
