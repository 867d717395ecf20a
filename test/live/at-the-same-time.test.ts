import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Clock } from '../../src/domain/environment.ts';
import type { StoredTransaction, TaxService } from '../../src/domain/tax-service.ts';
import { WireTransaction } from '../../src/domain/wire-transaction.ts';
import { proofOfAbsenceAfter } from '../../src/pipeline/limits.ts';
import { historicalSync } from '../../src/pipeline/historical-sync.ts';
import { aLiveWorld, type LiveWorld, theSale } from '../support/a-live-world.ts';
import { request } from '../support/a-sync.ts';
import { right } from '../support/right.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { virtualClock } from '../support/virtual-clock.ts';

/** A service that assigns ids and stores a transaction as often as it is sent. `lost`: how many answers to pushes are lost. */
const aTrustingService = (clock: Clock, lost = 0) => {
  const stored: StoredTransaction[] = [];
  const pushedAt: number[] = [];
  const random = seededRandom(7);
  const travel = (): Promise<void> => clock.sleep(10 + 40 * random.next())();
  /** Another client of it stands for another process. */
  const client = (): TaxService => ({
    list: () => async () => {
      await travel();
      return E.right({ transactions: [...stored].reverse(), next: O.none });
    },
    find: (id) => async () => {
      await travel();
      return E.right(O.fromNullable(stored.find((one) => one.id === id)));
    },
    push: (body, begin) => async () => {
      if (begin !== undefined && !(await begin())) return { _tag: 'NotStarted' };
      pushedAt.push(clock.now());
      const sent: unknown = JSON.parse(body);
      if (!WireTransaction.is(sent)) throw new Error('it is a transaction');
      await travel();
      if (pushedAt.length <= lost) return { _tag: 'Unclear', message: 'ECONNRESET' };
      const one = { ...sent, id: `txn_${stored.length}` };
      stored.push(one);
      await travel();
      return { _tag: 'Accepted', stored: one };
    },
  });
  return { client, stored, pushedAt };
};

const sold = 24;

/** Webhooks about all sales, while a historical sync reads them. */
const webhooksAndHistory = (world: LiveWorld, service: TaxService): Promise<void> =>
  world.live(async () => {
    for (let n = 1; n <= sold; n += 1) world.shop.put(theSale(n));
    const history = historicalSync({ ...world.ports.sync, service, owner: 'history' })(request)();
    for (let n = 1; n <= sold; n += 1) {
      await world.deliver(String(9_000 + n), `d${n}`);
      await world.wait(n);
    }
    right(await history);
    await world.wait(20 * 60_000);
  });

describe('a sale that a webhook and a historical sync find at the same time', () => {
  it.each(['one process', 'two processes'])('is stored once, also when nothing is refused: %s', async (processes) => {
    const clock = virtualClock();
    const service = aTrustingService(clock);
    const [live, other] = [service.client(), service.client()];
    const world = aLiveWorld({ clock, sync: { service: live } });
    await webhooksAndHistory(world, processes === 'one process' ? live : other);
    expect(service.stored.map(({ name }) => name).sort()).toStrictEqual(
      [...new Set(service.stored.map(({ name }) => name))].sort(),
    );
    expect(service.stored).toHaveLength(sold);
  });

  it('and of which two answers are lost, is not sent again within a minute after the latest one', async () => {
    const clock = virtualClock();
    const service = aTrustingService(clock, 2);
    const world = aLiveWorld({ clock, sync: { service: service.client() } });
    await world.live(async () => {
      await world.deliver(world.shop.put(theSale(1)), 'd1');
      await world.wait(30 * 60_000);
    });
    const [first = 0, second = 0, third = 0] = service.pushedAt;
    expect(second - first).toBeGreaterThanOrEqual(proofOfAbsenceAfter);
    expect(third - second).toBeGreaterThanOrEqual(proofOfAbsenceAfter);
    expect(service.stored).toHaveLength(1);
  });
});
