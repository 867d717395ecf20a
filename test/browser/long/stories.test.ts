import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { sampleQuery, screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

describe('a bookkeeper on the screen', () => {
  inBrowser('finds a transaction by its number, explained line by line', async (visitor) => {
    const { address, taxNexus } = await aScreen({ shop: { orders: 60 } });
    const { page, inspect, shoot } = await visitor({ colorScheme: 'dark' });
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await page.getByRole('link', { name: 'All 60 records' }).click();
    await page.getByLabel('Number, id, state or amount').fill('#1004');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('main').getByRole('link', { name: '#1004' }).click();
    await page.getByText('The service holds the same.').waitFor();
    await page.getByRole('heading', { name: 'Why each number is what it is' }).waitFor();
    // A line has a discount of 4.99, the whole sale has none.
    await page.getByRole('rowheader', { name: 'discount on the whole sale' }).waitFor();
    // Sold at 23:53 UTC, shown in the time zone of the shop.
    await page.getByText('Jan 26, 2025, 6:53 PM in America/New_York').waitFor();
    await shoot('screen-explained');
    expect(await inspect()).toStrictEqual([]);
    expect(await taxNexus.historicalSync.report()).toMatchObject({ considered: 60 });
  });

  inBrowser('continues after the synced days, with the chosen storefronts', async (visitor) => {
    const { address } = await aScreen();
    const { page, inspect } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await page.goto(`${address}/new`);
    await page.getByText('synced so far: Jan 1, 2025 to Mar 31, 2026').waitFor();
    expect(await page.getByLabel('First day').inputValue()).toBe('2025-01-01');
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Continue after the last synced day' }).click();
    await page.getByText('Filled in: the days after the last synced day.').waitFor();
    expect(await page.getByLabel('First day').inputValue()).toBe('2026-04-01');
    await page.getByRole('button', { name: 'Use the days synced so far' }).click();
    await page.getByText('Default: the days synced so far.').waitFor();
    // The Enter key checks; it does not fill in other days.
    await page.getByLabel('Last day, included').press('Enter');
    await page.getByRole('heading', { name: 'Jan 1, 2025 to Mar 31, 2026' }).waitFor();
    await page.getByRole('button', { name: 'Preview' }).waitFor();
  });

  inBrowser('works without scripts', async (visitor) => {
    const { address } = await aScreen({ shop: { orders: 60 } });
    const { page } = await visitor({ javaScriptEnabled: false });
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    // The browser itself reloads the page.
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await page.getByRole('link', { name: 'Sign-off' }).click();
    await page.getByLabel('Sign off all the same').check();
    await page.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText('signed off').waitFor();
  });

  inBrowser('settles a group of held sales by keyboard alone, from the first page, and undoes it', async (visitor) => {
    const { address, taxNexus } = await aScreen({ shop: { orders: 400 } });
    const { page, inspect, shoot } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await page.goto(address);
    await page.getByRole('heading', { name: /sales need you: [\d,.]+ USD/ }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-home');
    const press = async (role: 'link' | 'button', name: string | RegExp): Promise<void> => {
      await page.locator('main').getByRole(role, { name }).first().focus();
      await page.keyboard.press('Enter');
    };
    await press('link', 'partially paid');
    await page.getByRole('heading', { name: 'Needs you: partially paid' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-needs-you');
    await press('link', 'Leave out');
    await page.getByLabel('Why they are left out').fill('Written off.');
    expect(await inspect()).toStrictEqual([]);
    await press('button', /^Leave out:/);
    await page.getByText('Written off.').first().waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(await taxNexus.decisions.open({ what: 'partially paid' })).toStrictEqual([]);
    await press('button', 'Undo');
    await page.getByText('Undone.').waitFor();
    expect(await taxNexus.decisions.open({ what: 'partially paid' })).toHaveLength(1);
  });
});
