import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import { toWire, wireText } from '../../../../src/domain/wire-transaction.ts';
import { defaultPolicy } from '../../../../src/mapping/policy.ts';
import { refundToTransaction } from '../../../../src/mapping/refund-to-transaction.ts';
import { saleToTransaction } from '../../../../src/mapping/sale-to-transaction.ts';
import { checkMeaning } from '../../../../sandbox/tax-service/push-transaction.ts';
import { checkShape } from '../../../../sandbox/tax-service/transaction-shape.ts';
import { right } from '../../../support/right.ts';
import { readAll, withBulkShop } from '../bulk/a-bulk-shop.ts';
import { sendsRefunds } from '../../../support/a-policy.ts';

const policy = { ...defaultPolicy, ...sendsRefunds } as const;

describe('the edits, returns and exchanges of the sample shop', () => {
  it('are taken by a strict service, read in pages or by bulk operations alike', async () => {
    await withBulkShop({ orders: 400 }, async ({ open }) => {
      const readings = [];
      for (const reading of ['pages', 'bulk'] as const) {
        const wires = (await readAll(open(reading))).flatMap((result) => {
          const mapped = E.isRight(result) ? saleToTransaction(policy)(result.right) : result;
          if (E.isLeft(result) || E.isLeft(mapped)) return [];
          return (result.right.amendments ?? []).map((amendment) =>
            right(toWire(right(refundToTransaction(result.right, mapped.right, policy)(amendment)).transaction)),
          );
        });
        const issues = wires.flatMap((wire) =>
          checkMeaning(right(checkShape(JSON.parse(wireText(wire)))), (id) => id === wire.parentId),
        );
        expect(issues).toStrictEqual([]);
        readings.push(wires.map(wireText).sort());
      }
      expect(readings[0]).not.toHaveLength(0);
      expect(readings[1]).toStrictEqual(readings[0]);
    });
  }, 120_000);
});
