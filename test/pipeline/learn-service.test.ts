import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { Logger } from '../../src/domain/environment.ts';
import {
  parseServiceFacts,
  type ServiceFacts,
  type ServiceFailure,
  type StoredTransaction,
} from '../../src/domain/tax-service.ts';
import type { WireSettings } from '../../src/domain/wire-settings.ts';
import { memoryStore } from '../support/memory-store.ts';
import { listScans } from '../../src/pipeline/limits.ts';
import { type LearnPorts, learnService } from '../../src/pipeline/service-facts.ts';
import { aBody, aWire } from '../support/a-body.ts';
import { silent } from '../support/a-sync.ts';
import { left, right } from '../support/right.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const ours = aWire();
const down: ServiceFailure = { _tag: 'Unclear', message: 'ECONNRESET' };
const theirs = (differences: Partial<StoredTransaction> = {}): StoredTransaction => ({
  ...ours,
  id: 'txn_1',
  ...differences,
});

interface Situation {
  /** What the answer to the push showed. */
  readonly stored?: StoredTransaction | null;
  /** What the questions about single ids find, by id. */
  readonly alone?: Readonly<Record<string, StoredTransaction>>;
  /** What the head of the list shows at each look, from the first. */
  readonly listed?: readonly (readonly StoredTransaction[])[];
  readonly settings?: WireSettings;
  readonly isDown?: boolean | 'about single ids';
  readonly isOver?: boolean;
}

const learning = ({ stored = null, alone = {}, listed = [], settings = {}, ...more }: Situation) => {
  const clock = virtualClock();
  const store = memoryStore();
  const asked: string[] = [];
  const printed: string[] = [];
  const log: Logger = { ...silent, warn: (message) => printed.push(message) };
  const { isDown = false, isOver = false } = more;
  let looks = 0;
  const ports: LearnPorts = {
    clock,
    random: seededRandom(1),
    log,
    store,
    wire: { fingerprint: 'digest', settings },
    remoteList: { shows: () => null },
    client: {
      isOver: () => isOver,
      find: (id) => {
        asked.push(id);
        if (isOver) return Promise.resolve(E.left({ _tag: 'NotStarted' }));
        return Promise.resolve(isDown !== false ? E.left(down) : E.right(O.fromNullable(alone[id])));
      },
      list: () => {
        asked.push('the list');
        if (isOver) return Promise.resolve(E.left({ _tag: 'NotStarted' }));
        const transactions = listed[looks] ?? listed.at(-1) ?? [];
        looks += 1;
        return Promise.resolve(isDown === true ? E.left(down) : E.right({ transactions, next: O.none }));
      },
    },
  };
  const first = { id: ours.id, name: ours.name, body: aBody(), stored };
  return {
    ports,
    asked,
    printed,
    learn: () => clock.run(() => learnService(ports, first)),
    kept: async (): Promise<ServiceFacts | undefined> =>
      O.toUndefined(O.chain(parseServiceFacts)(right(await store.serviceFacts('digest')()))),
  };
};

const factsOf = async (situation: Situation): Promise<ServiceFacts> => {
  const { learn, kept } = learning(situation);
  const { facts } = right(await learn());
  expect(await kept()).toStrictEqual(facts);
  if (facts === null) throw new Error('nothing was learned');
  return facts;
};

const first = { id: ours.id, remoteId: ours.id };

