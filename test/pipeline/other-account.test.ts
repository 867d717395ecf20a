import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ConfirmedTransaction } from '../../src/domain/sent.ts';
import type { StoreError } from '../../src/domain/sync-store.ts';
import type { ServiceFacts, ServiceFailure, StoredTransaction } from '../../src/domain/tax-service.ts';
import { makePushGate } from '../../src/pipeline/push-gate.ts';
import { checkAccount, keepFacts } from '../../src/pipeline/service-facts.ts';
import { memoryStore } from '../support/memory-store.ts';
import { left, right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const broken: StoreError = { _tag: 'StoreError', problem: 'disk full', message: '' };
const down: ServiceFailure = { _tag: 'Unclear', message: 'ECONNRESET' };
const confirmed = (count: number, more: Partial<ConfirmedTransaction> = {}): readonly ConfirmedTransaction[] =>
  Array.from({ length: count }, (_, n) => ({ id: `shopify:1:${n}`, name: `Shopify #${n}`, remoteId: null, ...more }));

interface Given {
  readonly newest: readonly ConfirmedTransaction[];
  readonly finds?: Readonly<Record<string, StoredTransaction | 'down'>>;
  /** The pages of the list. */
  readonly pages?: readonly (readonly StoredTransaction[])[] | 'down';
  readonly facts?: ServiceFacts;
  readonly fails?: 'findNewestConfirmed' | 'serviceFacts';
}

/** Checks whether the service belongs to a sync database. */
const checking = async ({ newest, finds = {}, pages = [[]], facts, fails }: Given) => {
  const clock = virtualClock();
  const asked: string[] = [];
  const inner = memoryStore();
  const json = facts === undefined ? O.none : O.some(JSON.stringify(facts));
  const result = await clock.run(() =>
    checkAccount({
      clock,
      wire: undefined,
      store: {
        ...inner,
        findNewestConfirmed: () => (fails === 'findNewestConfirmed' ? TE.left(broken) : TE.right(newest)),
        serviceFacts: () => (fails === 'serviceFacts' ? TE.left(broken) : TE.right(json)),
      },
      client: {
        isOver: () => false,
        find: (id) => {
          asked.push(id);
          const found = finds[id];
          return Promise.resolve(found === 'down' ? E.left(down) : E.right(O.fromNullable(found)));
        },
        list: (cursor) => {
          const page = O.isSome(cursor) ? Number(cursor.value) : 0;
          asked.push(`page ${page}`);
          if (pages === 'down') return Promise.resolve(E.left(down));
          const next = page + 1 < pages.length ? O.some(String(page + 1)) : O.none;
          return Promise.resolve(E.right({ transactions: pages[page] ?? [], next }));
        },
      },
    }),
  );
  return { result, asked };
};

const three = ['shopify:1:0', 'shopify:1:1', 'shopify:1:2'];

describe('a service that holds none of the transactions that are confirmed', () => {
  it('belongs to another account: its newest three are asked for, and its list is looked at a few times', async () => {
    const { result, asked } = await checking({ newest: confirmed(5), pages: [[{ id: 'other', name: null }], []] });
    expect(left(result)).toMatchObject({ _tag: 'OtherAccount', message: expect.stringContaining('Nothing was sent') });
    const look = ['page 0', 'page 1'];
    expect(asked).toStrictEqual([...three, ...look, ...look, ...look]);
  });

  it('is looked at ten pages deep', async () => {
    const pages = Array.from({ length: 12 }, () => []);
    const { asked } = await checking({ newest: confirmed(5), pages });
    expect(asked.filter((one) => one.startsWith('page'))).toHaveLength(3 * 10);
    const last = [...pages.slice(0, 9), [{ id: 'shopify:1:4' }]];
    expect(right((await checking({ newest: confirmed(5), pages: last })).result)).toBe(true);
  });
});

describe('a service belongs to the account', () => {
  it.each<[string, Given, readonly string[]]>([
    [
      'where it holds one of the newest three',
      { newest: confirmed(5), finds: { [three[1] ?? '']: { id: 'x' } } },
      three.slice(0, 2),
    ],
    ['where it gives no answer', { newest: confirmed(5), finds: { [three[2] ?? '']: 'down' } }, three],
    ['where too few are confirmed to tell', { newest: confirmed(2) }, three.slice(0, 2)],
    ['where its list is late', { newest: confirmed(5), facts: someFacts({ list: 'late' }) }, three],
    ['where its list gives no answer', { newest: confirmed(5), pages: 'down' }, [...three, 'page 0']],
    [
      'where its list has one of them by id',
      { newest: confirmed(5), pages: [[], [{ id: 'shopify:1:4' }]] },
      [...three, 'page 0', 'page 1'],
    ],
    [
      'where its list has one of them by name',
      { newest: confirmed(5), pages: [[{ id: 'x', name: 'SHOPIFY  #4' }]] },
      [...three, 'page 0'],
    ],
    [
      'where its list has one of them by the id of the service',
      { newest: confirmed(3, { remoteId: 'tx' }), pages: [[{ id: 'tx' }]] },
      ['tx', 'tx', 'tx', 'page 0'],
    ],
  ])('%s', async (_, given, asked) => {
    const checked = await checking(given);
    // Of a late list, a denial shows nothing; everywhere else one of the newest was denied.
    expect(right(checked.result)).toBe(given.facts === undefined);
    expect(checked.asked).toStrictEqual(asked);
  });

  it.each(['findNewestConfirmed', 'serviceFacts'] as const)(
    'or not: nothing shows it where the database fails: %s',
    async (fails) => {
      expect(left((await checking({ newest: confirmed(5), fails })).result)).toBe(broken);
    },
  );
});

describe('what is known of a service', () => {
  it('is added to once there is any, and saved where it changes', async () => {
    const gate = makePushGate();
    const saved: string[] = [];
    const keep = async (more: Parameters<typeof keepFacts>[1]) =>
      right(
        await keepFacts(
          {
            ...{ gate, clock: virtualClock(), wire: { fingerprint: 'digest', settings: {} } },
            store: { saveServiceFacts: (fingerprint, json) => TE.rightIO(() => void saved.push(fingerprint, json)) },
          },
          more,
        ),
      );
    await keep({ refusesEqualNames: true });
    expect([gate.facts(), saved]).toStrictEqual([null, []]);
    gate.setFacts(someFacts());
    await keep({ refusesEqualNames: null });
    expect(saved).toStrictEqual([]);
    await keep({ refusesEqualNames: true });
    const known = someFacts({ refusesEqualNames: true });
    expect(gate.facts()).toStrictEqual(known);
    expect(saved).toStrictEqual(['digest', JSON.stringify(known)]);
  });
});
