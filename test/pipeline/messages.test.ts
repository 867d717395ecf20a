import { describe, expect, it } from '@jest/globals';
import { noStorefront, unknownStorefront } from '../../src/pipeline/failures.ts';
import { refundAdjustment } from '../../src/pipeline/listed-adjustments.ts';
import { isProofOfSale, namedRecord } from '../../src/mapping/identity.ts';
import { exclusionLine } from '../../src/pipeline/report-lines.ts';
import { aRefund } from '../support/a-refund.ts';
import { aSale } from '../support/a-sale.ts';

describe('a request for a storefront that is not there', () => {
  it('names the ones that are', () => {
    expect(unknownStorefront('a', ['b', 'c'])).toMatchObject({
      message:
        'There is no storefront "a". Configured: b, c. Add it to the configuration or correct the name. If it was an imported file, run tax-nexus import again with the same file.',
    });
    expect(unknownStorefront('a', [])).toMatchObject({
      message: expect.stringContaining('There is no storefront "a". Configured: none. Add it'),
    });
    expect(noStorefront(['b', 'c'])).toMatchObject({ message: expect.stringContaining('Name at least one of b, c,') });
    expect(noStorefront([])).toMatchObject({ message: expect.stringContaining('No storefront is configured,') });
  });
});

describe('a refund that is only listed', () => {
  it('is the money that went back, with the tax of lines, shipping and adjustment', () => {
    const refund = aRefund({
      lines: [{ lineId: '71', quantity: 1, amount: 100n, tax: 7n }],
      shipping: { amount: 50n, tax: 3n },
      adjustment: { amount: 10n, tax: 1n },
      total: 171n,
    });
    expect(refundAdjustment(aSale())(refund)).toMatchObject({
      ...{ kind: 'refund', currency: 'USD', amount: -171n, tax: -11n, sent: false, message: 'goodwill' },
    });
    expect(refundAdjustment(aSale())({ ...refund, isUnclear: true }).tax).toBeNull();
    expect(refundAdjustment(aSale())({ ...refund, isExact: false }).message).toBe(
      'goodwill; amounts are rounded down to whole units',
    );
  });
});

describe('a reference to a record', () => {
  it.each([
    ['shopify:order:5012345678', 'shopify', '5012345678', true],
    ['stripe:pi_3Q', 'stripe', 'pi_3Q', true],
    ['order:1001', 'order', '1001', false],
    ['shopify:payment:7', 'shopify', '7', false],
    ['shopify:', 'shopify', '', false],
    [':7', '', '7', false],
    ['shopify', 'shopify', '', false],
    ['', '', '', false],
  ])('%j is of %j, record %j; proves that two sales are one: %s', (reference, platform, recordId, isProof) => {
    expect(namedRecord(reference)).toStrictEqual({ platform, recordId });
    expect(isProofOfSale(reference)).toBe(isProof);
  });
});

describe('the line of a record that is not attempted', () => {
  const of = (reason: 'payment of another account' | 'test order') =>
    exclusionLine(
      'main',
      { id: 'stripe:acct:ch', sourceId: 'ch', kind: 'sale' },
      { _tag: 'Skipped', sourceId: 'ch', name: 'ch', reason, message: 'why' },
    );

  it('has a finding only where a payment arrived at a connected account', () => {
    expect(of('payment of another account').findings).toStrictEqual(['arrival at a connected account']);
    expect(of('test order')).toMatchObject({ outcome: 'skipped', findings: [], message: 'why', amounts: null });
  });
});
