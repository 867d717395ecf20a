import { describe, expect, it } from '@jest/globals';
import { last } from '../support/a-plugin.ts';
import { screens } from '../support/a-screen.ts';
import { plainText } from '../support/a-screen-in-memory.ts';

const aScreen = screens();
const days = { from: '2025-01-01', to: '2026-03-31' } as const;

describe('sales that are gone from the service', () => {
  it('are sent again from the inbox, all together, after a person decided', async () => {
    const { address, taxNexus, taxService } = await aScreen({
      shop: { orders: 12 },
      taxService: { corrections: ['DELETE'] },
    });
    const sync = async (): Promise<void> => {
      const { id } = await taxNexus.historicalSync.start(days);
      await last(taxNexus.historicalSync.watch(id));
    };
    await sync();
    const stored = taxService.journal().length;
    const headers = { authorization: 'Bearer sandbox-key' };
    for (const { id } of [...taxService.journal()].filter((_one, index) => index % 3 === 1))
      await fetch(`${taxService.origin}/transactions/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
    await sync();

    const groupOf = async () => {
      const groups = await taxNexus.decisions.open();
      return groups.find(({ what }) => what === 'gone from the service');
    };
    const group = await groupOf();
    expect(group?.actions).toContain('send');
    expect(plainText(await (await fetch(address)).text())).toContain('no longer holds them');
    const count = group?.count ?? 0;
    expect(count).toBeGreaterThan(2);
    expect(taxService.journal()).toHaveLength(stored);

    const what = { what: 'gone from the service', isSent: false } as const;
    const { batch } = await taxNexus.decisions.decide({
      ...what,
      action: 'send',
      note: '',
      by: 'Ada',
      expected: count,
    });
    expect(taxService.journal()).toHaveLength(stored);
    expect(await taxNexus.decisions.resync({ state: 'decided', batch })).toStrictEqual({ records: count });
    expect(taxService.journal()).toHaveLength(stored + count);
    // A second click sends nothing twice.
    await taxNexus.decisions.resync({ state: 'decided', batch });
    await sync();
    expect(taxService.journal()).toHaveLength(stored + count);
    expect(await groupOf()).toBeUndefined();
    const [proof] = await taxNexus.reconcile({ ...days, storefronts: ['us-store'] });
    expect(proof?.differences.filter(({ kind }) => kind === 'missing at the service')).toStrictEqual([]);
  });
});
