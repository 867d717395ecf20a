import { describe, expect } from '@jest/globals';
import { aBrowser } from '../../support/a-browser.ts';
import { last } from '../../support/a-plugin.ts';
import { screens, type ServedScreen } from '../../support/a-screen.ts';

const inBrowser = await aBrowser();
const aScreen = screens();

const synced = async (): Promise<ServedScreen & { readonly run: string }> => {
  const screen = await aScreen({ shop: { orders: 400 } });
  const { id } = await screen.taxNexus.historicalSync.start({ from: '2025-01-01', to: '2026-03-31' });
  await last(screen.taxNexus.historicalSync.watch(id));
  return { ...screen, run: id };
};

/** Numbers that break over two lines, or that the edge of the window or of a scrolled part cuts. */
const cutNumbers = `(() => {
  const cut = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (parentElement.closest('.unseen, details:not([open])')) continue;
    for (const { 0: number, index } of data.matchAll(/\\d[\\d,.]*\\d/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + number.length);
      const { right, left, width } = range.getBoundingClientRect();
      const part = parentElement.closest('.scroll');
      const edge = part === null ? window.innerWidth : part.getBoundingClientRect().right;
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) cut.push('in two lines: ' + number);
      if (width > 0 && left < edge && right > edge + 1) cut.push('at the edge: ' + number);
    }
  }
  return cut;
})()`;

describe('figures on the screen', () => {
  inBrowser('are whole on a phone, also in wide tables', async (visitor) => {
    const { address, run } = await synced();
    const { page, inspect, overflow, shoot } = await visitor({ viewport: { width: 375, height: 800 } });
    const pages = [
      ...[
        '',
        '/needs-you',
        '/needs-you?what=adjustment%3A%20refund&sent=yes',
        '/months?year=2025',
        '/nexus/TX',
        '/nexus',
        '/live',
        '/calendar',
      ],
      ...['needs', 'sums', 'lines', 'sign-off'].map((tab) => `/runs/${run}/${tab}`),
      '/period?from=2025-01-01&to=2026-03-31',
    ];
    const cut: string[] = [];
    for (const path of pages) {
      await page.goto(`${address}${path}`);
      const found = await page.evaluate<readonly string[]>(cutNumbers);
      cut.push(...found.map((one) => `${path}: ${one}`));
      expect([path, await overflow()]).toStrictEqual([path, 0]);
    }
    expect(cut).toStrictEqual([]);
    expect(await inspect()).toStrictEqual([]);
    await shoot('screen-statement-phone');
  });

  inBrowser('are as many refunds on each page, and each refund has its own day', async (visitor) => {
    const { address, run, taxNexus } = await synced();
    const report = await taxNexus.historicalSync.report(run);
    const listed = report.adjustments.find(({ kind, sent }) => kind === 'refund' && !sent)?.count ?? 0;
    expect(listed).toBeGreaterThan(9);
    const { page } = await visitor();
    await page.goto(`${address}/runs/${run}/needs`);
    const counted = page.locator('.kinds > div', { hasText: 'Refunded later' });
    expect(await counted.locator('dd').innerText()).toBe(String(listed));
    await counted.getByRole('link').click();
    await page.getByRole('heading', { name: /^Refunds and later changes/ }).waitFor();
    const refunded = await page.locator('main .apart li').allInnerTexts();
    expect(refunded).toHaveLength(listed);
    await page.goto(`${address}/needs-you?what=adjustment%3A%20refund&sent=yes`);
    await page.getByText(`${listed} sales`).first().waitFor();
    const texts = await page.locator('main tbody tr').allInnerTexts();
    expect(texts).toHaveLength(listed);
    const daysIn = (all: readonly string[], pattern: RegExp) => all.map((text) => pattern.exec(text)?.[1]).sort();
    const day = '([A-Z][a-z]{2} \\d+, \\d{4})';
    expect(daysIn(texts, new RegExp(day))).toStrictEqual(daysIn(refunded, new RegExp(`^\\s*refund\\s+${day}`, 'i')));
  });

  inBrowser('of a reason stand above its sales, and no retry counts a sale that was left out', async (visitor) => {
    const { address, run, taxNexus } = await synced();
    const { page, inspect } = await visitor();
    const needs = `${address}/runs/${run}/needs`;
    await page.goto(needs);
    await page.getByRole('button', { name: 'Retry all 4 sales' }).waitFor();
    const reasons = page.locator('section.card').first().locator('section.apart');
    expect(await reasons.count()).toBe(4);
    for (const reason of await reasons.all()) expect(await reason.getByRole('listitem').count()).toBe(1);
    const leftOut = {
      what: 'missing address',
      isSent: false,
      action: 'leave out',
      note: 'A test.',
      by: 'Ada',
    } as const;
    await taxNexus.decisions.decide(leftOut);
    await page.goto(needs);
    await page.getByRole('button', { name: 'Retry all 3 sales' }).waitFor();
    expect(await page.getByRole('link', { name: 'missing address' }).count()).toBe(0);
    await page.getByText('1 of 4 sales failed or on hold: decided since').waitFor();
    expect(await inspect()).toStrictEqual([]);
    await page.goto(`${address}/runs/${run}/lines?outcome=held&reason=missing%20address`);
    await page.getByRole('link', { name: /#1246/ }).first().click();
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Retry this sale' }).count()).toBe(0);
  });
});
