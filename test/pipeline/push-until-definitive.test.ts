import { beforeAll, describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type { Submission } from '../../src/domain/sync-store.ts';
import type { PushReply, ServiceFailure, StoredTransaction } from '../../src/domain/tax-service.ts';
import { accepted, broken, type Given, notListed, pushing, sale, sendOne, stored } from '../support/a-push.ts';
import { left, right } from '../support/right.ts';
import { someFacts } from '../support/some-facts.ts';

beforeAll(sendOne);

const unclear = { _tag: 'Unclear', message: 'ECONNRESET' } as const satisfies ServiceFailure;
const slow: ServiceFailure = { _tag: 'SlowDown', retryAfterMs: null };
const refused: PushReply = { _tag: 'Refused', message: 'the service answered 422 (total)', fingerprint: '422 total' };
const exists: PushReply = { _tag: 'Exists' };
const byService = someFacts({ identity: 'service', list: 'prompt' });

const pending = { _tag: 'Pending' };
const gaveUp = (last: string) => ({
  outcome: 'failed',
  reason: 'no definitive response',
  message: `No definitive response after many attempts (last: ${last}). Retry; nothing is doubled.`,
});

describe('a push that the service takes', () => {
  it('has the id that the answer shows, where the answer is about it', async () => {
    const remoteIdFor = async (shown: StoredTransaction | null) => {
      const result = await pushing({ pushes: [accepted(shown)] }).run();
      expect(result).toMatchObject({ outcome: 'succeeded', isFound: false });
      return result._tag === 'Settled' ? [result.remoteId, result.comparison?.isCompared] : result;
    };
    expect(await remoteIdFor(null)).toStrictEqual(['', false]);
    expect(await remoteIdFor(stored({ id: 'tx_1' }))).toStrictEqual(['tx_1', true]);
    expect(await remoteIdFor({ id: 'tx_1' })).toStrictEqual(['tx_1', false]);
    expect(await remoteIdFor(stored({ id: 'tx_1', name: 'Shopify #9 · 7' }))).toStrictEqual(['', false]);
    const upper = sale.id.toUpperCase();
    expect(await remoteIdFor(stored({ id: upper, name: 'another name' }))).toStrictEqual([upper, true]);
  });

  it('is learned from when it is the first one, and stops everything where the service changed it', async () => {
    const first = pushing({ facts: null, pushes: [accepted(stored())] });
    expect(await first.run()).toMatchObject({ outcome: 'succeeded', remoteId: sale.id });
    expect([first.gate.facts()?.identity, first.stops]).toStrictEqual(['client', []]);
    const changed = pushing({ facts: null, pushes: [accepted(stored({ total: 1 }))] });
    expect(await changed.run()).toMatchObject({ outcome: 'succeeded' });
    expect(changed.stops).toStrictEqual([expect.stringMatching(/^The Tax Nexus Service changed values .*: total\./)]);
    const next = pushing({ facts: someFacts({ changed: ['total', 'currency'] }) });
    expect([await next.run(), next.calls]).toStrictEqual([pending, []]);
    expect(next.stops).toStrictEqual([expect.stringContaining('changed values that were sent: total, currency.')]);
  });

  it('has no id of the service’s where the first answer and the list show none', async () => {
    const { run, gate } = pushing({ facts: null, finds: [unclear] });
    expect(await run()).toMatchObject({ outcome: 'succeeded', remoteId: '' });
    expect(gate.facts()).toBeNull();
  });

  it('and whose findings the database does not take lets the next one be looked at', async () => {
    const { push, clock, gate } = pushing({ facts: null, pushes: [accepted(stored())], fails: 'saveServiceFacts' });
    expect(left(await clock.run(() => push()))).toBe(broken);
    expect(await gate.takeTurn(() => false)).toMatchObject({ isProbe: true });
  });
});

describe('a push without an answer', () => {
  it('is looked up before each other attempt, once more after every second, and given up after eight', async () => {
    const { run, calls, exhausted } = pushing({ pushes: [unclear] });
    expect(await run()).toMatchObject({ ...gaveUp('ECONNRESET'), isUnanswered: true });
    const [next, again] = [['push', 'find', 'list'], ['find']];
    expect(calls).toStrictEqual([
      ...[...next, 'push', 'find', 'list', ...again],
      ...[...next, 'push', 'find', 'list', ...again],
      ...[...next, 'push', 'find', 'list', ...again],
      ...[...next, 'push'],
    ]);
    expect(exhausted).toStrictEqual(['push']);
  });

  it('is asked for by the id of the service, where that is known', async () => {
    const { run, asked } = pushing({ pushes: [unclear, unclear, accepted()], remoteId: 'tx_1' });
    await run();
    expect(asked).toStrictEqual(['tx_1', 'tx_1', 'tx_1']);
  });

  it('has succeeded where the service holds it', async () => {
    const { run, calls, points } = pushing({ pushes: [unclear], finds: [stored()] });
    expect(await run()).toMatchObject({ outcome: 'succeeded', isFound: true, remoteId: sale.id });
    expect(calls).toStrictEqual(['push', 'find']);
    // The moments at which a process may die.
    expect(points).toStrictEqual(['before_post', 'after_post_before_commit', 'after_get_before_commit']);
  });

  it('stays pending where the lookup was not made, and is given up where it got no answer', async () => {
    const notMade = pushing({ pushes: [unclear], finds: [{ _tag: 'NotStarted' }] });
    expect([await notMade.run(), notMade.exhausted]).toStrictEqual([pending, []]);
    const noAnswer = pushing({ attemptedAgo: 1_000, finds: [unclear], lists: [{ found: null, isRead: false }] });
    expect(await noAnswer.run()).toMatchObject({ ...gaveUp('ECONNRESET'), isUnanswered: false });
    expect([noAnswer.exhausted, noAnswer.calls.includes('push')]).toStrictEqual([['question'], false]);
  });

  it('is searched in the list of a service that assigns ids until absence is proven, and then sent again', async () => {
    const { run, calls, seconds } = pushing({ pushes: [unclear, accepted()], facts: byService });
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(seconds()).toBe(120);
    expect(calls.filter((call) => call === 'list')).toHaveLength(25);
    expect(calls.filter((call) => call === 'push' || call === 'note')).toStrictEqual(['note', 'push', 'note', 'push']);
  });

  it('is searched as long after each attempt', async () => {
    const { run, seconds } = pushing({ pushes: [unclear, unclear, unclear, accepted()], facts: byService });
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(seconds()).toBe(3 * 120);
  });

  it('is given up at once where the list is late by an hour, and after four minutes where it may be', async () => {
    const late = pushing({ attemptedAgo: 0, facts: { ...byService, list: 'late' } });
    expect(await late.run()).toMatchObject(gaveUp('the service did not respond, and its list does not show it yet'));
    expect([late.seconds(), late.exhausted, late.calls]).toStrictEqual([0, ['push'], ['list']]);
    const unknown = pushing({ attemptedAgo: 0, facts: null, identity: 'service' });
    expect(await unknown.run()).toMatchObject(gaveUp('the service did not respond, and its list does not show it yet'));
    expect([unknown.seconds(), unknown.calls.includes('push')]).toStrictEqual([240, false]);
  });

  it('is sent again after the time in which a late list shows it, by any clock that is minutes off', async () => {
    const { run, seconds } = pushing({ attemptedAgo: 69 * 60_000, facts: { ...byService, list: 'late' } });
    expect(await run()).toMatchObject({ outcome: 'succeeded' });
    expect(seconds()).toBe(60);
  });
});

describe('a push that the service defers', () => {
  it('is given up after thirty times, and may not have arrived', async () => {
    const { run, calls, exhausted } = pushing({ pushes: [slow], facts: byService });
    expect(await run()).toMatchObject({ ...gaveUp('the service keeps asking to slow down'), isUnanswered: false });
    expect(calls.filter((call) => call === 'push')).toHaveLength(30);
    expect(calls.slice(0, 3)).toStrictEqual(['note', 'push', 'forget']);
    expect(exhausted).toStrictEqual(['push']);
  });
});

describe('a push that the service refuses', () => {
  it('has failed, and leaves no attempt behind', async () => {
    const { run, calls, stops } = pushing({ pushes: [refused], facts: byService });
    expect(await run()).toMatchObject({ outcome: 'failed', reason: 'refused', submissionStatus: 'refused' });
    expect([calls, stops]).toStrictEqual([['note', 'push', 'forget'], []]);
  });

  it('has succeeded where an earlier attempt arrived', async () => {
    const { run } = pushing({ pushes: [unclear, refused], finds: [null, stored()] });
    expect(await run()).toMatchObject({ outcome: 'succeeded', isFound: true });
  });

  it('stops all pushes and stays pending where twenty were refused so', async () => {
    const { run, gate, stops } = pushing({ pushes: [refused] });
    for (let n = 1; n < 20; n += 1)
      (await gate.takeTurn(() => false))?.end({ _tag: 'Refused', fingerprint: '422 total', id: String(n) });
    expect(await run()).toStrictEqual(pending);
    expect(stops).toStrictEqual([expect.stringContaining('for the same reason (422 total)')]);
  });
});

describe('a push of what the service holds already', () => {
  it('is present, with what the service shows of it', async () => {
    expect(await pushing({ pushes: [exists], finds: [stored()] }).run()).toMatchObject({
      ...{ outcome: 'alreadyPresent', isFound: true, remoteId: sale.id },
      comparison: { differences: [], isCompared: true },
    });
    expect(await pushing({ pushes: [exists], finds: [stored({ total: 1 })] }).run()).toMatchObject({
      ...{ outcome: 'alreadyPresent', comparison: { differences: [{ field: 'total' }] } },
    });
  });

  it('is not believed where the service does not show it', async () => {
    expect(await pushing({ pushes: [exists] }).run()).toMatchObject({
      ...{ outcome: 'failed', reason: 'no definitive response', remoteId: '', comparison: null },
    });
  });

  it('has succeeded where an earlier attempt of it had no answer', async () => {
    const { run } = pushing({ pushes: [unclear, exists], finds: [null, stored()] });
    expect(await run()).toMatchObject({ outcome: 'succeeded', isFound: true });
  });

  it('is sent again at once, where a 409 means "locked" and the list is late: its absence was proven before', async () => {
    const late = { ...byService, list: 'late' } as const;
    const { run, seconds } = pushing({ attemptedAgo: 69 * 60_000, pushes: [exists, accepted()], facts: late });
    expect(await run()).toMatchObject({ outcome: 'succeeded', isFound: false });
    expect(seconds()).toBeLessThan(62);
    for (const attemptedAgo of [undefined, 69 * 60_000]) {
      const locked = pushing({ ...(attemptedAgo !== undefined && { attemptedAgo }), pushes: [exists], facts: late });
      expect(await locked.run()).toMatchObject({
        reason: 'no definitive response',
        message: expect.stringContaining('answers 409'),
      });
    }
    const lost = pushing({ attemptedAgo: 69 * 60_000, pushes: [exists, unclear], facts: late });
    expect(await lost.run()).toMatchObject(gaveUp('ECONNRESET, and its list does not show it yet'));
    expect(lost.calls.filter((call) => call === 'push')).toHaveLength(2);
  });

  it('shows that the service refuses equal names, where it has another id', async () => {
    const other = pushing({ pushes: [exists], finds: [stored({ id: 'tx_1' })] });
    expect(await other.run()).toMatchObject({ outcome: 'alreadyPresent', remoteId: 'tx_1' });
    expect([other.gate.facts()?.refusesEqualNames, other.saved.length]).toStrictEqual([true, 1]);
    const own = pushing({ pushes: [exists], finds: [stored()] });
    await own.run();
    expect([own.gate.facts()?.refusesEqualNames, own.saved]).toStrictEqual([null, []]);
    const failing = pushing({ pushes: [exists], finds: [stored({ id: 'tx_1' })], fails: 'saveServiceFacts' });
    expect(left(await failing.clock.run(() => failing.push()))).toBe(broken);
  });

  it('has failed where it holds another transaction of ours under the name', async () => {
    const lists = [{ ...notListed, sameName: 'shopify:1:7' }];
    const { run, calls } = pushing({ pushes: [exists], lists, facts: byService });
    expect(await run()).toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('holds shopify:1:7 under'),
    });
    expect(calls.at(-1)).toBe('forget');
  });

  it('stays pending where the lookup was not made', async () => {
    expect(await pushing({ pushes: [exists], finds: [{ _tag: 'NotStarted' }] }).run()).toStrictEqual(pending);
  });

  it('is in doubt where a web page says so, and the service does not', async () => {
    const page: PushReply = { _tag: 'Exists', isWebPage: true };
    const doubtful = pushing({ pushes: [page] });
    expect(await doubtful.run()).toMatchObject({ ...gaveUp('it answered 409 with a web page'), isUnanswered: false });
    expect(doubtful.calls.filter((call) => call === 'push')).toHaveLength(8);
    expect(await pushing({ pushes: [page, accepted()] }).run()).toMatchObject({ outcome: 'succeeded' });
    expect(await pushing({ pushes: [page], finds: [stored()] }).run()).toMatchObject({ outcome: 'alreadyPresent' });
  });
});

