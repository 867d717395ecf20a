import { describe, expect } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Page } from 'playwright-core';
import { held, type HoldReason } from '../../../src/domain/exclusion.ts';
import { defaultPolicy } from '../../../src/mapping/policy.ts';
import { aBrowser } from '../../support/a-browser.ts';
import { last, plugins } from '../../support/a-plugin.ts';
import { screenServers } from '../../support/a-screen.ts';
import { scriptedConnector } from '../../support/scripted-connector.ts';

const inBrowser = await aBrowser();
const aPlugin = plugins();
const serve = screenServers();

/** The screen of a shop that has so many held sales of each reason. */
const aScreenWith = async (reasons: Readonly<Partial<Record<HoldReason, number>>>) => {
  const { another } = await aPlugin();
  const results = Object.entries(reasons).flatMap(([reason, count], kind) =>
    Array.from({ length: count }, (_, index) => {
      const number = 1000 * (kind + 1) + index;
      const record = { sourceId: String(number), name: `#${number}` };
      return E.left(held(record, reason as HoldReason, 'It waits for a person.'));
    }),
  );
  const source = { policy: defaultPolicy, open: () => scriptedConnector({ pages: [results] }) };
  const taxNexus = another({ authorize: () => ({ name: 'Ada' }), storefronts: { 'us-store': source } });
  const { id } = await taxNexus.historicalSync.start({ from: '2026-01-01', to: '2026-03-31' });
  await last(taxNexus.historicalSync.watch(id));
  const open = await taxNexus.decisions.open({ isSent: false });
  expect(Object.fromEntries(open.map(({ what, count }) => [what, count]))).toStrictEqual(reasons);
  return { taxNexus, address: await serve(taxNexus) };
};

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

describe('a bookkeeper with held sales, from Home', () => {
  inBrowser('settles 60 of one reason with at most four clicks', async (visitor) => {
    const { address, taxNexus } = await aScreenWith({ 'partially paid': 60 });
    const { page, inspect, shoot, complaints } = await visitor();
    const { click, clicks } = counting(page);
    await page.goto(address);
    expect(await inspect()).toStrictEqual([]);
    await click('link', 'Decide on them');
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-needs-you');
    await click('link', 'Leave out: Partially paid');
    await page.getByLabel('Why they are left out').fill('Written off.');
    await click('button', 'Leave out: 60 sales');
    await page.getByText('Written off.').first().waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(clicks()).toBeLessThanOrEqual(4);
    expect(await taxNexus.decisions.open({ isSent: false })).toStrictEqual([]);
    await page.goto(`${address}/sales?show=left+out`);
    expect(await page.getByRole('row').count()).toBe(26);
    expect(complaints).toStrictEqual([]);
  });

  inBrowser('settles eleven of six reasons with at most eight clicks, some sent and some left out', async (visitor) => {
    const { address, taxNexus } = await aScreenWith({
      ...{ 'amount not exact': 1, 'incomplete record': 2, 'missing address': 3, 'partially paid': 2 },
      ...{ 'tax still estimated': 1, 'totals do not add up': 2 },
    });
    const { page, inspect, complaints } = await visitor();
    const { click, clicks } = counting(page);
    await page.goto(address);
    await click('link', 'Decide on them');
    await click('checkbox', 'Select all: Partially paid');
    await click('checkbox', 'Select all: Tax is still an estimate');
    await click('button', 'Send anyway');
    expect(await inspect()).toStrictEqual([]);
    await click('button', 'Send anyway: 3 sales');
    await click('button', 'Select all that is not sent');
    await click('button', 'Leave out');
    await page.getByLabel('Why they are left out').fill('They cannot be corrected any more.');
    expect(await inspect()).toStrictEqual([]);
    await click('button', 'Leave out: 8 sales');
    await page.getByText('Decided.').waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(clicks()).toBeLessThanOrEqual(8);
    expect(await taxNexus.decisions.open({ isSent: false })).toStrictEqual([]);
    expect(complaints).toStrictEqual([]);
  });
});
