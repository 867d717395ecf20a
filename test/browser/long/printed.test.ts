import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

/** CSS pixels between the margins of a page: 96 an inch. */
const papers = {
  'Letter, portrait': 8.5 * 96,
  'Letter, landscape': 11 * 96,
  'A4, portrait': (210 / 25.4) * 96,
  'A4, landscape': (297 / 25.4) * 96,
};
const margins = (22 / 25.4) * 96;

/** Tables of which a column would be cut off, where each amount is as long as one of ten millions. */
const cutTables = `(() => {
  for (const cell of document.querySelectorAll('td.num'))
    if (cell.textContent.includes('.')) cell.textContent = '-12,345,678.90';
  return [...document.querySelectorAll('.scroll')]
    .filter((table) => table.scrollWidth > table.clientWidth)
    .map((table) => table.getAttribute('aria-label') + ': ' + table.scrollWidth + ' of ' + table.clientWidth);
})()`;

describe('the printed statement of a year', () => {
  inBrowser(
    'names the business, has its states first, fits each paper with amounts of eight digits, and has its sums once, on the last page of a table',
    async (visitor) => {
      const { address, taxNexus, letIn } = await aScreen();
      letIn({ name: 'Ada', accountNames: { default: 'Acme Shoes' } });
      const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2025-12-31' });
      await last(taxNexus.historicalSync.watch(id));
      const { page, overflow, shoot } = await visitor();
      await page.goto(`${address}/period?from=2025-01-01&to=2025-12-31`);
      await page.getByRole('heading', { name: 'From the service' }).waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.getByRole('heading', { name: 'Statement of Acme Shoes' }).waitFor();
      await page.getByText('of us-store, as of').waitFor();
      await page.getByText('All amounts are in USD').waitFor();
      expect(await page.getByRole('heading', { level: 2 }).nth(0).innerText()).toBe('By state');
      const cut: string[] = [];
      for (const [paper, width] of Object.entries(papers)) {
        await page.setViewportSize({ width: Math.floor(width - margins), height: 900 });
        await shoot(`printed ${paper}`);
        const found = await page.evaluate<readonly string[]>(cutTables);
        cut.push(...found.map((one) => `${paper}: ${one}`));
        expect([paper, await overflow()]).toStrictEqual([paper, 0]);
      }
      expect(cut).toStrictEqual([]);
      const repeated = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('tfoot')].map((foot) => getComputedStyle(foot).display)`,
      );
      expect(new Set(repeated)).toStrictEqual(new Set(['table-row-group']));
    },
  );
});