describe('a push that is not made', () => {
  it.each<PushReply>([
    { _tag: 'NotStarted' },
    { _tag: 'CredentialsRefused', message: '' },
    { _tag: 'Misdirected', message: '' },
  ])('stays pending, and lets the next one begin: $_tag', async (reply) => {
    const { run, gate, calls, points } = pushing({ pushes: [reply], facts: null });
    expect([await run(), calls]).toStrictEqual([pending, ['note', 'push']]);
    expect(points).toStrictEqual(
      reply._tag === 'NotStarted' ? ['before_post'] : ['before_post', 'after_post_before_commit'],
    );
    expect(await gate.takeTurn(() => false)).toMatchObject({ isProbe: true });
  });

  it('stays pending where the run is over before its turn', async () => {
    const { run, state, calls } = pushing();
    state.isOver = true;
    expect([await run(), calls]).toStrictEqual([pending, []]);
  });

  it('fails with the database that does not note it', async () => {
    const { push, clock } = pushing({ facts: byService, fails: 'recordAttempt' });
    expect(left(await clock.run(() => push()))).toBe(broken);
    const page: PushReply = { _tag: 'Exists', isWebPage: true };
    for (const reply of [slow, refused, page]) {
      const forgetting = pushing({ facts: byService, fails: 'forget', pushes: [reply] });
      expect(left(await forgetting.clock.run(() => forgetting.push()))).toBe(broken);
    }
    const lists = [{ ...notListed, sameName: 'shopify:1:7' }];
    const renamed = pushing({ facts: byService, fails: 'forget', pushes: [exists], lists });
    expect(left(await renamed.clock.run(() => renamed.push()))).toBe(broken);
  });
});

