import type { Decision, Sale } from './sale.ts';

const untaxed: Decision = {
  about: 'taxCollected',
  value: '0',
  reason: 'no tax, no exemption and no marketplace: without a reason the state may assume that tax was due',
  fields: ['taxes'],
  finding: 'no tax, no exemption',
};

/** What a person should look at though the sale is told: it has no tax and no reason for that, or it is not final. */
export const saleFindings = (sale: Sale, isUntaxed: boolean): readonly Decision[] => [
  ...(isUntaxed ? [untaxed] : []),
  ...(sale.taxIsEstimated
    ? [
        {
          about: 'taxCollected',
          value: 'estimate',
          reason: 'the tax may still change; the policy sends it',
          fields: ['estimatedTaxes'],
          finding: 'tax still estimated' as const,
        },
      ]
    : []),
  ...(sale.payment === 'partially paid'
    ? [
        {
          about: 'transaction',
          value: 'as sold',
          reason: 'only partially paid; the policy sends it as sold',
          fields: ['payment'],
          finding: 'partially paid' as const,
        },
      ]
    : []),
];
