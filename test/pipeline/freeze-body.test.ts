import { describe, expect, it } from '@jest/globals';
import type { Transaction } from '../../src/domain/transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { liveCalendar } from '../../src/pipeline/calendar.ts';
import { freezeBody } from '../../src/pipeline/freeze-body.ts';
import { remoteTransactionOf } from '../../src/pipeline/look-up.ts';
import { aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const frozen = (differences: Partial<Transaction>) => {
  const { transaction } = right(saleToTransaction(defaultPolicy)(aSale()));
  return right(
    freezeBody(
      { storefront: 'us-store', calendar: liveCalendar('UTC') },
      { kind: 'sale', sourceId: '5012345678', findings: [], references: [] },
      { transaction: { ...transaction, ...differences }, taxed: null },
    ),
  );
};

describe('the text that is sent of a transaction', () => {
  it.each<[string, Partial<Transaction>, string | null]>([
    ['none', {}, null],
    ['of a purpose', { purpose: 'RESALE' }, 'RESALE'],
    ['of a kind of buyer', { entity: 'NON_PROFIT' }, 'NON_PROFIT'],
    ['of both', { purpose: 'RESALE', entity: 'NON_PROFIT' }, 'RESALE'],
  ])('is kept with its exemption: %s', (_, differences, exemption) => {
    expect(frozen(differences).detail?.exemption).toBe(exemption);
  });
});

describe('what the list shows of a transaction', () => {
  it('is kept with the tax that the service reports, where it reports one', () => {
    const stored = { id: '1', name: 'Shopify #1', total: 112.25 };
    expect(remoteTransactionOf(stored).shown).not.toHaveProperty('reportedTax');
    expect(remoteTransactionOf({ ...stored, taxAmount: 7.3 }).shown).toMatchObject({ reportedTax: '7.3' });
  });
});
