import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { SyncStore } from '../../../src/domain/sync-store.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { historicalSync } from '../../../src/pipeline/historical-sync.ts';
import type { CrashPoint } from '../../../src/pipeline/ports.ts';
import { request } from '../../support/a-sync.ts';
import { type Fault, faults, memoryTaxService } from '../../support/memory-tax-service.ts';
import { mortal } from '../../support/mortal.ts';
import { other, precedences, proofs } from '../../support/two-storefront-stories.ts';
import {
  aCharge,
  anOrder,
  chargeId,
  type Names,
  orderId,
  type Side,
  twoStorefronts,
} from '../../support/two-storefronts.ts';
import { virtualClock } from '../../support/virtual-clock.ts';
import { cases } from '../../fuzz/cases.ts';
import { itInAll } from '../../support/it-in-all.ts';

/** One economic sale: who knows it, how they name each other, and the step at which each of them has a record of it. */
interface Shared {
  readonly known: 'both' | Side;
  readonly names: Names;
  readonly since: Readonly<Record<Side, number>>;
}

/** One run; it may be killed, and the sync database may be lost after it. */
interface Step {
  readonly storefronts: readonly Side[];
  readonly dryRun: boolean;
  readonly dies: { readonly point: CrashPoint; readonly hit: number } | undefined;
  readonly losesBook: boolean;
}

const steps = 5;
const side = fc.constantFrom<Side[]>('shop', 'stripe');
const points: readonly CrashPoint[] = [
  'after_page_read',
  'after_intents',
  'before_post',
  'after_post_before_commit',
  'after_page_commit',
];

const shared = (names: fc.Arbitrary<Names>): fc.Arbitrary<Shared> =>
  fc.record({
    known: fc.constantFrom<('both' | Side)[]>('both', 'both', 'both', 'shop', 'stripe'),
    names,
    since: fc.record({ shop: fc.nat(steps), stripe: fc.nat(steps) }),
  });

const step = (losesBook: fc.Arbitrary<boolean>): fc.Arbitrary<Step> =>
  fc.record({
    storefronts: fc.oneof(
      side.map((one) => [one]),
      side.map((one) => [one, other[one]]),
    ),
    dryRun: fc.boolean(),
    dies: fc.option(fc.record({ point: fc.constantFrom(...points), hit: fc.integer({ min: 1, max: 4 }) }), {
      nil: undefined,
    }),
    losesBook,
  });

const weather = ({ kind }: { readonly kind: string }, count: number): Fault | undefined =>
  kind === 'push' && count === 1 ? faults.lostAfter : undefined;

const salesOf = (sales: readonly Shared[], of: Side, now: number): readonly Sale[] =>
  sales.flatMap(({ known, names, since }, n) =>
    (known === 'both' || known === of) && since[of] <= now
      ? [of === 'shop' ? anOrder(n, names) : aCharge(n, names)]
      : [],
  );

const live = async (precedence: readonly Side[], sales: readonly Shared[], story: readonly Step[]) => {
  const clock = virtualClock();
  const world = memoryTaxService({ clock, fault: weather });
  let store: SyncStore = memoryStore();
  const at = (now: number) =>
    twoStorefronts({
      precedence,
      shop: salesOf(sales, 'shop', now),
      stripe: salesOf(sales, 'stripe', now),
      clock,
      world,
      store,
    });
  for (const [now, { storefronts, dryRun, dies, losesBook }] of story.entries()) {
    const { ports, death } = mortal(at(now).ports, dies);
    await clock.run(() => Promise.race([historicalSync(ports)({ ...request, storefronts, dryRun })(), death]));
    if (losesBook) store = memoryStore();
  }
  const last = at(steps);
  // Other days, so that it is a separate run and looks at everything again.
  await last.finish({ range: { ...request.range, to: '2026-02-27' } });
  return last;
};

/** How often each economic sale was sent, by whichever storefront. */
const timesPushed = (sales: readonly Shared[], ids: readonly string[]): readonly number[] =>
  sales.map((_sale, n) => ids.filter((id) => id === orderId(n) || id === chargeId(n)).length);

const holds = (names: fc.Arbitrary<Names>, losesBook: fc.Arbitrary<boolean>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...precedences),
      fc.array(shared(names), { minLength: 1, maxLength: 6 }),
      fc.array(step(losesBook), { maxLength: steps }),
      async (precedence, sales, story) => {
        const sync = await live(precedence, sales, story);
        expect(
          timesPushed(
            sales,
            sync.world.journal.map(({ id }) => id),
          ),
        ).toEqual(sales.map(() => 1));
        const { considered, attempted, skipped, held, failed } = await sync.report();
        const records = sales.reduce((count, { known }) => count + (known === 'both' ? 2 : 1), 0);
        expect({ considered, attempted, held, failed }).toEqual({
          considered: records,
          attempted: sales.length,
          held: {},
          failed: 0,
        });
        expect(skipped['belongs to another storefront'] ?? 0).toBe(records - sales.length);
      },
    ),
    { numRuns: cases(150) },
  );

describe('the histories of two storefronts, read in any order, by runs that may be killed', () => {
  it('give exactly one transaction for each economic sale', async () => {
    await holds(fc.constantFrom(...proofs), fc.constant(false));
  });

  itInAll('do so as well when the sync database is lost in between, as far as the sales name each other', async () => {
    await holds(fc.constant<Names>({ payment: true, order: true }), fc.boolean());
  });
});
