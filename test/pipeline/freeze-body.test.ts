import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Transaction } from '../../src/domain/transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import { saleToTransaction } from '../../src/mapping/sale-to-transaction.ts';
import { liveCalendar } from '../../src/pipeline/calendar.ts';
import { freezeBody } from '../../src/pipeline/freeze-body.ts';
import { remoteTransactionOf } from '../../src/pipeline/remote-transaction.ts';
import { aSale } from '../support/a-sale.ts';
import type { WireSettings } from '../../src/domain/wire-settings.ts';
import { left, right } from '../support/right.ts';

const freeze = (
  differences: Partial<Transaction>,
  { wire, kind = 'sale', taxed = null }: { wire?: WireSettings; kind?: 'sale' | 'refund'; taxed?: bigint | null } = {},
) => {
  const { transaction } = right(saleToTransaction(defaultPolicy)(aSale()));
  return freezeBody(
    { storefront: 'us-store', calendar: liveCalendar('UTC'), wire },
    { kind, sourceId: '5012345678', findings: ['partially paid'], references: ['shopify:order:1'] },
    { transaction: { ...transaction, ...differences }, taxed },
  );
};

const frozen = (differences: Partial<Transaction>, more: Parameters<typeof freeze>[1] = {}) =>
  right(freeze(differences, more));

const sentOf = (differences: Partial<Transaction>, wire: WireSettings): Record<string, unknown> =>
  JSON.parse(frozen(differences, { wire }).body) as Record<string, unknown>;

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

describe('what is kept of a transaction for its line', () => {
  it('is who and when it is, and its sums without name, street or city', () => {
    const { body, digest, ...kept } = frozen({}, { taxed: 10_500n });
    expect(kept).toStrictEqual({
      ...{ kind: 'sale', sourceId: '5012345678', id: 'shopify:548380009:5012345678' },
      ...{ name: 'Shopify #1001 · 5012345678', transactedAt: '2026-02-03T17:20:00Z' },
      ...{ findings: ['partially paid'], references: ['shopify:order:1'] },
      amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-02', total: 11_225n, taxCollected: 725n },
      detail: {
        ...{ zip: '94607', discount: 0n, shipping: 500n, marketplace: null, exemption: null, parentId: null },
        taxed: 10_500n,
      },
      duplicateKey: expect.stringMatching(/^like:2026-02-03T17:20:[0-9a-f]{32}$/),
    });
    expect(frozen({}).detail).not.toHaveProperty('taxed');
    expect(body).toContain('CANARY_ADDR');
    expect(digest).toBe(frozen({}).digest);
  });

  it('has the discounts of lines and of the order in one', () => {
    const [line] = right(saleToTransaction(defaultPolicy)(aSale())).transaction.lines;
    if (line === undefined) throw new Error('there is no line');
    const lines = [
      { ...line, id: '1', discount: 100n },
      { ...line, id: '2', discount: 20n },
    ];
    expect(frozen({ lines, discount: 3n }).detail?.discount).toBe(123n);
  });
});

describe('a transaction that the service does not take', () => {
  it('is held when an amount cannot be sent exactly, with each of them', () => {
    const line = left(freeze({ total: 10n ** 16n, subtotal: 10n ** 16n }));
    expect(line).toMatchObject({
      ...{ outcome: 'held', reason: 'amount not exact', occurredAt: '2026-02-03T17:20:00Z' },
      stated: { currency: 'USD', total: null, jurisdiction: 'CA' },
    });
    expect(line.message).toMatch(
      /^It cannot be sent exactly \([^;]*subtotal[^;]*; [^;]*total[^;]*\)\. Correct the order at the platform, then retry\.$/,
    );
  });

  it('is held when an amount is too large for sums, and sent when it is the largest that is not', () => {
    const tooLarge = 10n ** 15n;
    for (const amounts of [{ total: tooLarge }, { discount: tooLarge }, { taxCollected: -tooLarge }]) {
      const line = left(freeze(amounts));
      expect(line).toMatchObject({ outcome: 'held', reason: 'amount not exact' });
      expect(line.message).toMatch(
        /^An amount of it is too large: .+ Correct the order at the platform, then retry\.$/,
      );
    }
    expect(E.isRight(freeze({ total: tooLarge - 1n, subtotal: tooLarge - 1n }))).toBe(true);
  });

  it.each<[WireSettings, Partial<Transaction>, string | null]>([
    [{ marketplaces: { codes: ['EBAY'], others: 'hold' } }, { marketplace: 'AMAZON' }, 'marketplace "AMAZON"'],
    [{ marketplaces: { codes: ['EBAY'], others: 'hold' } }, { marketplace: 'EBAY' }, null],
    [{ marketplaces: { codes: ['EBAY'], others: 'hold' } }, {}, null],
    [{ marketplaces: { codes: ['EBAY'], others: 'send' } }, { marketplace: 'AMAZON' }, null],
    [{}, { marketplace: 'AMAZON', entity: 'CHURCH' }, null],
    [{ entities: ['SCHOOL'] }, { entity: 'CHURCH' }, 'entity "CHURCH"'],
    [{ entities: ['SCHOOL'] }, { entity: 'SCHOOL' }, null],
    [{ entities: ['SCHOOL'] }, {}, null],
  ])('is held for a code that it does not accept: %j of %j', (wire, differences, what) => {
    const result = freeze(differences, { wire });
    expect(E.isLeft(result)).toBe(what !== null);
    if (E.isLeft(result))
      expect(result.left).toMatchObject({
        ...{ outcome: 'held', reason: 'code not accepted' },
        message: `The service does not accept the ${what}. Map it to a known one.`,
      });
  });
});

