import { describe, expect, it } from '@jest/globals';
import { last } from '../support/a-plugin.ts';
import { screens } from '../support/a-screen.ts';
import { plainText } from '../support/a-screen-in-memory.ts';

const aScreen = screens();
const days = { from: '2025-01-01', to: '2026-03-31' } as const;

/** A service that lost every third row after a sync, which the next sync found. */
const withLostRows = async () => {
  const opened = await aScreen({ shop: { orders: 12 }, taxService: { corrections: ['DELETE'] } });
  const { taxNexus, taxService } = opened;
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
  return { ...opened, sync, stored };
};

describe('sales that are gone from the service', () => {
  it('are sent again from the inbox, all together, after a person decided', async () => {
    const { address, taxNexus, taxService, sync, stored } = await withLostRows();

    const groupOf = async () => {
      const groups = await taxNexus.decisions.open();
      return groups.find(({ what }) => what === 'gone from the service');
    };
    const group = await groupOf();
    expect(group?.actions).toContain('send');
    expect(plainText(await (await fetch(address)).text())).toContain('Gone from the service');
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

  it('are sent again by one button of the screen, one of them or all, and not twice', async () => {
    const { address, taxNexus, taxService, stored } = await withLostRows();
    const page = async (path: string): Promise<string> => (await fetch(`${address}${path}`)).text();
    const post = async (fields: Readonly<Record<string, string>>): Promise<string> => {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams({ do: 'send again', storefront: 'us-store', ...fields });
      return plainText(await (await fetch(`${address}/needs-you`, { method: 'POST', headers, body })).text());
    };
    const { count } = await taxNexus.corrections.findGone('us-store');
    expect(count).toBeGreaterThan(2);
    const about = 'what=gone+from+the+service&action=send';
    const preview = plainText(await page(`/needs-you/decide?${about}`));
    expect(preview).toContain('This cannot be undone');
    expect(preview).toContain(`Send ${count} sales of us-store again`);

    const { items } = await taxNexus.decisions.list({ what: 'gone from the service', isSent: false });
    const [first] = items;
    const line = first?.lineId ?? '';
    expect(await page(`/needs-you/decide?${about}&line=${encodeURIComponent(line)}`)).toContain(
      'Send 1 sale of us-store',
    );
    expect(await post({ line, expected: '1' })).toContain('1 sale of us-store sent again.');
    expect(taxService.journal()).toHaveLength(stored + 1);
    expect((await taxNexus.explain('us-store', first?.sourceId ?? '')).audit).toContainEqual(
      expect.objectContaining({ action: 'correct', answer: 'accepted', by: 'Ada' }),
    );
    expect(await post({ expected: String(count + 1) })).toContain('Other sales wait now than you saw');
    const others = await taxNexus.corrections.findGone('us-store');
    expect(await post({ expected: String(others.count) })).toContain('sent again.');
    expect(taxService.journal()).toHaveLength(stored + count);
    await post({ expected: String(others.count) });
    expect(taxService.journal()).toHaveLength(stored + count);
  });
});
