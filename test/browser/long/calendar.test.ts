import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

describe('the calendar', () => {
  inBrowser('shows an incomplete day, syncs it with one click, and is complete then', async (visitor) => {
    const { address, taxNexus } = await aScreen({ shop: { orders: 900 } });
    for (const [from, to] of [
      ['2025-06-01', '2025-06-16'],
      ['2025-06-18', '2025-06-30'],
    ] as const) {
      const { id } = await taxNexus.historicalSync.start({ from, to });
      await last(taxNexus.historicalSync.watch(id));
    }
    const { page, inspect, shoot, complaints, overflow } = await visitor();
    await page.goto(address);
    await page.getByRole('link', { name: 'Months', exact: true }).first().click();
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    // It opens on the month that was synced, counts it by itself, and is loaded again once that ended.
    await page.getByRole('heading', { name: 'Jun 2025' }).waitFor();
    await page.getByText('1 day incomplete').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('link', { name: /^Jun 17, 2025: 0 of \d+ sent, \d+ missing$/ }).waitFor();
    await shoot('screen-calendar');
    await page.setViewportSize({ width: 375, height: 800 });
    expect(await overflow()).toBe(0);
    await shoot('screen-calendar-phone');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Sync this day: Jun 17, 2025' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await page.getByRole('link', { name: 'Months', exact: true }).first().click();
    await page.getByRole('link', { name: 'Calendar', exact: true }).click();
    await page.getByText('30 days complete').waitFor();
    await page.getByRole('link', { name: /^Jun 17, 2025: all \d+ sent$/ }).waitFor();

    await page.getByRole('link', { name: 'All of 2025' }).click();
    await page.getByRole('link', { name: /^complete ?: calendar of Jun 2025/ }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-year');
    expect(complaints).toStrictEqual([]);
  });

  inBrowser(
    'calls no day complete whose only sale is on hold, and names it, as the tie-out of its month does',
    async (visitor) => {
      const { address, taxNexus } = await aScreen({ shop: { orders: 90 } });
      const { id } = await taxNexus.historicalSync.start({ from: '2025-12-01', to: '2025-12-31' });
      await last(taxNexus.historicalSync.watch(id));
      const { page, inspect } = await visitor();
      await page.goto(`${address}/calendar?month=2025-12`);
      await page.getByText('1 sale on hold, 228.06 USD', { exact: true }).waitFor();
      await page.getByText('30 days complete').waitFor();
      await page.getByRole('link', { name: 'Dec 28, 2025: 1 sale on hold, 228.06 USD' }).waitFor();
      expect(await inspect()).toStrictEqual([]);
      await page.goto(`${address}/months?year=2025`);
      await page.getByRole('link', { name: /^complete but for 1 ?: calendar of Dec 2025/ }).waitFor();
      await page.goto(`${address}/tie-out?month=2025-12&storefront=us-store`);
      await page.getByText('ties out, but not complete').waitFor();
      await page.getByText('Not in the service: 1 sale, 228.06 USD, on hold.').waitFor();
      expect(await inspect()).toStrictEqual([]);
    },
  );

  inBrowser('counts without scripts', async (visitor) => {
    const { address } = await aScreen();
    const { page } = await visitor({ javaScriptEnabled: false });
    await page.goto(`${address}/calendar?month=2025-06`);
    await page.getByRole('button', { name: 'Count Jun 2025 of us-store' }).click();
    // The browser itself reloads the page.
    await page.getByText(/days? (in)?complete/).waitFor();
    await page.getByRole('link', { name: /^Jun 1, 2025: / }).click();
    expect(page.url()).toContain('from=2025-06-01&to=2025-06-01');
    await page.getByRole('button', { name: 'Preview' }).waitFor();
  });
});
