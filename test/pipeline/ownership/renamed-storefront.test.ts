import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { aLine } from '../../support/a-sale.ts';
import { aSync, paged, type Sync, sales } from '../../support/a-sync.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

/** Both were paid by one payment. */
const sharing = (): readonly Sale[] =>
  sales(2).map((sale) => ({ ...sale, references: ['stripe:pi_1', 'stripe:ch_1'] }));

const syncOf = (name: string, some: readonly Sale[], before?: Sync): Sync =>
  aSync({
    script: { pages: [] },
    ...(before !== undefined && { store: before.store, clock: before.clock, world: before.world }),
    ports: {
      storefronts: { [name]: { connector: scriptedConnector({ pages: paged(some, 2) }), policy: defaultPolicy } },
    },
  });

describe('a storefront that was given another name', () => {
  it('sends a sale that shares its payment with one that was sent under the old name', async () => {
    const [first, second] = sharing();
    if (first === undefined || second === undefined) throw new Error('there are two');
    const before = syncOf('payments', [first]);
    await before.finish({ storefronts: ['payments'] });
    const after = syncOf('acme payments', [first, second], before);
    await after.finish({ storefronts: ['acme payments'] });
    expect((await after.entries()).map(({ outcome, reason }) => [outcome, reason])).toStrictEqual([
      ['alreadyPresent', null],
      ['succeeded', null],
    ]);
    expect(after.world.journal).toHaveLength(2);
  });

  it('finds no possible duplicate in what was sent under the old name', async () => {
    const alike = sales(2).map((sale) => ({ ...sale, lines: [aLine()] }));
    const before = syncOf('payments', alike.slice(0, 1));
    await before.finish({ storefronts: ['payments'] });
    const after = syncOf('acme payments', alike, before);
    await after.finish({ storefronts: ['acme payments'] });
    expect((await after.entries()).flatMap(({ findings }) => findings)).not.toContain('possible duplicate');
  });
});
