import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { held, skipped } from '../../src/domain/exclusion.ts';
import type { Transaction } from '../../src/domain/transaction.ts';
import { defaultPolicy } from '../../src/mapping/policy.ts';
import type { Sale } from '../../src/mapping/sale.ts';
import { creditAdjustments, refundAdjustment } from '../../src/pipeline/listed-adjustments.ts';
import { kindsOf, type MapContext, mapPage, mapRecord } from '../../src/pipeline/map-page.ts';
import { isUnreadablePosition, unreadablePosition } from '../../src/pipeline/unreadable-position.ts';
import { anAdjustment } from '../support/a-report-line.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aLine, aSale } from '../support/a-sale.ts';
import { taxOf } from '../support/a-split-sale.ts';
import { left, right } from '../support/right.ts';

const context: MapContext = {
  storefront: 'us-store',
  platform: 'shopify',
  account: '548380009',
  policy: defaultPolicy,
  calendar: { isInRange: () => true, monthOf: () => '2026-02' },
};
const id = 'shopify:548380009:5012345678';

const mapOne = (sale: Partial<Sale> = {}, more: Partial<MapContext> = {}) => {
  const [record, ...others] = mapRecord({ ...context, ...more }, E.right(aSale(sale)), 'unreadable-1');
  if (record === undefined || others.length > 0) throw new Error('one record is expected');
  return record;
};

describe('the kinds by which a sale is counted', () => {
  it.each<[Partial<Record<'marketplace' | 'purpose' | 'entity', string | null>>, readonly string[]]>([
    [{}, []],
    [{ marketplace: null, purpose: null, entity: null }, []],
    [{ marketplace: 'AMAZON' }, ['marketplace sale']],
    [{ purpose: 'RESALE' }, ['exempt sale']],
    [{ entity: 'GOVERNMENT' }, ['exempt sale']],
    [{ marketplace: 'AMAZON', purpose: 'RESALE', entity: null }, ['marketplace sale', 'exempt sale']],
  ])('are the ones that it has: %j', (fields, kinds) => {
    expect(kindsOf(fields as unknown as Transaction)).toStrictEqual(kinds);
  });
});

describe('a record that was no sale until goods were added', () => {
  it('is skipped for what was placed, and what was added is a sale with the id of its edit', () => {
    const card = aLine({ id: '70', kind: 'gift card', listed: 5_000n, taxes: [] });
    const lamp = aLine({ id: '72', listed: 3_000n, taxes: [] });
    const edit = {
      ...aRefund({
        id: '801',
        lines: [{ lineId: '72', quantity: 1, amount: -3_000n, tax: 0n }],
        adjustment: { amount: 0n, tax: 0n },
        total: -3_000n,
      }),
      kind: 'edit' as const,
    };
    const order = aSale({ lines: [card], shipping: [], statedTotal: 5_000n, addedLines: [lamp], amendments: [edit] });
    const [placed, added, ...others] = mapRecord(context, E.right(order), 'unreadable-1');
    expect(others).toStrictEqual([]);
    expect(placed?.sale).toMatchObject({ left: { id, outcome: 'skipped', reason: 'gift cards only' } });
    expect(added?.sale).toMatchObject({ right: { id: `${id}:edit:801`, amounts: { total: 3_000n } } });
  });
});

