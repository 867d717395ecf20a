import { describe, expect, it } from '@jest/globals';
import { asOnAPage, mustBeReadAgain } from '../../../../connectors/shopify/bulk/read-results.ts';
import { decodeOrder, type Order } from '../../../../connectors/shopify/records/order.ts';
import { right } from '../../../support/right.ts';
import { aLine, anAgreement, anOrder, aSale, aShippingLine, aShippingSale, type Json, money } from '../an-order.ts';

const times = (most: number, one: Json): readonly Json[] => Array.from({ length: most }, () => one);

/** An order as its lines in a bulk result come to it: with a ledger, and its shipping as one sum. */
const ofBulk = (differences: Json = {}): Order =>
  right(
    decodeOrder(
      anOrder({
        shippingLines: undefined,
        shippingLine: aShippingLine(),
        lineItems: [aLine()],
        agreements: [anAgreement({ sales: [aSale(), aShippingSale()] })],
        ...differences,
      }),
    ),
  );

const edit = anAgreement({ id: 'gid://shopify/OrderEditAgreement/32', reason: 'ORDER_EDIT', sales: [aSale()] });
const placed = anAgreement({ sales: [aSale()] });

describe('an order of a bulk result', () => {
  it('stays as it is when its ledger is enough', () => {
    expect(mustBeReadAgain(ofBulk())).toBe(false);
    expect(mustBeReadAgain(ofBulk({ taxesIncluded: true }))).toBe(false);
    expect(mustBeReadAgain(ofBulk({ shippingLine: null, agreements: [placed] }))).toBe(false);
    expect(mustBeReadAgain(ofBulk({ shippingLine: null, edited: true, agreements: [placed, edit] }))).toBe(false);
    expect(mustBeReadAgain(ofBulk({ shippingLine: null, agreements: [] }))).toBe(false);
  });

  it.each<[string, Json]>([
    ['was refunded', { refunds: [{ id: 'gid://shopify/Refund/1' }] }],
    ['has a discount on its shipping', { shippingLine: aShippingLine({ originalPriceSet: money('7.0') }) }],
    [
      'has other shipping than the ledger',
      { shippingLine: aShippingLine({ originalPriceSet: money('4.0'), discountedPriceSet: money('4.0') }) },
    ],
    ['was edited, and had shipping', { edited: true }],
    ['lost its shipping', { shippingLine: null }],
    ['has shipping and no ledger', { agreements: [] }],
    ['was edited, and has no ledger', { agreements: [], shippingLine: null, edited: true }],
    ['has a round number of lines', { lineItems: times(100, aLine()) }],
    [
      'has a round number of agreements',
      { agreements: [anAgreement({ sales: [aSale(), aShippingSale()] }), ...times(49, edit)] },
    ],
    ['has a round number of sales', { agreements: [anAgreement({ sales: [aShippingSale(), ...times(49, aSale())] })] }],
  ])('is read again when it %s', (_, differences) => {
    expect(mustBeReadAgain(ofBulk(differences))).toBe(true);
  });

  it('keeps its whole ledger, be it marked as edited or not', () => {
    const edited = asOnAPage(ofBulk({ edited: true, agreements: [placed, edit] }));
    expect(edited.agreements).toMatchObject({ nodes: [{}, { reason: 'ORDER_EDIT' }], isCutShort: false });
    const unmarked = asOnAPage(ofBulk({ agreements: [placed, edit] }));
    expect(unmarked.agreements).toMatchObject({ nodes: [{}, { reason: 'ORDER_EDIT' }], isCutShort: false });
  });

  it('has the whole ledger when its sale is too long for a page', () => {
    const order = asOnAPage(ofBulk({ agreements: [anAgreement({ sales: times(21, aSale()) }), edit] }));
    expect(order.agreements).toMatchObject({ nodes: { length: 2 }, isCutShort: false });
    expect(order.agreements?.nodes[0]?.sales?.nodes).toHaveLength(21);
  });

  it('has every fulfillment location, as a completed page has', () => {
    const order = asOnAPage(ofBulk({ fulfillmentOrders: times(7, { deliveryMethod: { methodType: 'SHIPPING' } }) }));
    expect(order.fulfillmentOrders?.nodes).toHaveLength(7);
  });
});
