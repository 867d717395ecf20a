import { describe, expect } from '@jest/globals';
import { wholeMonth } from '../../../src/domain/date-range.ts';
import { aBrowser } from '../../support/a-browser.ts';
import { eventually, last } from '../../support/a-plugin.ts';
import { sampleQuery, screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

describe('closing a month', () => {
  inBrowser(
    'is refused for months that are not over or not read, names what is open, keeps its totals, and is undone for a reason',
    async (visitor) => {
      const { address, taxNexus } = await aScreen({ shop: { orders: 90 } });
      const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
      await last(taxNexus.historicalSync.watch(id));
      const { page, inspect, complaints } = await visitor();
      const statementOf = (month: string): string => {
        const { from, to } = wholeMonth(month);
        return `${address}/period?from=${from}&to=${to}`;
      };
      const thisMonth = new Date().toISOString().slice(0, 7);
      for (const month of [thisMonth, `${Number(thisMonth.slice(0, 4)) + 1}-01`]) {
        await page.goto(statementOf(month));
        await page.getByText('The month is not over').waitFor();
        expect(await page.getByRole('button', { name: /^Close/ }).count()).toBe(0);
      }
      await page.goto(statementOf('2026-04'));
      await page.getByRole('button', { name: 'Close Apr 2026' }).click();
      await page.getByRole('alert').getByText('were not read').waitFor();
      expect(await inspect()).toStrictEqual([]);
      await page.goto(`${address}/months?year=2025`);
      await page.getByRole('link', { name: 'Close Dec 2025' }).first().click();
      await page.getByRole('button', { name: 'Close Dec 2025' }).click();
      await page.getByRole('alert').getByText('partially paid').waitFor();
      await page.getByLabel(/^1 matter is open/).check();
      await page.getByRole('button', { name: 'Close Dec 2025' }).click();
      await page.getByText('Closed by Ada').waitFor();
      expect((await taxNexus.closedPeriods.list()).map(({ month }) => month)).toStrictEqual(['2025-12']);

      const statement = statementOf('2025-12');
      await page.goto(statement);
      await page.getByText('Closed: Dec 2025 (by Ada').waitFor();
      expect(await page.getByRole('heading', { name: 'After closing' }).count()).toBe(0);
      // To send it although it is partially paid does not agree to send it into a closed month.
      for (const what of ['partially paid', 'closed period']) {
        await taxNexus.decisions.decide({ what, isSent: false, action: 'send', note: '', by: 'Ada' });
        await page.goto(`${address}/needs-you`);
        await page.getByRole('button', { name: 'Send now' }).click();
        await eventually(
          async () => (await taxNexus.decisions.open({ state: 'decided', action: 'send' })).length === 0,
        );
      }
      await page.goto(statement);
      const row = page.getByRole('region', { name: 'have changed since' }).getByRole('row').nth(1);
      expect((await row.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(/^NYDec 2025USD1/);
      expect(await inspect()).toStrictEqual([]);

      await page.getByRole('button', { name: 'Reopen Dec 2025' }).click();
      expect(await page.locator('input[name=reason]:invalid').count()).toBe(1);
      await page.getByLabel('Why Dec 2025 is reopened').fill('An order was missing.');
      await page.getByRole('button', { name: 'Reopen Dec 2025' }).click();
      await page.getByText(/^Reopened by Ada on .+: An order was missing\./).waitFor();
      expect(complaints).toStrictEqual([]);
    },
  );

  inBrowser(
    'keeps its sales on hold in syncs and retries, which start without a box ticked, until it is ticked',
    async (visitor) => {
      const { address, taxNexus, taxService } = await aScreen({
        shop: { orders: 90 },
        taxService: { faults: [{ on: 'push', times: 1, fault: { kind: 'status', status: 422, when: 'before' } }] },
      });
      const { id } = await taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
      await last(taxNexus.historicalSync.watch(id));
      const open = await taxNexus.decisions.list({ isSent: false });
      const failed = open.items.find(({ what }) => !['partially paid', 'tax still estimated'].includes(what));
      const month = failed?.occurredAt?.slice(0, 7) ?? '';
      await taxNexus.closedPeriods.close({ month, by: 'Ada', open: 1 });
      const sent = taxService.journal().length;
      const { page, inspect } = await visitor();
      const box = page.getByLabel('Also send into closed months');
      await page.goto(`${address}/check?${sampleQuery}`);
      expect(await box.isChecked()).toBe(false);
      expect(await inspect()).toStrictEqual([]);
      await page.getByRole('button', { name: 'Start the sync' }).click();
      await page.getByRole('heading', { name: /^Next: 3 sales need you/ }).waitFor();
      await page.getByRole('button', { name: 'Retry all 3 sales' }).click();
      await page.getByText('3 sales were read again. 3 sales need you now.').waitFor();
      expect(taxService.journal()).toHaveLength(sent);
      await box.check();
      await page.getByRole('button', { name: 'Retry all 3 sales' }).click();
      await page.getByText('3 sales were read again. 2 sales need you now.').waitFor();
      expect(taxService.journal()).toHaveLength(sent + 1);
    },
  );
});