describe('who assigns ids', () => {
  it('is shown by an answer that has our id and the money; one question shows whether the service is late', async () => {
    const { learn, asked } = learning({ stored: { ...ours }, alone: { [ours.id]: { ...ours } } });
    const { facts, shown } = right(await learn());
    expect(facts).toStrictEqual({
      identity: 'client',
      list: 'not read',
      listShows: null,
      normalized: [],
      changed: [],
      first,
      refusesEqualNames: null,
      single: 'prompt',
      answers: 'transaction',
      names: 'kept',
    });
    expect(shown).toMatchObject({ total: '112.25' });
    expect(asked).toHaveLength(1);
  });

  it('is us where our id comes back in another case', async () => {
    const id = ours.id.toUpperCase();
    expect(await factsOf({ stored: { ...ours, id } })).toMatchObject({ identity: 'client', first: { remoteId: id } });
  });

  it.each([
    ['nothing', null],
    ['our id alone', { id: ours.id, name: null }],
  ])('is found out by one question where the answer shows %s', async (_, stored) => {
    const { learn, asked } = learning({ stored, alone: { [ours.id]: { ...ours } } });
    const { facts, shown } = right(await learn());
    expect(facts).toMatchObject({ identity: 'client', list: 'not read', first });
    expect(shown).toMatchObject({ total: '112.25' });
    expect(asked).toStrictEqual([ours.id]);
  });

  it('is the service where the list has our name under its own id', async () => {
    const { learn, asked } = learning({ listed: [[theirs({ id: 'txn_2', name: 'another' }), theirs()]] });
    const { facts, shown } = right(await learn());
    expect(facts).toMatchObject({ identity: 'service', list: 'prompt', first: { id: first.id, remoteId: 'txn_1' } });
    expect(shown).toMatchObject({ total: '112.25' });
    expect(asked).toStrictEqual([ours.id, 'the list']);
  });

  it('is the service where the response shows another id, and the list shows whether it is prompt', async () => {
    const stored = theirs({ name: null });
    const alone = { txn_1: theirs() };
    expect(await factsOf({ stored, alone, listed: [[theirs({ name: ours.name.toUpperCase() })]] })).toMatchObject({
      identity: 'service',
      list: 'prompt',
      first: { remoteId: 'txn_1' },
    });
  });

  it('is us where the list has it under our id, though no question finds it', async () => {
    expect(await factsOf({ listed: [[{ ...ours }]] })).toMatchObject({ identity: 'client', list: 'prompt', first });
  });

  it('is looked for in the list a few times, for a list may be a little late', async () => {
    const { learn, asked } = learning({ listed: [[], [], [theirs()]] });
    expect(right(await learn()).facts).toMatchObject({ identity: 'service', list: 'prompt' });
    expect(asked.filter((one) => one === 'the list')).toHaveLength(listScans);
  });

  it('is the service with a late list where nothing shows it; a message says it, and nothing was compared', async () => {
    const { learn, asked, printed } = learning({ stored: { id: 'txn_1', name: null } });
    const { facts, shown } = right(await learn());
    expect(facts).toMatchObject({ identity: 'service', list: 'late', changed: [], first: { remoteId: 'txn_1' } });
    expect(shown?.total).toBeUndefined();
    expect(asked.filter((one) => one === 'the list')).toHaveLength(listScans);
    expect(printed).toStrictEqual([expect.stringContaining('not in the list of the Tax Nexus Service yet')]);
  });

  it.each([
    ['client', { stored: theirs() }],
    ['client', { stored: null }],
    ['service', { stored: { ...ours } }],
    ['service', { listed: [[{ ...ours }]] }],
  ] as const)('is the setting where there is one: %s', async (identity, situation) => {
    expect(await factsOf({ ...situation, settings: { identity } })).toMatchObject({ identity });
  });

  it('is asked by the id that the answer shows; where the settings leave ids to the service and it shows none, by the list alone', async () => {
    const settings: WireSettings = { identity: 'service' };
    const blind = learning({ settings, listed: [[theirs()]] });
    expect(right(await blind.learn()).facts).toMatchObject({ identity: 'service', list: 'prompt' });
    expect(blind.asked).toStrictEqual(['the list']);
    const shown = learning({ settings, stored: { id: 'txn_1' }, listed: [[theirs()]] });
    await shown.learn();
    expect(shown.asked).toStrictEqual(['txn_1', 'the list']);
    const open = learning({ listed: [[theirs()]] });
    await open.learn();
    expect(open.asked).toStrictEqual([ours.id, 'the list']);
  });

  it('is not known where no question could be asked any more', async () => {
    const { learn, kept } = learning({ isOver: true });
    await learn();
    expect(await kept()).toBeUndefined();
  });

  it('is not known where the list does not show it and no question about its id is answered', async () => {
    const { learn, kept } = learning({ isDown: 'about single ids' });
    await learn();
    expect(await kept()).toBeUndefined();
  });

  it('is not known where every question went without an answer', async () => {
    const { learn, kept } = learning({ isDown: true });
    await learn();
    expect(await kept()).toBeUndefined();
  });
});

