import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { eventually } from '../../support/a-plugin.ts';
import { screens } from '../../support/a-screen.ts';
import { orderPayload, shopifyWebhook } from '../../support/signed-webhook.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

/** The sample's first order. */
const orderId = '5400000000000';

describe('live sales', () => {
  inBrowser('that failed are retried with one click, sent, and removed from the list', async (visitor) => {
    const { address, taxNexus, taxService } = await aScreen({
      taxService: { faults: [{ on: 'push', times: 1, fault: { kind: 'status', status: 422, when: 'before' } }] },
    });
    await taxNexus.start();
    const { headers, body } = shopifyWebhook(orderPayload(orderId));
    const delivered = await fetch(address.replace(/screen$/, 'webhooks/us-store'), { method: 'POST', headers, body });
    expect(delivered.status).toBe(200);

    const { page, inspect, complaints } = await visitor();
    const waiting = page.getByText('1 failed or on hold');
    await eventually(async () => {
      await page.goto(`${address}/live`);
      return waiting.isVisible();
    });
    expect(taxService.journal()).toStrictEqual([]);
    await page.getByText('failed', { exact: true }).waitFor();
    expect(await inspect()).toStrictEqual([]);

    await page.getByRole('button', { name: 'Retry this sale of us-store' }).click();
    await eventually(async () => {
      await page.goto(`${address}/live`);
      return page.getByText('no action needed').isVisible();
    });
    expect(taxService.journal().map(({ id }) => id.split(':')[2])).toStrictEqual([orderId]);
    expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
    expect(await waiting.count()).toBe(0);
    await page.getByText('1 sent').waitFor();
    expect(complaints).toStrictEqual([]);
  });
});
