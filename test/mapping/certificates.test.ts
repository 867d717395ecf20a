import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { ExemptionEvidence } from '../../src/mapping/sale.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const certificate: ExemptionEvidence = { kind: 'resale certificate', state: 'CA', field: 'certificates' };

const mapped = (occurredAt: string, ...exemptions: readonly ExemptionEvidence[]) => {
  const { transaction, decisions } = right(
    saleToTransaction(defaultPolicy)(
      aSale({ occurredAt, lines: [aLine({ taxes: [] })], statedTotal: 10_500n, exemptions }),
    ),
  );
  return { purpose: transaction.purpose, findings: decisions.flatMap(({ finding }) => finding ?? []) };
};

describe('a resale certificate with an expiry date', () => {
  it('is valid to the end of its last day', () => {
    const { purpose, findings } = mapped('2026-02-03T23:59:59Z', { ...certificate, until: '2026-02-03' });
    expect([purpose, findings]).toStrictEqual(['RESALE', []]);
  });

  it('exempts nothing later: both the expiry and the missing tax are findings', () => {
    const { purpose, findings } = mapped('2026-02-04T00:00:00Z', { ...certificate, until: '2026-02-03' });
    expect([purpose, findings]).toStrictEqual([null, ['certificate expired', 'no tax collected']]);
  });

  it('gives way to a valid one', () => {
    const expired = { ...certificate, until: '2025-12-31' };
    expect(mapped('2026-02-03T12:00:00Z', expired, certificate)).toStrictEqual({ purpose: 'RESALE', findings: [] });
  });
});
