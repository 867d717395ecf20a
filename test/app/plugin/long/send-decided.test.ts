import { describe, expect, it } from '@jest/globals';
import { sampleRange } from '../../../../sandbox/index.ts';
import { eventually, last, plugins } from '../../../support/a-plugin.ts';

const aPlugin = plugins();

describe('decided sales', () => {
  it('are sent in the process that is asked to, though it takes no live sales, and wait until then', async () => {
    const { taxNexus, taxService } = await aPlugin({}, { shop: { orders: 90 } });
    const { id } = await taxNexus.historicalSync.start(sampleRange);
    await last(taxNexus.historicalSync.watch(id));
    const open = await taxNexus.decisions.open();
    const group = open.find(({ isSent, actions }) => !isSent && actions.includes('send'));
    if (group === undefined) throw new Error('the sample has no sale that a person can send');
    const { what, isSent, count, totals } = group;
    const { batch } = await taxNexus.decisions.decide({ what, isSent, action: 'send', note: '', by: 'Ada' });
    const held = taxService.journal().length;
    expect((await taxNexus.status()).toSend).toStrictEqual({ count, totals });
    expect(await taxNexus.decisions.progress({ batch })).toMatchObject({ decided: count, waiting: count });
    await taxNexus.decisions.resync({ state: 'decided', batch });
    await eventually(async () => (await taxNexus.decisions.progress({ batch })).waiting === 0);
    expect(await taxNexus.decisions.progress({ batch })).toStrictEqual({
      ...{ decided: count, waiting: 0, inService: count, isAtWork: false },
    });
    expect(taxService.journal().length).toBe(held + count);
    expect((await taxNexus.status()).toSend).toStrictEqual({ count: 0, totals: [] });
  });
});