describe('two pushes of one transaction at the same time', () => {
  const submission: Submission = {
    ...{ id: '1', status: 'intent', digest: 'd', body: '{}', remoteId: null },
    ...{ savedAt: '2026-03-01T00:00:00Z', attemptedAt: null },
  };
  const both = async (given: Given) => {
    const { push, clock, calls } = pushing(given);
    const results = await clock.run(() => Promise.all([push(), push()]));
    expect(calls.filter((call) => call === 'push').length).toBeLessThan(9);
    return results[1];
  };

  it('are one: the other finds what it stored', async () => {
    const { push, clock, calls } = pushing({ pushes: [accepted(stored())] });
    const [one, other] = await clock.run(() => Promise.all([push(), push()]));
    expect(right(one)).toMatchObject({ outcome: 'succeeded' });
    const present = { outcome: 'alreadyPresent', remoteId: sale.id, comparison: { isCompared: true } };
    expect([right(other), right(await clock.run(() => push()))]).toMatchObject([present, present]);
    expect(calls).toStrictEqual(['push']);
  });

  it('leave the other one to what the database knows when nothing was stored', async () => {
    expect(await both({ pushes: [unclear] })).toStrictEqual(E.right(pending));
    expect(await both({ pushes: [refused] })).toStrictEqual(E.right(pending));
    expect(await both({ pushes: [unclear], submission })).toStrictEqual(
      E.right({ _tag: 'StartedByOther', submission }),
    );
    expect(await both({ pushes: [unclear], fails: 'lookUpTransactions' })).toStrictEqual(E.left(broken));
  });
});
