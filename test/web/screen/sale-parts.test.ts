import { describe, expect, it } from '@jest/globals';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { partsOfSale } from '../../../src/reconcile/parts-of-sale.ts';
import { aLine, aSale } from '../../support/a-sale.ts';
import { aScreenInMemory } from '../../support/a-screen-in-memory.ts';
import { aReportLine } from '../../support/a-report-line.ts';

const tax = { amount: 725n, liable: 'seller', title: 'CA State Tax' } as const;

describe('a held sale on the screen', () => {
  it('is shown part by part, beside the total on the platform', async () => {
    const sale = aSale({
      lines: [aLine({ name: 'Travel <backpack>', quantity: 3, listed: 9_999n, discount: 1_000n, taxes: [tax] })],
      shipping: [],
      orderDiscount: 100n,
      statedTotal: 9_761n,
    });
    const [reason, message] = ['does not balance', '1.37 USD are missing'] as const;
    const result = { _tag: 'SetAside', outcome: 'held', reason, message, parts: partsOfSale(sale) } as const;
    const explanation = { storefront: 'us-store', sourceId: '1', name: '#1', url: null, adjustments: [], result };
    const { text, finish } = aScreenInMemory({}, { explain: () => TE.right(explanation) });
    await finish('run-1', [aReportLine({ id: 'kept', outcome: 'held', reason, amounts: null })]);
    const page = await text('/runs/run-1/entry?id=kept&storefront=us-store');
    expect(page).toContain('Travel &lt;backpack&gt; 3 99.99 10.00 7.25');
    expect(page).toContain('discount of the whole sale 0.00 1.00 0.00');
    expect(page).toContain('sum of the parts 96.24 total on the platform 97.61');
  });
});
