import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { partsOfSale } from '../../../src/reconcile/parts-of-sale.ts';
import { aLine, aSale } from '../../support/a-sale.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';

const tax = { amount: 725n, liable: 'seller', title: 'CA State Tax' } as const;

describe('a held sale on the screen', () => {
  it('is shown part by part, next to the total on the platform', async () => {
    const sale = aSale({
      lines: [aLine({ name: 'Travel <backpack>', quantity: 3, listed: 9_999n, discount: 1_000n, taxes: [tax] })],
      shipping: [],
      orderDiscount: 100n,
      statedTotal: 9_761n,
    });
    const [reason, message] = ['totals do not add up', '1.37 USD are missing'] as const;
    const result = { _tag: 'Excluded', outcome: 'held', reason, message, parts: partsOfSale(sale) } as const;
    const explanation = {
      storefront: 'us-store',
      sourceId: '1',
      name: '#1',
      url: null,
      adjustments: [],
      sent: [],
      result,
    };
    const { text, finish } = aScreenInMemory({}, { explain: () => TE.right(explanation) });
    await finish('run-1', [aReportLine({ id: 'kept', outcome: 'held', reason, amounts: null })]);
    const page = await text('/runs/run-1/line?id=kept&storefront=us-store');
    expect(page).toContain('Travel &lt;backpack&gt; 3 99.99 10.00 7.25 97.24');
    expect(page).toContain('discount of the whole sale 0.00 1.00 0.00 -1.00');
    expect(page).toContain('sum of the parts 96.24 total on the platform 97.61');
    const inclusive = partsOfSale({ ...sale, pricesIncludeTax: true, orderTaxes: [{ ...tax, amount: 100n }] });
    const again = { ...explanation, result: { ...result, parts: inclusive } };
    expect(page).not.toContain('All that was sent of it');
    const one = { status: 'confirmed', transactedAt: '2026-03-09T08:00:00Z', currency: 'USD' } as const;
    const sent = [
      { ...one, id: 'kept', what: 'sale', total: '97.61', taxCollected: '7.25' },
      { ...one, id: 'kept:undone:1', what: 'offset of the sale', total: '-97.61', taxCollected: '-7.25' },
    ];
    const chained = aScreenInMemory({}, { explain: () => TE.right({ ...explanation, sent }) });
    await chained.finish('run-1', [aReportLine({ id: 'kept', outcome: 'held', reason, amounts: null })]);
    expect(await chained.text('/runs/run-1/line?id=kept&storefront=us-store')).toMatch(
      /All that was sent of it .* sale .* 97\.61 USD 7\.25 confirmed kept offset of the sale .* -97\.61 USD -7\.25/,
    );
    const other = aScreenInMemory({}, { explain: () => TE.right(again) });
    await other.finish('run-1', [aReportLine({ id: 'kept', outcome: 'held', reason, amounts: null })]);
    const included = await other.text('/runs/run-1/line?id=kept&storefront=us-store');
    expect(included).toContain('3 99.99 10.00 7.25 89.99 discount of the whole sale 0.00 1.00 0.00 -1.00');
    expect(included).toContain('tax of the whole sale 0.00 0.00 1.00 1.00 sum of the parts 89.99');
  });
});

const lines = [
  aReportLine({ id: 'shopify:1:7' }),
  aReportLine({ id: 'shopify:1:8', outcome: 'failed', reason: 'refused', message: 'refused' }),
];

const pagesOf = async (reviewUrl: string | null, dryRun = false): Promise<readonly string[]> => {
  const { html, finish } = aScreenInMemory({}, { reviewUrl });
  await finish('run-1', lines, { dryRun });
  const paths = [
    '/sums',
    '/lines',
    '/line?id=shopify:1:7&storefront=us-store',
    '/line?id=shopify:1:8&storefront=us-store',
    '/sign-off',
  ];
  return Promise.all(paths.map((path) => html(`/runs/run-1${path}`)));
};

describe('service.reviewUrl on the screen', () => {
  it('links each state and month to its page', async () => {
    const [report = ''] = await pagesOf('https://app.example.com/t?s={state}&f={from}&t={to}');
    expect(report).toContain('href="https://app.example.com/t?s=CA&amp;f=2026-02-01&amp;t=2026-02-28"');
    expect(report).toContain('aria-label="Review CA Feb 2026"');
    expect(report).not.toContain('Open the Tax Nexus Service');
  });

  it('links the prompt to the days of the run', async () => {
    const report = (await pagesOf('https://app.example.com/t?f={from}&t={to}')).join('');
    expect(report).toMatch(/href="https:\/\/app\.example\.com\/t\?f=2026-01-01&amp;t=2026-03-31"[^>]*>\s*Open the Tax/);
  });

  it('links each transaction in the service to its page', async () => {
    const [, list = '', there = '', refused = ''] = await pagesOf('https://app.example.com/t/{id}');
    expect(list.match(/href="https:\/\/app\.example\.com[^"]*"/g)).toEqual([
      'href="https://app.example.com/t/shopify%3A1%3A7"',
    ]);
    expect(there).toContain('href="https://app.example.com/t/shopify%3A1%3A7"');
    expect(refused).not.toContain('app.example.com');
  });

  it('has no links when it is not set; the prompt names the service', async () => {
    const pages = (await pagesOf(null)).join('');
    expect(pages).toContain('in the Tax Nexus Service, by state and month.');
    expect(pages).not.toContain('https://');
  });

  it('has no links in a preview, whose sales are not in the service yet', async () => {
    const [report = ''] = await pagesOf('https://app.example.com/t?s={state}', true);
    expect(report).not.toContain('app.example.com');
  });
});
