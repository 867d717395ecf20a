import { describe, expect, it } from '@jest/globals';
import { reasonGroups, reasons, reasonText } from '../../../src/reconcile/reasons/reasons.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';

describe('help for a reason', () => {
  it.each(reasons)('has an example with one cause, and a reason why it matters: %s', (reason) => {
    const help = reasonText(reason);
    expect(help?.picture.filter(([, , cause]) => cause !== undefined)).toHaveLength(1);
    expect(help?.why).toMatch(/^[A-Z].+\.$/);
    for (const text of [help?.shopify, help?.stripe]) expect(text ?? 'Nothing.').toMatch(/^[A-Z].+[.?]$/);
  });

  it('is a page with the example, why it matters and what to do on each platform', async () => {
    const { text } = aScreenInMemory();
    expect(await text('/help/missing%20address')).toMatch(
      /Missing address An example .* Ships to no address .* Why it matters The state where .* What to do No usable address.* In Shopify Open the order.* In Stripe Add an address/,
    );
    expect(await text('/help/channel%20with%20open%20liability%3A%20Depop')).toContain('Who remits the tax');
  });

  it('is listed, and linked from a sale that has the reason', async () => {
    const { finish, html, text } = aScreenInMemory();
    expect(await text('/help')).toContain('Missing address');
    const line = aReportLine({ id: 'a', outcome: 'held', reason: 'missing address', amounts: null });
    await finish('run-1', [line]);
    expect(await html(`/runs/run-1/line?id=a&storefront=us-store`)).toContain('/help/missing%20address"');
  });

  it('is grouped by what happened to a sale, and found by words of its texts, without scripts', async () => {
    const { html, text } = aScreenInMemory();
    expect(await text('/help')).toMatch(
      /Not sent, until you decide or correct them .*Missing address .*Sent, and to be checked .*Exempt.*Sent, for your information .*Skipped, no action needed .*Test order/,
    );
    const found = await text('/help?text=TEST+gateway');
    expect(found).toContain('Skipped, no action needed Test order');
    expect(found).not.toContain('Missing address');
    expect(await html('/help?text=TEST+gateway')).toMatch(/<form[^>]*method="get"[^>]*role="search" aria-label="Help"/);
    expect(await text('/help?text=nothing+like+this')).toContain('No page has “nothing like this”. Show all');
  });

  it('lists each reason once', () => {
    const listed = reasonGroups().flatMap((group) => group.reasons);
    expect([...listed].sort()).toStrictEqual([...reasons].sort());
  });

  it('is not there for another word', async () => {
    const { get } = aScreenInMemory();
    expect((await get('/help/constructor')).status).toBe(404);
    expect((await get('/help/nothing%20known')).status).toBe(404);
  });
});
