import { afterAll, describe, expect } from '@jest/globals';
import { sampleRange, startSandbox } from '../../../sandbox/index.ts';
import { examples } from '../../examples/an-example.ts';
import { aBrowser } from '../../support/a-browser.ts';

const sandbox = await startSandbox({ shop: { orders: 400 } });
afterAll(() => sandbox.stop());
const anExample = examples();
const inBrowser = await aBrowser();

describe('a page of the host’s own, on the HTTP API', () => {
  inBrowser('starts a sync, follows it by events, and lists what needs a person', async (visitor) => {
    const { origin } = await anExample(sandbox, ['own-page/app.mjs']);
    const { page, complaints, inspect } = await visitor();
    await page.goto(origin);
    await page.getByLabel('First day').fill(sampleRange.from);
    await page.getByLabel('Last day').fill(sampleRange.to);
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByText(/^running: \d+ considered/).waitFor();
    await page.getByText(/^finished: \d+ considered/).waitFor();
    const sent = Number(/(\d+) in the service/.exec((await page.locator('#progress').textContent()) ?? '')?.[1]);
    expect(sent).toBe(sandbox.taxService.journal().length);
    await page.locator('#open li').first().waitFor();
    const open = Number(/(\d+) need you/.exec((await page.locator('#progress').textContent()) ?? '')?.[1]);
    while (await page.getByRole('button', { name: 'More' }).isVisible()) {
      const before = await page.locator('#open li').count();
      await page.getByRole('button', { name: 'More' }).click();
      await page.locator('#open li').nth(before).waitFor();
    }
    expect(await page.locator('#open li').count()).toBe(open);
    expect(await inspect()).toStrictEqual([]);
    await page.reload();
    await page.getByText(/^finished: \d+ considered/).waitFor();
    await page.getByLabel('First day').fill('2026-03-02');
    await page.getByLabel('Last day').fill('2026-03-01');
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByText('The range cannot be read').waitFor();
    expect(complaints).toStrictEqual(['RANGE']);
  });
});