describe('the optional fields of a body', () => {
  const [first] = right(saleToTransaction(defaultPolicy)(aSale())).transaction.lines;
  const rich: Partial<Transaction> = {
    tags: ['vip'],
    metadata: { note: 'a', other: 'b' },
    shipFromAddress: { line1: null, line2: null, city: null, state: 'NV', zip: '89101', country: 'US' },
    ...(first !== undefined && { lines: [{ ...first, taxCode: 'P01', tags: ['new'] }, first] }),
  };
  const plain = frozen(rich);

  it('are none without settings, and change no digest', () => {
    for (const [name, wire] of Object.entries<WireSettings>({
      none: {},
      all: { optional: ['tags', 'shipFromAddress', 'lineItems.taxCode', 'lineItems.tags'], metadata: ['note'] },
      time: { timeZone: 'America/New_York' },
    })) {
      const { body, digest } = frozen(rich, { wire });
      expect([name, body === plain.body, digest]).toStrictEqual([name, name === 'none', plain.digest]);
    }
  });

  it('are the ones that the settings name, where the sale has them', () => {
    const base = JSON.parse(plain.body) as Record<string, unknown>;
    const [one, two] = base['lineItems'] as readonly Record<string, unknown>[];
    expect(sentOf(rich, { optional: ['tags'] })).toStrictEqual({ ...base, tags: ['vip'] });
    expect(sentOf(rich, { optional: ['shipFromAddress'] })).toStrictEqual({
      ...base,
      shipFromAddress: rich.shipFromAddress,
    });
    expect(sentOf(rich, { optional: ['lineItems.taxCode'] })).toStrictEqual({
      ...base,
      lineItems: [{ ...one, taxCode: 'P01' }, two],
    });
    expect(sentOf(rich, { optional: ['lineItems.tags'] })).toStrictEqual({
      ...base,
      lineItems: [{ ...one, tags: ['new'] }, two],
    });
    expect(sentOf(rich, { metadata: ['note', 'missing'] })).toStrictEqual({ ...base, metadata: { note: 'a' } });
    expect(sentOf(rich, { metadata: ['missing'] })).toStrictEqual(base);
    const without = JSON.parse(frozen({}).body) as unknown;
    expect(sentOf({}, { optional: ['tags', 'shipFromAddress', 'lineItems.taxCode', 'lineItems.tags'] })).toStrictEqual(
      without,
    );
  });

  it('are sent with the time of the storefront where the settings have one', () => {
    expect(sentOf({}, { timeZone: 'America/New_York' })['transactedAt']).toBe('2026-02-03T12:20:00-05:00');
  });
});

describe('two sales that look alike', () => {
  const address = { line1: null, line2: null, city: null, state: 'CA', zip: '94607', country: 'US' };
  const key = (differences: Partial<Transaction>): string | null => frozen(differences).duplicateKey;
  const at = (shipToAddress: Partial<Transaction['shipToAddress']>): string | null =>
    key({ shipToAddress: { ...address, ...shipToAddress } });

  it('have the same minute, currency, total and ZIP', () => {
    expect(key({ transactedAt: '2026-02-03T17:20:59Z' })).toBe(key({}));
    expect(key({ transactedAt: '2026-02-03T17:21:00Z' })).not.toBe(key({}));
    expect(key({ total: 11_226n })).not.toBe(key({}));
    expect(key({ currency: { code: 'CAD', digits: 2 } })).not.toBe(key({}));
    expect(at({ zip: '94607-1234' })).toBe(at({}));
    expect(at({ zip: '94608' })).not.toBe(at({}));
    expect(at({ state: 'NY' })).toBe(at({}));
    expect(at({ zip: null, state: 'NY' })).not.toBe(at({ zip: null }));
    expect(at({ zip: ' ', state: null })).toBe(at({ zip: null, state: null }));
  });

  it('abroad have the whole code, in any form', () => {
    const inCanada = (zip: string): string | null => at({ country: 'CA', zip });
    expect(inCanada('k1a 0b1')).toBe(inCanada('K1A0B1'));
    expect(inCanada('K1A 0B2')).not.toBe(inCanada('K1A 0B1'));
    expect(at({ country: 'MX' })).not.toBe(at({}));
  });

  it('are no refunds', () => {
    expect(frozen({}, { kind: 'refund' }).duplicateKey).toBeNull();
  });
});
