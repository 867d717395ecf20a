import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aBrowser } from '../../support/a-browser.ts';
import { sampleQuery, screens } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

/** The name of the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '(document.activeElement.getAttribute("aria-label") ?? document.activeElement.innerText ?? "").trim() || document.activeElement.name || ""',
  );

const tabTo = async (page: Page, label: string): Promise<void> => {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if ((await focused(page)).startsWith(label)) return;
  }
  throw new Error(`the keyboard does not reach "${label}"`);
};

/** Whether the focus is visible. */
const outline = (page: Page): Promise<string> => page.evaluate('getComputedStyle(document.activeElement).outlineStyle');

describe('the screen is accessible', () => {
  inBrowser('by keyboard alone', async (visitor) => {
    const { address } = await aScreen({ shop: { orders: 60 } });
    const { page } = await visitor();
    await page.goto(address);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'New sync');
    expect(await outline(page)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByLabel('First day').waitFor();
    await tabTo(page, 'from');
    await page.keyboard.type('01012025');
    await tabTo(page, 'to');
    await page.keyboard.type('03312026');
    await tabTo(page, 'Check');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Preview' }).waitFor();
    await tabTo(page, 'Start the sync');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    await tabTo(page, 'Sign-off');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign off' }).waitFor();
    await tabTo(page, 'open');
    await page.keyboard.press('Space');
    await tabTo(page, 'Sign off');
    expect(await outline(page)).toBe('solid');
    await page.keyboard.press('Enter');
    await page.getByText('signed off').waitFor();
  });

  inBrowser('by single keys, which can be turned off', async (visitor) => {
    const { address } = await aScreen({ shop: { orders: 60 } });
    const { page, inspect, shoot, complaints } = await visitor();
    await page.goto(address);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-keys');
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('gh?j');
    expect(await page.getByRole('searchbox').inputValue()).toBe('gh?j');
    await page.goto(`${address}/help`);
    for (const key of ['j', 'j', 'k', 'j']) await page.keyboard.press(key);
    expect(await focused(page)).toBe(await page.locator('main .columns a').nth(1).innerText());
    await page.getByRole('button', { name: 'Turn keys off' }).click();
    await page.locator('h1').click();
    await page.keyboard.press('?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(complaints).toStrictEqual([]);
  });

  inBrowser('on a narrow phone in dark mode, on every page', async (visitor) => {
    const { address } = await aScreen({ shop: { orders: 400 } });
    const { page, inspect, overflow, shoot } = await visitor({
      viewport: { width: 375, height: 700 },
      colorScheme: 'dark',
    });
    const fits = async (path: string): Promise<void> => {
      await page.goto(`${address}${path}`);
      expect([path, await overflow(), await inspect()]).toStrictEqual([path, 0, []]);
    };
    await page.goto(`${address}/check?${sampleQuery}`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Start the sync' }).click();
    await page.getByRole('heading', { name: /^Next: (?!start)/ }).waitFor();
    const run = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await fits('');
    await fits('/new');
    await fits(`/check?${sampleQuery}`);
    await fits('/sales');
    await fits('/needs-you');
    await fits('/live');
    await fits('/months');
    await fits('/nexus');
    await shoot('screen-thresholds');
    await fits('/period?from=2025-01-01&to=2025-12-31');
    await fits(`/runs/${run}`);
    await shoot('screen-phone');
    for (const name of ['needs', 'sign-off', 'sums']) await fits(`/runs/${run}/${name}`);
    await shoot('screen-phone-sums');
    await fits('/nexus/TX');
    await fits('/tie-out?month=2025-06&storefront=us-store');
    await page.getByText('ties out').waitFor();
    await page.goto(`${address}/months?year=2025`);
    // A number that is cut off at the edge looks like another number.
    const cut = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroll'))`;
    expect(await page.evaluate(cut)).toBe(0);
    // On paper nothing scrolls: a column next to the page would be lost.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.emulateMedia({ media: 'print' });
    await fits('/period?from=2025-01-01&to=2026-03-31');
    // The session that inspects it takes the medium along.
    await page.emulateMedia({ media: 'print' });
    const lost = `Math.max(...[...document.querySelectorAll('.scroll')].map((one) => one.scrollWidth - one.clientWidth))`;
    expect(await page.evaluate(lost)).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 375, height: 700 });
    await fits(`/runs/${run}/lines`);
    await fits(`/runs/${run}/lines?moved=yes`);
    await page.goto(`${address}/runs/${run}/lines?outcome=succeeded`);
    await page.locator('.what > a').first().click();
    await page.getByRole('heading', { name: 'Line by line' }).waitFor();
    expect([await overflow(), await inspect()]).toStrictEqual([0, []]);
  });
});
