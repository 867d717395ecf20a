import { describe, expect, it } from '@jest/globals';
import { assertValidSchema, buildSchema, isObjectType } from 'graphql';
import { adminSchema2026_07, adminSchema2026_10 } from '../../../sandbox/index.ts';

describe.each([
  ['2026-07', adminSchema2026_07],
  ['2026-10', adminSchema2026_10],
])('the pruned Admin schema of %s', (_, text) => {
  it('is a valid schema, and small enough to be read', () => {
    expect(() => {
      assertValidSchema(buildSchema(text));
    }).not.toThrow();
    expect(text.length).toBeLessThan(60_000);
  });

  it('still marks what is deprecated', () => {
    const order = buildSchema(text).getType('Order');
    const field = isObjectType(order) ? order.getFields()['totalPrice'] : undefined;

    expect(field?.deprecationReason).toContain('totalPriceSet');
  });
});
