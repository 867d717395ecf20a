import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { eventually } from '../../support/a-plugin.ts';
import { sampleQuery, screens, slowShop } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

const considered = '.sum';

describe('a run that people watch', () => {
  inBrowser('looks the same to two people, survives a reload, and moves nothing on the page', async (visitor) => {
    const { address } = await aScreen(slowShop(1_500));
    const [one, two] = [await visitor(), await visitor()];
    await one.page.goto(`${address}/check?${sampleQuery}`);
    await one.page.getByRole('button', { name: 'Start the sync' }).click();
    await one.page.getByRole('button', { name: 'Pause' }).waitFor();
    await one.page.evaluate(
      'window.shifts = 0; new PerformanceObserver((list) => { for (const shift of list.getEntries()) window.shifts += shift.value }).observe({ type: "layout-shift" })',
    );
    await two.page.goto(one.page.url());
    const before = await two.page.locator(considered).textContent();
    await eventually(async () => (await two.page.locator(considered).textContent()) !== before);
    await eventually(async () => (await one.page.locator(considered).textContent()) !== before);
    expect(await one.page.evaluate('window.shifts')).toBeLessThan(0.02);
    await two.page.reload();
    await two.shoot('screen-live');
    expect(await two.inspect()).toStrictEqual([]);
    for (const { page, complaints } of [one, two]) {
      await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
      expect(complaints).toStrictEqual([]);
    }
  });

  inBrowser('is paused and resumed with its buttons, and sends nothing twice', async (visitor) => {
    const { address, taxService } = await aScreen(slowShop(400));
    const { page, inspect } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await eventually(() => taxService.journal().length > 0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('it was paused, or its process ended').waitFor();
    expect(await inspect()).toStrictEqual([]);
    const sent = taxService.journal().length;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    const ids = taxService.journal().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(sent);
    expect(new Set(ids).size).toBe(ids.length);
  });

  inBrowser('is canceled permanently with a second click, and its report adds up', async (visitor) => {
    const { address, taxService } = await aScreen(slowShop(400));
    const { page, inspect, shoot } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await eventually(() => taxService.journal().length > 0);
    await page.getByText('Cancel', { exact: true }).click();
    await page.getByRole('button', { name: 'Cancel this run permanently' }).click();
    await page.getByText('The run was canceled and').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-cancelled');
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
    expect(await page.locator('.four dd').nth(1).textContent()).toBe(String(taxService.journal().length));
  });

  inBrowser('is hidden from a user who loses access, and continues', async (visitor) => {
    const { address, letIn, taxNexus } = await aScreen(slowShop(1_500));
    const { page } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    letIn(null);
    await page.getByText('You no longer have access to this run.').waitFor();
    expect(await page.locator(considered).count()).toBe(0);
    const answer = await page.reload();
    expect(answer?.status()).toBe(403);
    letIn({ name: 'Ada' });
    await page.reload();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const { status } = await taxNexus.historicalSync.report();
    expect(status).toBe('running');
  });
});