describe('a sale that is mapped', () => {
  const marketplaces = [{ kind: 'channel' as const, value: 'walmart', field: 'attribution.handle' }];
  const lines = [aLine({ taxes: [taxOf('marketplace', 725n)] })];

  it('has its findings, each once, and proves itself by its ids; its refunds have neither', () => {
    const because = { about: 'transaction', value: 'a', reason: 'b', fields: [] } as const;
    const named = { ...because, finding: 'channel with open liability', subject: 'Depop' } as const;
    const decisions = [because, named, named, { ...named, subject: 'Vinted' }];
    const references = ['stripe:pi_1', 'order:1001', 'stripe:pi_1'];
    const sale = { decisions, marketplaces, lines, references, refunds: [aRefund()] };
    const mapped = mapOne(sale, { policy: { ...defaultPolicy, ...sendsRefunds } });
    const findings = right(mapped.sale).findings.filter((finding) => finding !== 'total not stated');
    expect({ ...right(mapped.sale), findings }).toMatchObject({
      kind: 'sale',
      sourceId: '5012345678',
      references: ['stripe:pi_1'],
      findings: ['channel with open liability: Depop', 'channel with open liability: Vinted', 'marketplace sale'],
    });
    const [refund] = mapped.refunds.map((one) => right(one.refund));
    expect(refund).toMatchObject({ kind: 'refund', sourceId: '5012345678', references: [], findings: [] });
  });

  it('carries its transaction where the host’s hook looks at it, and nowhere else', () => {
    expect(right(mapOne().sale)).not.toHaveProperty('transaction');
    const hooked = mapOne({}, { beforePush: (transaction) => transaction });
    expect(right(hooked.sale)).toMatchObject({ transaction: { id } });
  });

  it('is out of range on other days, with what it came to and where', () => {
    const calendar = { ...context.calendar, isInRange: () => false };
    expect(left(mapOne({ statedTotal: 1_225n }, { calendar }).sale)).toMatchObject({
      ...{ id, kind: 'sale', outcome: 'skipped', reason: 'outside the chosen days', name: '#1001' },
      message: 'Its date is outside the selected days.',
      occurredAt: '2026-02-03T17:20:00Z',
      stated: { currency: 'USD', total: 1_225n, jurisdiction: 'CA' },
    });
    const nowhere = mapOne({ destinations: [] });
    expect(left(nowhere.sale)).toMatchObject({ outcome: 'held', stated: { jurisdiction: null } });
  });
});

describe('a refund that is held', () => {
  const unclear = aRefund({ isUnclear: true });
  const policy = { ...defaultPolicy, ...sendsRefunds };

  it('has what it came to, where and when', () => {
    const [refund] = mapOne({ refunds: [unclear] }, { policy }).refunds;
    expect(refund).not.toHaveProperty('ifSent');
    expect(refund === undefined ? undefined : left(refund.refund)).toMatchObject({
      ...{ id: `${id}:refund:901`, kind: 'refund', sourceId: '5012345678', outcome: 'held' },
      occurredAt: unclear.occurredAt,
      stated: { currency: 'USD', total: -1_000n, jurisdiction: 'CA' },
    });
  });
});

describe('a refund that is listed', () => {
  const listed = (refund: Parameters<typeof aRefund>[0]) => refundAdjustment(aSale())(aRefund(refund));

  it('is money that goes back, with its tax and what was taxed of it', () => {
    const lines = [{ lineId: '71', quantity: 1, amount: 1_000n, tax: 73n }];
    const none = { amount: 0n, tax: 0n };
    expect(listed({ lines, adjustment: none, total: 1_073n })).toStrictEqual({
      ...{ kind: 'refund', id: '901', occurredAt: '2026-03-05T10:00:00Z', currency: 'USD' },
      ...{ amount: -1_073n, tax: -73n, taxed: -1_000n, sent: false, message: 'goodwill' },
    });
  });

  it('has no tax where that is not clear, and states that its amounts are rounded', () => {
    expect(listed({ isUnclear: true })).toMatchObject({ tax: null, message: 'goodwill' });
    expect(listed({ isUnclear: true })).not.toHaveProperty('taxed');
    expect(listed({ isExact: true }).message).toBe('goodwill');
    expect(listed({ isExact: false }).message).toBe('goodwill; amounts are rounded down to whole units');
  });
});

describe('a sale with a change that is too large for sums', () => {
  const large = 10n ** 15n;

  it.each<[string, Partial<Sale>]>([
    ['a refund', { refunds: [aRefund({ total: large })] }],
    ['another change', { adjustments: [{ ...anAdjustment(), kind: 'edit', amount: -large }] }],
    ['the tax of it', { adjustments: [{ ...anAdjustment(), kind: 'edit', tax: large }] }],
    ['a document that gives money back', { lines: [aLine({ listed: -large })], statedTotal: -large }],
  ])('is held: %s', (_, sale) => {
    const { sale: mapped, adjustments } = mapOne(sale);
    expect(left(mapped)).toMatchObject({ outcome: 'held', reason: 'amount not exact' });
    expect(left(mapped).message).toMatch(/^An amount of it is too large: /);
    expect(left(mapped).stated?.total ?? 0n).toBeLessThan(large);
    expect(left(mapped).stated?.total ?? 0n).toBeGreaterThan(-large);
    expect(adjustments).toStrictEqual([]);
  });

  it('is sent with the largest that is not', () => {
    const { sale: mapped, adjustments } = mapOne({ refunds: [aRefund({ total: large - 1n })] });
    expect(E.isRight(mapped)).toBe(true);
    expect(adjustments).toMatchObject([{ amount: 1n - large }]);
  });
});

