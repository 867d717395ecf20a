import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

describe('a bookkeeper whose service lost sales', () => {
  inBrowser('sends them again from “Needs you”, and sees what the service took', async (visitor) => {
    const { address, taxService, taxNexus } = await aScreen({
      shop: { orders: 30 },
      taxService: { corrections: ['DELETE'] },
    });
    const sync = async (): Promise<void> => {
      const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
      await last(taxNexus.historicalSync.watch(id));
    };
    await sync();
    const stored = taxService.journal().length;
    const headers = { authorization: 'Bearer sandbox-key' };
    for (const { id } of taxService.journal().filter((_one, index) => index % 3 === 1))
      await fetch(`${taxService.origin}/transactions/${encodeURIComponent(id)}`, { method: 'DELETE', headers });
    await sync();
    const { count } = await taxNexus.corrections.findGone('us-store');

    const { page, inspect, complaints } = await visitor();
    await page.goto(`${address}/needs-you`);
    await page.getByRole('link', { name: 'Gone from the service', exact: true }).click();
    await page.getByRole('link', { name: 'Send again', exact: true }).click();
    await page.getByText('This cannot be undone').waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(taxService.journal()).toHaveLength(stored);
    await page.getByRole('button', { name: `Send ${count} sales of us-store again` }).click();
    await page.getByText(`${count} sales of us-store sent again.`).waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(taxService.journal()).toHaveLength(stored + count);
    expect(complaints).toStrictEqual([]);
  });
});
