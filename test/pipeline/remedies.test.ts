import { describe, expect, it } from '@jest/globals';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { reasons, remedyOf } from '../../src/reconcile/reasons/reasons.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { right } from '../support/right.ts';

const all = reasons.map((what) => [what, remedyOf(what)] as const).filter(([, { todo }]) => todo !== '');
const known = [
  ...Object.keys(defaultPolicy).map((key) => `policy.${key}`),
  'hooks.beforePush',
  '--into-closed',
  'intoClosedPeriods',
  'service.wire.marketplaces',
  'service.wire.entities',
  'policy.zeroTotals',
];

describe('what a person can do about something', () => {
  it.each(all)('is printed in words of a bookkeeper, who knows no setting: %s', (_, { todo, todoWhenSent = '' }) => {
    // A name in code: twoWords, two.words, or a setting called one.
    expect(`${todo} ${todoWhenSent}`).not.toMatch(
      /[a-z][A-Z]|[a-z]\.[a-z]|\bpolicy\b|\bsettings?\b|\bhook\b|\bconfigur/,
    );
    expect(todo).toMatch(/^[A-Z].*\.$/);
  });

  it('says of a liability that the platform leaves open what was sent: none of the tax as collected', () => {
    const tax = { amount: 725n, liable: 'unknown', title: 'Tax' } as const;
    const sale = aSale({
      lines: [aLine({ taxes: [tax] })],
      marketplaces: [{ kind: 'channel', value: 'Amazon by CedCommerce', field: 'app.name' }],
    });
    const { transaction, decisions } = right(saleToTransaction(defaultPolicy)(sale));
    expect(decisions.map(({ finding }) => finding)).toContain('liability unknown');
    expect(transaction.taxCollected).toBe(0n);
    expect(remedyOf('liability unknown').todo).toContain('the tax was not sent as yours');
  });

  it.each(all.filter(([, { settings }]) => settings !== undefined))(
    'names settings apart, and only the ones that there are: %s',
    (_, { settings = [] }) => {
      expect(settings).not.toStrictEqual([]);
      expect(known).toStrictEqual(expect.arrayContaining([...settings]));
    },
  );
});