describe('a document that gives money back', () => {
  const credit: Partial<Sale> = {
    lines: [aLine({ listed: -1_000n, taxes: [taxOf('seller', -70n)] })],
    shipping: [{ name: 'Post', price: 0n, discount: 0n, taxes: [taxOf('seller', -2n)] }],
    orderTaxes: [taxOf('seller', -1n)],
    statedTotal: -1_073n,
  };

  it('is listed with its sale that is not sent', () => {
    const [adjustment, ...others] = mapOne(credit).adjustments;
    expect(others).toStrictEqual([]);
    expect(adjustment).toMatchObject({
      ...{ kind: 'refund', id: '5012345678', amount: -1_073n, tax: -73n, sent: false, currency: 'USD' },
      message: "#1001 gives money back to the customer's balance",
    });
    const { identity } = aSale();
    const [unnumbered] = creditAdjustments(aSale({ ...credit, identity: { ...identity, number: null } }));
    expect(unnumbered?.message).toMatch(/^5012345678 gives/);
  });

  it('is not made for a sale whose total is not negative, or not stated', () => {
    for (const statedTotal of [null, 0n, 1_225n]) expect(creditAdjustments(aSale({ statedTotal }))).toStrictEqual([]);
  });
});

describe('a record that cannot be mapped', () => {
  const broken = { ...aSale(), lines: undefined } as unknown as Sale;
  const lineOf = (result: Parameters<typeof mapRecord>[1]) => {
    const [record] = mapRecord(context, result, 'unreadable-1');
    return record === undefined ? undefined : left(record.sale);
  };

  it('is held under its own id, or its position where it has none', () => {
    expect(lineOf(E.right(broken))).toMatchObject({
      ...{ id, sourceId: '5012345678', name: '5012345678', kind: 'sale' },
      ...{ outcome: 'held', reason: 'unreadable record' },
      message: expect.stringMatching(/^Internal error while mapping \(TypeError\)\. Report it with this id/),
    });
    const nameless = lineOf(E.right({ ...broken, identity: undefined } as unknown as Sale));
    expect(nameless).toMatchObject({ id: 'shopify:548380009:unreadable-1', sourceId: 'unreadable-1' });
  });

  it('keeps the name and the reason that the connector gives, or its position where that has no id', () => {
    const why = held({ sourceId: '7', name: '#7' }, 'missing address', 'so');
    expect(lineOf(E.left(why))).toMatchObject({
      ...{ id: 'shopify:548380009:7', sourceId: '7', name: '#7', kind: 'sale', reason: 'missing address' },
    });
    const named = { sourceId: 'unreadable-1', name: 'unreadable-1' };
    expect(lineOf(E.left({ ...why, sourceId: '', name: '' }))).toMatchObject(named);
    expect(lineOf(E.left({ ...why, name: '' }))).toMatchObject({ sourceId: '7', name: '7' });
  });

  it('is held where its connector gives a reason that does not exist', () => {
    const odd = skipped({ sourceId: '7', name: '#7' }, 'voided', 'so');
    expect(lineOf(E.left({ ...odd, reason: 'weather' } as unknown as typeof odd))).toMatchObject({
      ...{ outcome: 'held', reason: 'unreadable record', name: '#7' },
      message: expect.stringMatching(/^The connector failed: .*Report it to its author\.$/),
    });
  });
});

describe('the name of a record without an id', () => {
  it('is its place on its page, the same each time that is read, and on no other page', async () => {
    const [first, other] = [O.none, O.some('2')].map((cursor) => unreadablePosition({ key: 'w' }, cursor));
    const names = [first?.(0), first?.(1), other?.(0), unreadablePosition({ key: 'v' }, O.none)(0)];
    expect(new Set(names).size).toBe(4);
    expect(unreadablePosition({ key: 'w' }, O.some(''))(0)).toBe(names[0]);
    expect(names.every((name) => /^unreadable-\w{12}-[12]$/.test(name ?? ''))).toBe(true);
    expect([first?.(0).at(-1), first?.(1).at(-1)]).toStrictEqual(['1', '2']);
    expect([names.every((name) => isUnreadablePosition(name ?? '')), isUnreadablePosition('7')]).toEqual([true, false]);
    const empty = held({ sourceId: '', name: '' }, 'unreadable record', 'so');
    const mapped = await mapPage(context, { key: 'w', kind: 'sold' }, O.none, [E.left(empty), E.left(empty)]);
    expect(mapped.map(({ sale }) => left(sale).sourceId)).toStrictEqual(names.slice(0, 2));
  });
});
