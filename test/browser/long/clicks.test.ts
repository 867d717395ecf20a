import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

/** Clicks like a user, and counts. */
const counting = (page: Page) => {
  let clicks = 0;
  return {
    click: async (role: 'link' | 'button' | 'checkbox', name: string | RegExp): Promise<void> => {
      clicks += 1;
      await page.locator('main').getByRole(role, { name }).first().click();
    },
    clicks: () => clicks,
  };
};

describe('a bookkeeper with held sales', () => {
  inBrowser('settles those of one reason with three clicks, and all others with eight', async (visitor) => {
    const { address, taxNexus } = await aScreen({ shop: { orders: 400 } });
    const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
    await last(taxNexus.historicalSync.watch(id));
    const held = async (): Promise<readonly string[]> =>
      (await taxNexus.decisions.open({ isSent: false })).map(({ what }) => what);
    expect(await held()).toContain('partially paid');

    const one = await visitor();
    const first = counting(one.page);
    await one.page.goto(address);
    expect(await one.inspect()).toStrictEqual([]);
    await first.click('link', 'Decide on them');
    expect(await one.inspect()).toStrictEqual([]);
    await one.shoot('screen-needs-you');
    await first.click('link', 'Leave out: Partially paid');
    await one.page.getByLabel('Why they are left out').fill('Written off.');
    await first.click('button', /^Leave out:/);
    await one.page.getByText('Written off.').first().waitFor();
    expect(first.clicks()).toBe(3);
    expect(await held()).not.toContain('partially paid');

    const { page, inspect, complaints } = await visitor();
    const rest = counting(page);
    await page.goto(address);
    await rest.click('link', 'Decide on them');
    await rest.click('checkbox', 'Select all: Tax is still an estimate');
    await rest.click('button', 'Send anyway');
    expect(await inspect()).toStrictEqual([]);
    await rest.click('button', /^Send anyway:/);
    await page.goto(`${address}/needs-you`);
    await rest.click('button', 'Select all that is not sent');
    await rest.click('button', 'Leave out');
    await page.getByLabel('Why they are left out').fill('They cannot be corrected any more.');
    expect(await inspect()).toStrictEqual([]);
    await rest.click('button', /^Leave out:/);
    await page
      .getByText(/^(Decided\.|Leave out:)/)
      .first()
      .waitFor();
    expect(rest.clicks()).toBeLessThanOrEqual(8);
    expect(await held()).toStrictEqual([]);
    await page.goto(`${address}/sales?show=left+out`);
    expect(await inspect()).toStrictEqual([]);
    expect(await page.getByRole('row').count()).toBeGreaterThan(2);
    expect(complaints).toStrictEqual([]);
  });
});