describe('what a service makes of the first transaction', () => {
  const { shipToAddress } = ours;

  it.each<[string, Partial<StoredTransaction>, readonly string[]]>([
    ['ZIP+4', { shipToAddress: { ...shipToAddress, zip: '94607-1234' } }, ['shipToAddress.zip']],
    ['USA', { shipToAddress: { ...shipToAddress, country: 'USA' } }, ['shipToAddress.country']],
    ['null for the country', { shipToAddress: { ...shipToAddress, country: null } }, ['shipToAddress.country']],
    ['a state in lower case', { shipToAddress: { ...shipToAddress, state: 'ca' } }, ['shipToAddress.state']],
    ['the day', { transactedAt: '2026-02-03' }, ['transactedAt']],
    ['amounts as texts', { total: '112.25', taxCollected: '7.25' }, ['total', 'taxCollected']],
    ['a name in upper case', { name: ours.name.toUpperCase() }, ['name']],
    ['a currency in lower case', { currency: 'usd' }, ['currency']],
    ['parts of the total as texts', { subtotal: '100.00', shippingHandling: '5.00' }, ['subtotal', 'shippingHandling']],
    ['null for money', { subtotal: null, taxCollected: undefined }, []],
    ['no address', { shipToAddress: null }, []],
    ['a text for the address', { shipToAddress: 'Oakland' }, []],
    ['a field of its own', { entity: 'default' }, []],
  ])('that is another form (%s) is noted, and stops nothing', async (_, differences, normalized) => {
    const facts = await factsOf({ stored: { ...ours, ...differences } });
    expect(facts).toMatchObject({ normalized, changed: [] });
  });

  it.each<[string, Partial<StoredTransaction>, readonly string[]]>([
    ['other money', { total: 11_225 }, ['total']],
    ['no tax', { taxCollected: 0 }, ['taxCollected']],
    ['another state', { shipToAddress: { ...shipToAddress, state: 'NV' } }, ['shipToAddress.state']],
    ['another day', { transactedAt: '2026-02-04' }, ['transactedAt']],
    ['another currency', { currency: 'EUR' }, ['currency']],
    ['RESALE', { purpose: 'RESALE' }, ['purpose']],
    ['no lines', { lineItems: [] }, ['lineItems']],
  ])('that is another meaning (%s) is noted as changed', async (_, differences, changed) => {
    expect(await factsOf({ stored: { ...ours, ...differences } })).toMatchObject({ changed });
    expect(await factsOf({ alone: { [ours.id]: { ...ours, ...differences } } })).toMatchObject({ changed });
    expect(await factsOf({ listed: [[theirs(differences)]] })).toMatchObject({ changed });
  });

  it.each([
    ['another ZIP', { shipToAddress: { ...shipToAddress, zip: '94612' } }],
    ['another marketplace', { marketplace: 'OTHER' }],
  ])('that is no matter of money, place or day (%s) stops nothing', async (_, differences) => {
    expect(await factsOf({ stored: { ...ours, ...differences } })).toMatchObject({ changed: [] });
  });
});

describe('what was learned', () => {
  it('is no success where it cannot be kept', async () => {
    const { ports, learn } = learning({ stored: { ...ours } });
    const error = { _tag: 'StoreError', problem: 'disk full', message: 'Make room.' } as const;
    Object.assign(ports.store, { saveServiceFacts: () => () => Promise.resolve(E.left(error)) });
    expect(left(await learn())).toStrictEqual(error);
  });

  it('holds no personal data', async () => {
    const shipToAddress = { line1: 'CANARY', city: 'CANARY', state: 'NV', zip: 'CANARY', country: 'CANARY' };
    const facts = await factsOf({ stored: { ...ours, shipToAddress, email: 'CANARY' } });
    expect(JSON.stringify(facts)).not.toContain('CANARY');
  });
});
