import { describe, expect, it } from '@jest/globals';
import type { FindingKind } from '../../src/domain/run.ts';
import { aContent, aFact, anEvidence, anInsert, aRun, aRunEntry } from './checker/an-evidence.ts';
import { check } from './checker/check.ts';
import type { Evidence, Inserted, KeptRun } from './checker/evidence.ts';
import type { Content } from './checker/fact.ts';

const namesIn = (differences: Partial<Evidence>): readonly string[] => [
  ...new Set(check(anEvidence(differences)).map(({ name }) => name)),
];

const drift = {
  kind: 'drift',
  id: 'd',
  occurredAt: '2026-03-04T00:00:00Z',
  currency: 'USD',
  amount: 0n,
  tax: null,
  sent: false,
  message: '',
} as const;

describe('the checker', () => {
  it('finds nothing in a world in which nothing is wrong', () => {
    expect(check(anEvidence())).toStrictEqual([]);
  });

  it('calls a sale lost that was never sent', () => {
    const runs = [aRun([aRunEntry({ outcome: 'held', reason: 'missing address', amounts: null })])];
    expect(namesIn({ journal: [], tried: [{ id: 'x', status: 'refused', body: null }], runs })).toStrictEqual(['lost']);
  });

  it('calls one sale doubled that was sent under two ids', () => {
    expect(namesIn({ journal: [anInsert(), anInsert({ id: 'shopify:1:5001:2', name: 'again 5001' })] })).toStrictEqual([
      'doubled',
    ]);
  });

  describe('of a sale that its platform changed later', () => {
    const facts = [aFact({ versions: [aContent(), aContent({ state: 'NY' })] })];
    const later = Date.UTC(2026, 2, 9);
    const correction = (kind: 'undone' | 'restored', content: Partial<Content>): Inserted =>
      anInsert({ id: `shopify:1:5001:${kind}:changed-1`, content: { at: later, ...content } });
    const opposite = { total: -10_725n, tax: -725n };

    it('finds nothing where it is taken back whole, and sent again as it is now', () => {
      const journal = [anInsert(), correction('undone', opposite), correction('restored', { state: 'NY' })];
      expect(namesIn({ facts, journal })).not.toContain('doubled');
      expect(namesIn({ facts, journal })).not.toContain('wrong money');
    });

    it.each([
      ['a cent of it stays', { ...opposite, total: -10_724n }],
      ['it is taken back in another state', { ...opposite, state: 'NY' }],
    ])('calls it doubled and wrong money where %s', (_, taken) => {
      const journal = [anInsert(), correction('undone', taken), correction('restored', { state: 'NY' })];
      expect(namesIn({ facts, journal })).toEqual(expect.arrayContaining(['doubled', 'wrong money']));
    });

    it('calls it wrong money where it is sent again as it never was, or dated before the sale', () => {
      for (const wrong of [{ state: 'TX' }, { state: 'NY', at: 0 }]) {
        const journal = [anInsert(), correction('undone', opposite), correction('restored', wrong)];
        expect(namesIn({ facts, journal })).toContain('wrong money');
      }
    });
  });

  it('calls a sale doubled that both of its storefronts sent', () => {
    const facts = [aFact({ keys: ['5001', 'ch_1'] })];
    expect(
      namesIn({ facts, journal: [anInsert(), anInsert({ id: 'stripe:acct:ch_1', name: 'Stripe ch_1' })] }),
    ).toStrictEqual(['doubled']);
  });

  it.each([
    ['a cent', { total: 10_724n }],
    ['the tax', { tax: 0n }],
    ['the state', { state: 'NY' }],
    ['the moment', { at: Date.UTC(2026, 2, 4) }],
  ])('calls it wrong money when %s is another', (_, content) => {
    expect(namesIn({ journal: [anInsert({ content })] })).toContain('wrong money');
  });

  it('calls what no source knows unexpected, and what must never be sent', () => {
    expect(namesIn({ journal: [anInsert(), anInsert({ id: 'shopify:1:7', name: 'seven' })] })).toStrictEqual([
      'unexpected',
    ]);
    expect(namesIn({ facts: [aFact({ expected: 'never' })] })).toStrictEqual(['unexpected']);
  });

  it('calls a drift silent that was not recorded, and no other', () => {
    const facts = [aFact({ versions: [aContent(), aContent({ state: 'NY' })] })];
    expect(namesIn({ facts })).toStrictEqual(['silent drift']);
    expect(namesIn({ facts, runs: [aRun([aRunEntry({ adjustments: [drift] })])] })).toStrictEqual([]);
  });

  it('calls it a false success when the service has nothing of what is confirmed', () => {
    const tried = [
      { id: 'shopify:1:5001', status: 'confirmed', body: null },
      { id: 'shopify:1:9', status: 'confirmed', body: null },
    ];
    expect(namesIn({ tried })).toStrictEqual(['false success']);
  });

  it('calls it a false failure when the service has what was refused, and takes "no definitive response" for an honest word', () => {
    const failed = (reason: 'refused' | 'no definitive response'): Partial<Evidence> => ({
      runs: [aRun([aRunEntry({ outcome: 'failed', reason })])],
    });
    expect(namesIn(failed('refused'))).toStrictEqual(['false failure']);
    expect(namesIn(failed('no definitive response'))).toStrictEqual([]);
  });

  it.each<readonly [string, Partial<Evidence>]>([
    ['an intent', { tried: [{ id: 'shopify:1:5001', status: 'intent', body: '{}' }] }],
    ['a resync request', { resyncRequests: [{ storefront: 'east', recordId: '5001', isParked: false }] }],
    ['the history', { lastHistory: null }],
    ['a sale without a word', { facts: [aFact({ inHistoryOf: [] })], runs: [] }],
  ])('says that %s never settled', (_, differences) => {
    expect(namesIn(differences)).toContain('never settled');
  });

  it.each<readonly [string, Partial<Evidence>]>([
    ['its counts contradict each other', { runs: [aRun([aRunEntry()], { considered: 2 })] }],
    ['its money is not that of the service', { runs: [aRun([aRunEntry()], { totals: {} })] }],
    ['it leaves out a sale', { runs: [aRun([]), { ...aRun([aRunEntry()]), id: 'live:east', kind: 'live' }] }],
    [
      'the proof finds a difference where there is none',
      { differences: [{ kind: 'differs', transactionId: 'shopify:1:5001', name: '' }] },
    ],
  ])('says that a report does not add up when %s', (_, differences) => {
    expect(namesIn(differences)).toStrictEqual(['report does not add up']);
  });

  it('calls a request impolite that starts in a pause that its process knows of', () => {
    const requests = [{ at: 5_000, by: 'a1' }];
    const manners = (by: string): Evidence['manners'] => ({
      requests,
      pauses: [{ by, from: 4_000, until: 6_000 }],
      requestsPerMinute: null,
      areTogether: false,
    });
    expect(namesIn({ manners: manners('a1') })).toStrictEqual(['impolite']);
    expect(namesIn({ manners: manners('b1') })).toStrictEqual([]);
  });

  it('calls more requests in a minute than the ceiling allows impolite', () => {
    const requests = [0, 1_000, 2_000].map((at) => ({ at, by: 'a1' }));
    expect(namesIn({ manners: { requests, pauses: [], requestsPerMinute: 2, areTogether: false } })).toStrictEqual([
      'impolite',
    ]);
  });

  it('calls a request impolite that starts in a pause that another process was asked for, once it can have heard of it', () => {
    const manners = (at: number, areTogether: boolean): Evidence['manners'] => ({
      requests: [
        { at, by: 'b1' },
        { at: 9_000, by: 'a1' },
      ],
      pauses: [{ by: 'a1', from: 4_000, until: 8_000 }],
      requestsPerMinute: null,
      areTogether,
    });
    expect(namesIn({ manners: manners(6_000, true) })).toStrictEqual(['impolite']);
    expect(namesIn({ manners: manners(6_000, false) })).toStrictEqual([]);
    expect(namesIn({ manners: manners(5_000, true) })).toStrictEqual([]);
  });

  it('counts the requests of all processes that share a ceiling', () => {
    const requests = [0, 1_000, 2_000].map((at) => ({ at, by: `a${at}` }));
    const manners = { requests, pauses: [], requestsPerMinute: 2, areTogether: true };
    expect(namesIn({ manners })).toStrictEqual(['impolite']);
    expect(namesIn({ manners: { ...manners, areTogether: false } })).toStrictEqual([]);
  });

  it('calls a refund lost that waits although its sale is there, no matter which program wrote that', () => {
    const refund = aFact({ keys: ['re_1'], kind: 'refund', parent: '5001', inHistoryOf: [] });
    const held = {
      id: 'shopify:1:5001:refund:re_1',
      kind: 'refund',
      outcome: 'held',
      reason: 'waiting for its sale',
    } as const;
    const runs = [aRun([aRunEntry(), aRunEntry(held)])];
    expect(namesIn({ facts: [aFact(), refund], journal: [anInsert({ isForeign: true })], runs })).toContain('lost');
  });

  it('calls it a false success to write down as pushed what comes true only later', () => {
    expect(namesIn({ falseClaims: ['shopify:1:5001'] })).toStrictEqual(['false success']);
  });

  it.each<readonly [string, Partial<Evidence>]>([
    ['printed', { output: ['to 1 CANARY_ADDR Street'] }],
    ['kept after it was confirmed', { tried: [{ id: 'shopify:1:5001', status: 'confirmed', body: '{}' }] }],
    ['in an entry', { runs: [aRun([aRunEntry({ message: 'canary@example.com' })])] }],
  ])('sees personal data that is %s', (_, differences) => {
    expect(namesIn(differences)).toStrictEqual(['personal data seen']);
  });

  it('sees personal data that an erasure has left, and that it took what says that a sale was sent', () => {
    const erasures = { leftovers: [], forgotten: [], unconfirmed: [] };
    expect(namesIn({ erasures: { ...erasures, leftovers: ['shopify:1:5001'] } })).toStrictEqual(['personal data seen']);
    expect(namesIn({ erasures: { ...erasures, forgotten: ['shopify:1:5001'] } })).toStrictEqual(['sent again']);
  });

  it('sees that something was sent which was known as sent', () => {
    expect(namesIn({ sentAgain: ['shopify:1:5001'] })).toStrictEqual(['sent again']);
  });

  it('sees that what may have arrived was pushed again with another body', () => {
    const otherwise = { sentOtherwise: ['shopify:1:5001'] };
    const unconfirmed = { leftovers: [], forgotten: [], unconfirmed: ['shopify:1:5001'] };
    expect(namesIn(otherwise)).toStrictEqual(['sent otherwise']);
    expect(namesIn({ ...otherwise, wasBookLost: true })).toStrictEqual([]);
    expect(namesIn({ ...otherwise, erasures: unconfirmed })).toStrictEqual([]);
  });

  it('lets a changed sale be present and differ, where it is no longer known what was sent, and must be reported', () => {
    const facts = [aFact({ versions: [aContent(), aContent({ state: 'NY' })] })];
    const present = (findings: readonly FindingKind[]): readonly KeptRun[] => [
      aRun([aRunEntry({ outcome: 'alreadyPresent', findings })]),
    ];
    const erasures = { leftovers: [], forgotten: [], unconfirmed: ['shopify:1:5001'] };
    for (const lost of [{ wasBookLost: true }, { tried: [], erasures }]) {
      expect(namesIn({ facts, ...lost, runs: present(['differs']) })).toStrictEqual([]);
      expect(namesIn({ facts, ...lost, runs: present([]) })).toStrictEqual(['silent drift']);
    }
  });

  it('calls a difference silent that no line names, where another source holds the sale otherwise', () => {
    const facts = [aFact({ expected: 'conflict' })];
    const foreign = (content: Partial<Content>, differsIn: 'money' | 'purpose'): readonly Inserted[] => [
      anInsert({ isForeign: true, differsIn, content }),
    ];
    const present = (...findings: readonly FindingKind[]): Partial<Evidence> => ({
      tried: [],
      runs: [aRun([aRunEntry({ outcome: 'alreadyPresent', findings })])],
    });
    const journal = foreign({ total: 10_726n }, 'money');
    expect(namesIn({ facts, journal, ...present() })).toStrictEqual(['silent difference']);
    expect(namesIn({ facts, journal, ...present('differs') })).toStrictEqual([]);
    expect(namesIn({ facts, journal, ...present('not compared') })).toStrictEqual(['silent difference']);
    expect(namesIn({ facts, journal, isListFull: false, ...present('not compared') })).toStrictEqual([]);
    expect(namesIn({ facts, journal: foreign({}, 'purpose'), ...present() })).toStrictEqual(['silent difference']);
    const proven = { differences: [{ kind: 'differs', transactionId: 'shopify:1:5001', name: '' }] };
    expect(namesIn({ facts, journal, ...present(), ...proven })).toStrictEqual(['silent difference']);
    expect(namesIn({ facts, journal, isListPrompt: false, ...present(), ...proven })).toStrictEqual([]);
    const live = { facts: [aFact({ expected: 'conflict', inHistoryOf: [] })], journal, ...present('not compared') };
    expect(namesIn(live)).not.toContain('silent difference');
    expect(namesIn({ ...live, isAlwaysAnswered: true })).toContain('silent difference');
    expect(namesIn({ facts, journal: foreign({}, 'money'), ...present() })).toStrictEqual([]);
  });

  it('calls it a false failure when another source holds the sale', () => {
    const facts = [aFact({ expected: 'conflict' })];
    const journal = [anInsert({ isForeign: true, differsIn: 'money', content: { total: 1n } })];
    const runs = [aRun([aRunEntry({ outcome: 'failed', reason: 'refused' })])];
    expect(namesIn({ facts, journal, tried: [], runs })).toContain('false failure');
  });

  it('knows a sale of another source by its name alone', () => {
    const journal = [anInsert({ id: 'import:7', isForeign: true })];
    const runs = [aRun([aRunEntry({ outcome: 'alreadyPresent' })])];
    expect(namesIn({ journal, runs })).toStrictEqual([]);
  });

  it('lets a changed sale be silent after a loss of the book where the list shows ids and names alone', () => {
    const facts = [aFact({ versions: [aContent(), aContent({ state: 'NY' })] })];
    expect(namesIn({ facts, wasBookLost: true })).toStrictEqual(['silent drift']);
    expect(namesIn({ facts, wasBookLost: true, isListFull: false })).toStrictEqual([]);
    expect(namesIn({ facts, isListFull: false })).toStrictEqual(['silent drift']);
  });

  it('sees a forgery that was taken, and a delivery that was taken and not kept', () => {
    expect(namesIn({ forgeriesTaken: 1 })).toStrictEqual(['forgery taken']);
    expect(namesIn({ deliveriesTaken: ['evt_1'] })).toStrictEqual(['delivery lost']);
  });

  it('calls a world vacuous in which nothing was tried', () => {
    expect(namesIn({ journal: [], tried: [], runs: [] })).toContain('vacuous');
  });
});
