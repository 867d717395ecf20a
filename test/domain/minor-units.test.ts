import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import fc from 'fast-check';
import { allocate, findCurrency, formatMinorUnits, parseMinorUnits, sum } from '../../src/domain/money.ts';

const usd = { code: 'USD', digits: 2 };
const jpy = { code: 'JPY', digits: 0 };

describe('decimal strings become minor units', () => {
  it.each([
    ['12.99', 1_299n],
    ['0.0', 0n],
    ['8600.0', 860_000n],
    ['-5', -500n],
    ['12.9900', 1_299n],
    ['19.99', 1_999n],
    ['90071992547409.93', 9_007_199_254_740_993n],
  ])('%s', (text, amount) => {
    expect(parseMinorUnits(usd)(text)).toStrictEqual(E.right(amount));
  });

  it.each(['1e3', '', '1,234.50', 'NaN', '12.999', '0x10', '1.2.3', '--1'])('"%s" is refused', (text) => {
    expect(E.isLeft(parseMinorUnits(usd)(text))).toBe(true);
  });

  it('a yen has no decimals', () => {
    expect(parseMinorUnits(jpy)('1299')).toStrictEqual(E.right(1_299n));
    expect(parseMinorUnits(jpy)('1299.00')).toStrictEqual(E.right(1_299n));
    expect(E.isLeft(parseMinorUnits(jpy)('12.99'))).toBe(true);
  });

  it('come back as they were written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 0, max: 4 }),
        (amount, digits) => {
          const currency = { code: 'XTS', digits };
          expect(parseMinorUnits(currency)(formatMinorUnits(currency)(amount))).toStrictEqual(E.right(amount));
        },
      ),
    );
  });
});

describe('the decimals of a currency', () => {
  it.each([
    ['usd', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['HUF', 2],
    ['ISK', 0],
    ['UGX', 0],
    ['MGA', 2],
    ['HRK', 2],
  ])('%s has %d by ISO 4217', (code, digits) => {
    expect(findCurrency(code)).toStrictEqual(O.some({ code: code.toUpperCase(), digits }));
  });

  it.each(['JEP', 'KID'])('%s, which ISO 4217 does not list and shops have, has 2', (code) => {
    expect(findCurrency(code)).toStrictEqual(O.some({ code, digits: 2 }));
  });

  it.each(['XXX1', 'XXX', 'USDC'])('%s is no currency', (code) => {
    expect(findCurrency(code)).toStrictEqual(O.none);
  });
});

describe('an amount is shared by weight', () => {
  it('to the last unit', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toStrictEqual([34n, 33n, 33n]);
  });

  it('what does not divide goes to the largest remainder, not to the largest weight', () => {
    expect(allocate(165n, [1500n, 665n])).toStrictEqual([114n, 51n]);
    expect(allocate(-165n, [1500n, 665n])).toStrictEqual([-114n, -51n]);
    expect(allocate(290n, [1n, 2n, 0n])).toStrictEqual([97n, 193n, 0n]);
  });

  it('of two equal remainders the one of the larger weight goes first, then the earlier one', () => {
    expect(allocate(5n, [3n, 7n])).toStrictEqual([1n, 4n]);
    expect(allocate(1n, [1n, 1n])).toStrictEqual([1n, 0n]);
  });

  it('no share is a whole unit away from its exact part', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 12 }),
        (amount, weights) => {
          const all = sum(weights);
          fc.pre(all > 0n);
          const gaps = allocate(amount, weights).map((share, index) => share * all - amount * (weights[index] ?? 0n));
          expect(gaps.every((gap) => gap < all && -gap < all)).toBe(true);
        },
      ),
    );
  });

  it('always adds up, negative amounts and zero weights included', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
        fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 12 }),
        (amount, weights) => {
          expect(sum(allocate(amount, weights))).toBe(amount);
        },
      ),
    );
  });
});
