import { describe, expect, it } from '@jest/globals';
import { exemptionOf } from '../../src/mapping/exemption.ts';
import type { ExemptionEvidence } from '../../src/mapping/sale.ts';

const sale = { state: 'CA', occurredAt: '2026-02-03T12:00:00Z' };
const exemption = (evidence: readonly ExemptionEvidence[], exemptEntity: string | null = null) =>
  exemptionOf({ exemptEntity }, evidence, sale);
const certificate: ExemptionEvidence = { kind: 'resale certificate', state: 'CA', field: 'taxExemptions' };
const resale: ExemptionEvidence = { kind: 'resale', field: 'tags' };
const entity: ExemptionEvidence = { kind: 'entity', entity: 'NON_PROFIT', field: 'metadata' };
const exempt: ExemptionEvidence = { kind: 'exempt', field: 'taxExempt' };

describe('the exemption of a buyer', () => {
  it('is none without evidence', () => {
    expect(exemption([])).toStrictEqual({ purpose: null, entity: null, decisions: [], explainsNoTax: false });
  });

  it.each<[string, ExemptionEvidence, object, object]>([
    [
      'a statement of the merchant is resale',
      resale,
      { purpose: 'RESALE', entity: null },
      { about: 'purpose', value: 'RESALE', reason: 'stated by the merchant', fields: ['tags'] },
    ],
    [
      'a certificate of the ship-to state is resale',
      certificate,
      { purpose: 'RESALE', entity: null },
      {
        about: 'purpose',
        value: 'RESALE',
        reason: 'resale certificate of CA, the destination state',
        fields: ['taxExemptions'],
      },
    ],
    [
      'a buyer whose entity is known has it',
      entity,
      { purpose: null, entity: 'NON_PROFIT' },
      {
        about: 'entity',
        value: 'NON_PROFIT',
        reason: 'the buyer is exempt, and the reason is known',
        fields: ['metadata'],
      },
    ],
    [
      'a buyer without a reason has none, with a finding',
      exempt,
      { purpose: null, entity: null },
      {
        about: 'entity',
        value: 'none',
        reason: 'the buyer is exempt, and no reason is given',
        fields: ['taxExempt'],
        finding: 'exempt, no reason given',
      },
    ],
  ])('%s', (_, evidence, marks, decision) => {
    expect(exemption([evidence])).toStrictEqual({ ...marks, decisions: [decision], explainsNoTax: true });
  });

  it('without a reason is the entity of the policy', () => {
    expect(exemption([exempt], 'OTHER')).toStrictEqual({
      purpose: null,
      entity: 'OTHER',
      decisions: [
        {
          about: 'entity',
          value: 'OTHER',
          reason: 'exempt for an unknown reason; the policy names the entity',
          fields: ['taxExempt'],
        },
      ],
      explainsNoTax: true,
    });
  });

  it.each<[string, readonly ExemptionEvidence[], string | null, string | null]>([
    ['resale goes before an entity', [entity, resale], 'RESALE', null],
    ['a certificate goes before an entity', [exempt, entity, certificate], 'RESALE', null],
    ['a known entity goes before an unknown reason', [exempt, entity], null, 'NON_PROFIT'],
  ])('%s', (_, evidence, purpose, found) => {
    expect(exemption(evidence)).toMatchObject({ purpose, entity: found });
  });

  it.each<[string, ExemptionEvidence, object]>([
    [
      'of another state',
      { ...certificate, state: 'NV' },
      { about: 'purpose', reason: 'the resale certificate of NV is not valid at the destination' },
    ],
    [
      'that came after the sale',
      { ...certificate, asOf: 'after the sale' },
      {
        about: 'purpose',
        reason: 'the order states that the buyer was not exempt; the certificate of today came later',
        finding: 'certificate of today',
      },
    ],
    [
      'for an entity that came after the sale',
      { ...entity, asOf: 'after the sale' },
      { about: 'entity', finding: 'certificate of today' },
    ],
    [
      'without a reason that came after the sale',
      { ...exempt, asOf: 'after the sale' },
      { about: 'entity', finding: 'certificate of today' },
    ],
    [
      'that had expired',
      { ...certificate, until: '2026-02-02' },
      { about: 'purpose', reason: 'the certificate was valid until 2026-02-02', finding: 'certificate expired' },
    ],
  ])('a certificate %s exempts nothing, and the reason is kept', (_, evidence, decision) => {
    const found = exemption([evidence]);
    expect(found).toMatchObject({ purpose: null, entity: null, explainsNoTax: false });
    expect(found.decisions).toMatchObject([{ value: 'none', fields: [evidence.field], ...decision }]);
  });

  it('a rejected certificate is not mentioned where another one is valid for resale, and is where only an entity is', () => {
    const rejected = { ...certificate, state: 'NV' };
    expect(exemption([rejected, certificate]).decisions).toHaveLength(1);
    expect(exemption([rejected, entity]).decisions.map(({ value }) => value)).toStrictEqual(['none', 'NON_PROFIT']);
  });

  it.each<ExemptionEvidence>([
    { ...resale, asOf: 'today' },
    { ...certificate, asOf: 'today' },
    { ...entity, asOf: 'today' },
    { ...exempt, asOf: 'today' },
  ])('known only as of today counts, with a finding: $kind', (evidence) => {
    const { decisions, explainsNoTax } = exemption([evidence]);
    expect(decisions.map(({ finding }) => finding)).toStrictEqual(['certificate of today']);
    expect(explainsNoTax).toBe(true);
  });
});
