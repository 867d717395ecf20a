import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens, type ServedScreen } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

/** Of the sample's ninety orders, one of 228.06 USD in New York is partially paid, and one has a tax that is estimated. */
const days = { from: '2025-01-01', to: '2026-03-31' };

const synced = async (orders = 90): Promise<ServedScreen> => {
  const screen = await aScreen({ shop: { orders } });
  await syncAgain(screen);
  return screen;
};

const syncAgain = async ({ taxNexus }: Pick<ServedScreen, 'taxNexus'>): Promise<void> => {
  const { id } = await taxNexus.historicalSync.start(days);
  await last(taxNexus.historicalSync.watch(id));
};

const decide = async (page: Page, group: string, action: string, note: string): Promise<void> => {
  await page.goto(group);
  await page.getByRole('link', { name: action, exact: true }).click();
  const fold = page.getByText('Add a note');
  if ((await fold.count()) > 0) await fold.click();
  await page.locator('textarea[name=note]').fill(note);
  await page.getByRole('button', { name: new RegExp(`^${action}: `) }).click();
  await page.getByRole('heading', { name: 'Decided: ' }).waitFor();
};

describe('what a bookkeeper decided', () => {
  inBrowser(
    'is undone after it was carried out: the sales that were left out need you again at once',
    async (visitor) => {
      const screen = await synced();
      const { address, taxService } = screen;
      const { page, inspect, complaints } = await visitor();
      await decide(page, `${address}/needs-you?what=partially%20paid`, 'Leave out', 'Written off.');
      await syncAgain(screen);
      const sent = taxService.journal().length;
      await page.goto(address);
      await page.getByText('1 sale needs you: 31.60 USD').waitFor();
      await page.goto(`${address}/needs-you/decided`);
      await page.getByRole('button', { name: 'Undo: Leave out: Partially paid, 1 sale' }).click();
      await page.getByText('Undone.').waitFor();
      await page.getByRole('link', { name: 'Partially paid', exact: true }).click();
      await page.getByText('1 sale, 228.06 USD').waitFor();
      expect(await inspect()).toStrictEqual([]);
      await page.goto(address);
      await page.getByText('2 sales need you: 259.66 USD').waitFor();
      expect(taxService.journal()).toHaveLength(sent);
      expect(complaints).toStrictEqual([]);
    },
  );

  inBrowser(
    'is not done before it is sent: the button sends here, with progress, and until then all pages say what waits',
    async (visitor) => {
      const { address, taxService, taxNexus } = await synced();
      const { page, inspect, complaints } = await visitor();
      await decide(page, `${address}/needs-you?what=partially%20paid`, 'Send anyway', 'Agreed.');
      await page.getByText('0 of 1 sale is in the service.').waitFor();
      const batch = page.url();
      const waits = '1 decided sale, 228.06 USD, waits to be sent.';
      const { runId } = await taxNexus.historicalSync.report();
      for (const path of ['', '/needs-you', `/runs/${runId}/sign-off`]) {
        await page.goto(`${address}${path}`);
        await page.getByText(waits).waitFor();
        expect(await inspect()).toStrictEqual([]);
      }
      const sent = taxService.journal().length;
      await page.goto(batch);
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.getByText('1 of 1 sale is in the service.').waitFor();
      expect(taxService.journal()).toHaveLength(sent + 1);
      await page.goto(address);
      await page.getByText('1 sale needs you: 31.60 USD').waitFor();
      expect(await page.getByText('wait to be sent').count()).toBe(0);
      expect(complaints).toStrictEqual([]);
    },
  );

  inBrowser('together is undone for one sale alone, from its page, and the others stay decided', async (visitor) => {
    const { address } = await synced(400);
    const { page } = await visitor();
    await decide(page, `${address}/needs-you?what=adjustment%3A%20edit&sent=yes`, 'Keep as it is', 'Reported by hand.');
    await page.getByText('Keep as it is: 4 sales').waitFor();
    const batch = page.url();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    await page.goto(batch);
    await page.getByText('Keep as it is: 3 sales').waitFor();
    expect(await page.getByRole('button', { name: /^Undo this one/ }).count()).toBe(3);
    await page
      .getByRole('button', { name: /^Undo this one/ })
      .first()
      .click();
    await page.getByText('Undone.').waitFor();
    await page.goto(batch);
    await page.getByText('Keep as it is: 2 sales').waitFor();
  });

  inBrowser(
    'to leave out stays on the statement with who and why, also when the sale was read again',
    async (visitor) => {
      const screen = await synced();
      const { address } = screen;
      const { page, inspect } = await visitor();
      await decide(page, `${address}/needs-you?what=partially%20paid`, 'Leave out', 'Written off by the owner.');
      await syncAgain(screen);
      await syncAgain(screen);
      await page.goto(`${address}/period?from=2025-12-01&to=2025-12-31`);
      await page.getByRole('heading', { name: 'Left out by decision: 1 sale' }).waitFor();
      const row = page.getByRole('region', { name: 'stay on this statement' }).getByRole('row').nth(1);
      expect((await row.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(
        /^#1072us-storeDec 28, 2025Partially paidAda on .+: Written off by the owner\.228\.06 USD$/,
      );
      expect(await inspect()).toStrictEqual([]);
    },
  );
});
