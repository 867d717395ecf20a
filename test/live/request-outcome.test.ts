import { describe, expect, it } from '@jest/globals';
import type { ResyncRequest } from '../../src/domain/inbox.ts';
import { outcomeOfRequest, readOnceMore } from '../../src/live/answer-resync-request.ts';
import { aReportLine } from '../support/a-report-line.ts';

const aRequest = (differences: Partial<ResyncRequest> = {}): ResyncRequest => ({
  storefront: 'us-store',
  recordId: '1001',
  isDeletion: false,
  requestCount: 1,
  attempts: 0,
  firstRequestedAt: '2026-04-01T12:00:00Z',
  ...differences,
});
const someDetail = { zip: null, discount: 0n, shipping: 0n, marketplace: null, exemption: null };
const moment = { now: 1_000_000, random: 0.5 };

describe('the answer to a resync request', () => {
  it('waits longer each time that the platform gives no answer, an hour at most', () => {
    const end = { _tag: 'SourceFailed', error: { _tag: 'SourceUnreachable', message: 'm', cause: 'c' } } as const;
    const pauses = [0, 1, 2, 20].map((attempts) => {
      const answer = outcomeOfRequest(aRequest({ attempts }), end, moment);
      return answer._tag === 'Later' ? answer.retryAt - moment.now : answer._tag;
    });
    expect(pauses).toStrictEqual([1_000, 2_000, 4_000, 30 * 60_000]);
  });

  it('goes on waiting in an outage, however long it lasts, and leaves a record to a person that alone is not answered', () => {
    const end = { _tag: 'SourceFailed', error: { _tag: 'SourceUnreachable', message: 'm', cause: 'c' } } as const;
    const at = (attempts: number, isPlatformUp: boolean) =>
      outcomeOfRequest(aRequest({ attempts }), end, { ...moment, isPlatformUp });
    expect(at(500, false)).toMatchObject({ _tag: 'Later', retryAt: moment.now + 30 * 60_000 });
    expect(at(23, true)).toStrictEqual({ _tag: 'Parked', reason: 'm' });
  });

  it('waits as long as the platform asks for, within reason', () => {
    const throttled = (retryAfterMs: number): ReturnType<typeof outcomeOfRequest> =>
      outcomeOfRequest(
        aRequest(),
        { _tag: 'SourceFailed', error: { _tag: 'SourceThrottled', message: 'm', retryAfterMs } },
        moment,
      );
    expect(throttled(7_000)).toMatchObject({ _tag: 'Later', retryAt: moment.now + 7_000 });
    expect(throttled(10 * 60 * 60_000)).toMatchObject({ _tag: 'Later', retryAt: moment.now + 15 * 60_000 });
  });

  it('waits longer each time that the platform rate limits, so that a minute of it does not use up all attempts', () => {
    const error = { _tag: 'SourceThrottled', message: 'm', retryAfterMs: 1_000 } as const;
    const pauses = [0, 3, 20].map((attempts) => {
      const answer = outcomeOfRequest(aRequest({ attempts }), { _tag: 'SourceFailed', error }, moment);
      return answer._tag === 'Later' ? answer.retryAt - moment.now : answer._tag;
    });
    expect(pauses).toStrictEqual([1_000, 8_000, 30 * 60_000]);
  });

  it('counts no attempt of a record when credentials are refused', () => {
    const error = { _tag: 'SourceCredentialsRefused', message: 'm' } as const;
    expect(outcomeOfRequest(aRequest({ attempts: 23 }), { _tag: 'SourceFailed', error }, moment)).toStrictEqual({
      _tag: 'Released',
    });
  });

  it.each([
    ['refused', 'failed'],
    ['missing address', 'held'],
    ['waiting for its sale', 'held'],
    ['partly sent already', 'held'],
    ['not paid', 'skipped'],
    [null, 'succeeded'],
  ] as const)('is done with what only a person or a change of the record can settle: %s', (reason, outcome) => {
    const lines = [aReportLine({ outcome, reason })];
    expect(outcomeOfRequest(aRequest(), { _tag: 'Settled', lines }, moment)).toStrictEqual({ _tag: 'Settled' });
  });

  it('sends a refund once the service shows the id that it assigned to its sale', () => {
    const waitsFor = (outcome: 'succeeded' | 'alreadyPresent' | 'failed', parentId: string) => {
      const sale = aReportLine({ outcome, reason: outcome === 'failed' ? 'refused' : null });
      const detail = { ...someDetail, parentId };
      const refund = aReportLine({ id: 'r1', kind: 'refund', outcome: 'held', reason: 'waiting for its sale', detail });
      return outcomeOfRequest(aRequest(), { _tag: 'Settled', lines: [sale, refund] }, moment)._tag;
    };
    const { id } = aReportLine();
    expect([waitsFor('succeeded', id), waitsFor('alreadyPresent', id)]).toStrictEqual(['Later', 'Later']);
    expect([waitsFor('failed', id), waitsFor('succeeded', 'another')]).toStrictEqual(['Settled', 'Settled']);
  });

  it.each([
    ['no definitive response', 'failed'],
    ['possible duplicate', 'held'],
    ['app rule failed', 'held'],
  ] as const)('tries again what may pass by itself: %s', (reason, outcome) => {
    const lines = [aReportLine(), aReportLine({ outcome, reason, message: 'why' })];
    expect(outcomeOfRequest(aRequest(), { _tag: 'Settled', lines }, moment)).toMatchObject({
      _tag: 'Later',
      reason: 'why',
    });
  });

  it('looks a few times more for a record that may be out of sight, then parks it with what to do', () => {
    const error = { _tag: 'SourceRefused', message: 'grant read_all_orders', isUnseen: true } as const;
    const answers = [0, 3, 4].map((attempts) =>
      outcomeOfRequest(aRequest({ attempts }), { _tag: 'SourceFailed', error }, moment),
    );
    expect(answers).toMatchObject([
      { _tag: 'Later' },
      { _tag: 'Later' },
      { _tag: 'Parked', reason: 'grant read_all_orders' },
    ]);
  });

  it('reads a record once more whose reading took long: at once, then after as long as that took, and later each time', () => {
    const took = 90_000;
    const waits = [0, 1, 12].map((attempts) => {
      const answer = readOnceMore(aRequest({ attempts }), took, { now: 1_000, random: 0.999 });
      return answer._tag === 'Later' ? answer.retryAt - 1_000 : null;
    });
    expect(waits[0]).toBe(0);
    expect(waits[1]).toBe(took);
    expect(waits[2]).toBeGreaterThan(30 * 60_000);
  });

  it.each([25, -25])('postpones such a record for an hour at most when the clock was changed by %i hours', (hours) => {
    const answer = readOnceMore(aRequest({ attempts: 1 }), hours * 60 * 60_000, moment);
    expect(answer).toMatchObject({ _tag: 'Later', retryAt: moment.now + 60 * 60_000 });
  });
});
