import { describe, expect, it } from '@jest/globals';
import type { Policy } from '../../src/mapping/policy.ts';
import { aSync, paged, sales } from '../support/a-sync.ts';

/** Two sales through Depop and one through Vinted: neither is in the table of channels. */
const finished = async (policy: Partial<Policy> = {}) => {
  const channels = ['Depop', 'Depop', 'Vinted'];
  const sold = sales(3).map((sale, index) => ({
    ...sale,
    lines: sale.lines.map((line) => ({ ...line, taxes: [{ amount: 725n, liable: 'unknown' as const, title: 'Tax' }] })),
    marketplaces: [{ kind: 'channel' as const, value: channels[index] ?? '', field: 'attribution.handle' }],
  }));
  const sync = aSync({ script: { pages: paged(sold, 10) }, policy });
  await sync.finish();
  return sync.report();
};

describe('channels without a statement about who remits the tax', () => {
  it('are in the report with their count and money, and in the decisions of the review', async () => {
    const { findings, openChannels, review } = await finished();
    expect(findings).toMatchObject({ 'channel with open liability': 3 });
    expect(openChannels).toStrictEqual([
      { channel: 'Depop', currency: 'USD', count: 2, total: '224.53' },
      { channel: 'Vinted', currency: 'USD', count: 1, total: '112.28' },
    ]);
    const decision = review.decide.find(({ what }) => what === 'channel with open liability');
    expect(decision?.message).toMatch(/Depop: 2, 224\.53 USD; Vinted: 1, 112\.28 USD\.$/);
    expect(decision?.settings).toStrictEqual(['policy.marketplaces']);
  });

  it('are settled for all sales by one setting', async () => {
    const { openChannels } = await finished({ marketplaces: { depop: 'DEPOP', vinted: 'none' } });
    expect(openChannels).toStrictEqual([]);
  });
});
