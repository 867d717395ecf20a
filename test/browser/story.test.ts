import { readFile } from 'node:fs/promises';
import { describe, expect } from '@jest/globals';
import { aBrowser } from '../support/a-browser.ts';
import { screens } from '../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

describe('a bookkeeper on the screen', () => {
  inBrowser('gets from the empty list to a signed statement, with the numbers of the report', async (visitor) => {
    const { address, taxService, taxNexus } = await aScreen({ shop: { orders: 400 } });
    const { page, inspect, shoot, complaints } = await visitor();

    await page.goto(address);
    await page.getByRole('heading', { name: 'No sync yet' }).waitFor();
    expect(await inspect()).toStrictEqual([]);

    await page.getByRole('link', { name: 'New sync' }).click();
    await page.getByText('time zone America/New_York').waitFor();
    await page.getByLabel('First day').fill('2025-01-01');
    await page.getByLabel('Last day, included').fill('2026-03-31');
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();

    await page.getByText('400 records in its whole history').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-check');
    await page.getByRole('button', { name: 'Preview' }).click();

    await page.getByRole('heading', { name: /^Next: start the sync/ }).waitFor();
    await shoot('screen-preview');
    expect(taxService.journal()).toStrictEqual([]);
    expect(await inspect()).toStrictEqual([]);
    const planned = await page.locator('.four dd').first().textContent();
    await page.getByRole('link', { name: 'See why' }).click();
    await page.getByRole('heading', { name: 'Check these' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-needs');
    await page.getByRole('link', { name: 'Report', exact: true }).click();
    await page.getByRole('button', { name: 'Start the sync' }).click();

    await page.getByRole('heading', { name: /^Next: \d+ sales need you/ }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-report');
    // What is next, the four figures and the ways to all details are seen at once on a laptop.
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(
      await page.evaluate('document.querySelector("main").lastElementChild.getBoundingClientRect().bottom'),
    ).toBeLessThan(900);
    await page.setViewportSize({ width: 1280, height: 800 });
    const report = await taxNexus.historicalSync.report();
    expect(report).toMatchObject({ dryRun: false, status: 'finished', failed: 0 });
    expect(planned).toBe(String(report.succeeded));
    const { succeeded, failed, alreadyPresent, held } = report;
    const waiting = Object.values(held).reduce((all, number) => all + number, failed);
    expect(await page.locator('.four dd').allTextContents()).toStrictEqual(
      [succeeded + failed, succeeded, alreadyPresent, waiting].map(String),
    );
    const tabs = page.getByRole('navigation', { name: 'Pages of this run' });
    await tabs.getByRole('link', { name: 'Sums and files' }).click();
    await page.getByRole('heading', { name: 'By month and state' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-sums');
    // By keyboard from a month of a state to its sales.
    await page.getByRole('table').getByRole('link', { name: 'CA', exact: true }).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Remove filter: CA' }).waitFor();

    await tabs.getByRole('link', { name: 'Needs you' }).click();
    await page.getByRole('link', { name: '#1273', exact: true }).click();
    await page.getByText('1.37 USD are missing').first().waitFor();
    await page.getByText('Acknowledge').click();
    await page.getByLabel('What was decided').fill('Rounding of the old shop; agreed with the accountant.');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('agreed with the accountant. (Ada)').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('button', { name: 'Retry this sale' }).click();
    await page.getByText('Read again: nothing has changed. It is still on hold.').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('link', { name: 'Jan 1, 2025 to Mar 31, 2026' }).click();
    await tabs.getByRole('link', { name: 'Sums and files' }).click();
    expect(await inspect()).toStrictEqual([]);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Sent by this run (CSV)' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.trim().split('\n')).toHaveLength(1 + succeeded);

    await tabs.getByRole('link', { name: 'Sign-off' }).click();
    await page.getByLabel('Note').fill('Compared with the books.');
    await page.getByLabel('Sign off all the same').check();
    await page.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText('signed off').waitFor();
    await page.getByRole('link', { name: 'Statement' }).click();
    await page.getByText('Ada reviewed the sync of us-store').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('heading', { name: 'Last twelve months' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.getByRole('searchbox').fill('#1273');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sales that match “#1273”' }).waitFor();
    await page.getByRole('row', { name: /#1273 .*On hold/ }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    expect(complaints).toStrictEqual([]);
  });
});
