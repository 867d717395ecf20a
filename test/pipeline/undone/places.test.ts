import { describe, expect, it } from '@jest/globals';
import type { WireTransaction } from '../../../src/domain/wire-transaction.ts';
import type { Sale } from '../../../src/mapping/sale.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { sendsRefunds } from '../../support/a-policy.ts';
import { aSync, paged, sales } from '../../support/a-sync.ts';
import { oddTaxService } from '../../support/odd-tax-service.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

const [sale] = sales(1);
if (sale === undefined) throw new Error('a sale is needed');
const undoneBy = { id: 'txn_9', occurredAt: '2026-03-09T08:00:00Z', message: 'the payment was voided' };
const voided: Sale = { ...sale, payment: 'voided', undoneBy };

const withoutState = ({ shipToAddress: { zip, country }, ...wire }: WireTransaction): object => ({
  ...wire,
  shipToAddress: { zip, country },
});

const withoutAddress = (wire: WireTransaction): object => ({ ...wire, shipToAddress: null });

const withState =
  (state: string) =>
  ({ shipToAddress, ...wire }: WireTransaction): object => ({ ...wire, shipToAddress: { ...shipToAddress, state } });

const withoutTime = (wire: WireTransaction): object => ({ ...wire, transactedAt: wire.transactedAt.slice(0, 10) });

/** What is held of a sale that was sent, and voided afterwards. */
const heldAfter = async (shows: (wire: WireTransaction) => object, isBookLost = false) => {
  const clock = virtualClock();
  const odd = oddTaxService({ clock, identity: 'client', keeps: (wire) => ({ ...shows(wire) }) });
  let store = memoryStore();
  for (const shown of [sale, voided]) {
    const script = { pages: paged([shown], 1) };
    const policy = { adjustments: { ...sendsRefunds.adjustments, undoneSales: 'send' } } as const;
    await aSync({ script, clock, store, policy, ports: { service: odd.service } }).finish();
    if (isBookLost) store = memoryStore();
  }
  return odd.stored.map(({ wire: { id, total, shipToAddress } }) => ({
    id: id.replace(/^shopify:548380009:/, ''),
    total,
    state: shipToAddress.state,
  }));
};

describe('an offset', () => {
  it.each([
    ['no state', withoutState],
    ['no address', withoutAddress],
    ['its state in lower case', withState('ca')],
    ['its state by name', withState('California')],
    ['days alone', withoutTime],
    ['days for people', (wire: WireTransaction) => ({ ...wire, transactedAt: 'February 3, 2026' })],
    ['amounts for people', (wire: WireTransaction) => ({ ...wire, total: `$${wire.total}`, taxCollected: '$7.25' })],
  ])('stands in the state of what it takes back, where the service shows %s', async (_, shows) => {
    const [first, offset, ...others] = await heldAfter(shows);
    expect(others).toStrictEqual([]);
    expect(first).toMatchObject({ id: '9001' });
    expect(offset).toStrictEqual({ id: '9001:undone:txn_9', total: -(first?.total ?? 0), state: 'CA' });
  });

  it('is not made where nothing shows its state any more', async () => {
    expect(await heldAfter(withoutState, true)).toHaveLength(1);
  });
});
