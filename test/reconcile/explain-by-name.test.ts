import { describe, expect, it } from '@jest/globals';
import type { Sale } from '../../src/mapping/sale.ts';
import { explain } from '../../src/reconcile/explain.ts';
import { memoryStore } from '../support/memory-store.ts';
import { aRefund } from '../support/a-refund.ts';
import { sendsRefunds } from '../support/a-policy.ts';
import { aSync, paged, sales, transactionId } from '../support/a-sync.ts';
import { oddTaxService } from '../support/odd-tax-service.ts';
import { right } from '../support/right.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const [sale] = sales(1);
if (sale === undefined) throw new Error('a sale is needed');
const by = { id: 'txn_1', occurredAt: '2026-03-09T08:00:00Z', message: 'the refund failed' };
const failed: Sale = { ...sale, undone: [{ kind: 'refund', id: '901', by }] };

describe('the explanation of a sale', () => {
  it.each([false, true])(
    'names all that was sent of it at a service that assigns ids; after the sync database was lost: %s',
    async (isLost) => {
      const clock = virtualClock();
      const { service } = oddTaxService({ clock });
      const store = memoryStore();
      const syncOf = (shown: Sale, own: typeof store) =>
        aSync({ script: { pages: paged([shown], 1) }, clock, store: own, policy: sendsRefunds, ports: { service } });
      await syncOf({ ...sale, refunds: [aRefund()] }, store).finish();
      await syncOf(failed, store).finish();
      const last = syncOf(failed, isLost ? memoryStore() : store);
      await last.finish();
      const { sent } = right(await clock.run(explain(last.ports)('us-store', '9001')));
      const id = transactionId('9001');
      expect(sent.map((one) => [one.id, one.what])).toStrictEqual([
        [id, 'sale'],
        [`${id}:refund:901`, 'refund'],
        [`${id}:refund:901:undone:txn_1`, 'offset of the refund'],
      ]);
    },
  );
});
