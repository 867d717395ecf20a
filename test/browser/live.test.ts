import { describe, expect } from '@jest/globals';
import { aBrowser } from '../support/a-browser.ts';
import { eventually } from '../support/a-plugin.ts';
import { sampleQuery, screens, slowShop } from '../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

const considered = '.sum';

describe('a run that is watched', () => {
  inBrowser('shows the same to two viewers, survives a reload, and moves nothing on the page', async (visitor) => {
    const { address } = await aScreen(slowShop(500));
    const [one, two] = [await visitor(), await visitor()];
    await one.page.goto(`${address}/check?${sampleQuery}`);
    await one.page.getByRole('button', { name: 'Start the sync' }).click();
    await one.page.getByRole('button', { name: 'Pause' }).waitFor();
    await one.page.evaluate(
      'window.shifts = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts += entry.value }).observe({ type: "layout-shift" })',
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
      await page.getByRole('button', { name: 'Sign off' }).waitFor();
      expect(complaints).toStrictEqual([]);
    }
  });

  inBrowser('is paused and resumed by its buttons, and doubles nothing', async (visitor) => {
    const { address, taxService } = await aScreen(slowShop(400));
    const { page, inspect } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await eventually(() => taxService.journal().length > 0);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('It is not finished.').waitFor();
    expect(await inspect()).toStrictEqual([]);
    const told = taxService.journal().length;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Sign off' }).waitFor();
    const ids = taxService.journal().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(told);
    expect(new Set(ids).size).toBe(ids.length);
  });

  inBrowser('is cancelled for good by a second click, and its report adds up', async (visitor) => {
    const { address, taxService } = await aScreen(slowShop(400));
    const { page, inspect, shoot } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await eventually(() => taxService.journal().length > 0);
    await page.getByText('Cancel', { exact: true }).click();
    await page.getByRole('button', { name: 'Cancel this run for good' }).click();
    await page.getByText('It was cancelled.').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-cancelled');
    expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
    expect(await page.locator('.four dd').nth(1).textContent()).toBe(String(taxService.journal().length));
  });

  inBrowser('is hidden from whoever loses the permission, while it goes on', async (visitor) => {
    const { address, letIn, taxNexus } = await aScreen(slowShop(1_500));
    const { page } = await visitor();
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    letIn(null);
    await page.getByText('You may no longer see this run.').waitFor();
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
