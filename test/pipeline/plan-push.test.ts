import { describe, expect, it } from '@jest/globals';
import type { PageLookup, RemoteTransaction, Submission } from '../../src/domain/sync-store.ts';
import * as E from 'fp-ts/lib/Either.js';
import type { Outcome, ReportLine } from '../../src/domain/run.ts';
import type { MappedRecord, PushCandidate } from '../../src/pipeline/mapped-record.ts';
import { aReportLine } from '../support/a-report-line.ts';
import { planPush, reopenSalesWithUnsentRefunds, withBlock } from '../../src/pipeline/plan-push.ts';
import { settledResult } from '../../src/pipeline/push-result.ts';

const sale = { id: 'shopify:1:5', name: 'Shopify #1 · 5', digest: 'abc' };

const aSubmission = (differences: Partial<Submission> = {}): Submission => ({
  id: sale.id,
  status: 'intent',
  digest: sale.digest,
  body: '{}',
  remoteId: null,
  savedAt: '2026-03-01T00:00:00Z',
  attemptedAt: null,
  ...differences,
});

const aPresence = (differences: Partial<RemoteTransaction> = {}): RemoteTransaction => ({
  id: sale.id,
  name: sale.name,
  shown: null,
  ...differences,
});

interface Knowledge {
  readonly submission?: Submission;
  readonly present?: RemoteTransaction;
  readonly namesake?: RemoteTransaction;
  readonly outcome?: Outcome;
}

const known = ({ submission, present, namesake, outcome }: Knowledge): PageLookup => ({
  submissions: new Map(submission === undefined ? [] : [[sale.id, submission]]),
  remoteById: new Map(present === undefined ? [] : [[sale.id, present]]),
  remoteByName: new Map(namesake === undefined ? [] : [[sale.name, namesake]]),
  settledInRun: new Map(outcome === undefined ? [] : [[sale.id, outcome]]),
  owners: new Map(),
});

describe('what is to be done about a transaction', () => {
  it('that is unknown is to push it', () => {
    expect(planPush(sale, known({}))).toEqual({ _tag: 'Push', submission: null });
  });

  it.each(['succeeded', 'alreadyPresent', 'failed'] as const)('that this run settled as %s is nothing', (outcome) => {
    expect(planPush(sale, known({ outcome, submission: aSubmission() }))).toEqual({ _tag: 'SettledBefore', outcome });
  });

  it.each(['skipped', 'held'] as const)('that this run had only %s is to look at it again', (outcome) => {
    expect(planPush(sale, known({ outcome }))._tag).toBe('Push');
  });

  it('that failed in this run is to try again, in a retry', () => {
    expect(planPush(sale, known({ outcome: 'failed' }), (one) => one === 'failed')._tag).toBe('Push');
  });

  it('that the service confirmed is nothing', () => {
    expect(planPush(sale, known({ submission: aSubmission({ status: 'confirmed' }) }))._tag).toBe('Present');
  });

  it('that the service confirmed with another content is to report drift', () => {
    const submission = aSubmission({ status: 'confirmed', digest: 'before' });
    expect(planPush(sale, known({ submission }))._tag).toBe('Drifted');
  });

  it('whose id and name the list has is to compare it with what the list showed', () => {
    const present = aPresence({ shown: { total: '19.99' } });
    expect(planPush(sale, known({ present }))).toEqual({ _tag: 'Present', remote: present, submission: null });
  });

  it.each([null, 'Another name'])('whose id the list has with the name %s is the same', (name) => {
    const present = aPresence({ name });
    expect(planPush(sale, known({ present }))).toEqual({ _tag: 'Present', remote: present, submission: null });
  });

  it('whose name the list has under another id is the same', () => {
    const namesake = aPresence({ id: 'manual-7' });
    expect(planPush(sale, known({ namesake }))).toEqual({ _tag: 'Present', remote: namesake, submission: null });
  });

  it.each(['SHOPIFY:1:5', 'stripe:1:5', '1:5'])('whose name the list has under the id %s is the same', (id) => {
    expect(planPush(sale, known({ namesake: aPresence({ id }) }))._tag).toBe('Present');
  });

  it.each(['shopify:2:5', 'shopify:1:6', 'SHOPIFY:2:5'])(
    'is to push it, when %s, another one of ours, has its name',
    (id) => {
      expect(planPush(sale, known({ namesake: aPresence({ id }) }))).toEqual({ _tag: 'Push', submission: null });
    },
  );

  it('that the list showed under its name alone is to compare it with that, though our own push noted its id', () => {
    const [present, namesake] = [aPresence(), aPresence({ id: 'manual-7', shown: { total: '19.99' } })];
    expect(planPush(sale, known({ present, namesake }))).toMatchObject({ remote: namesake });
    const shown = aPresence({ shown: { total: '20' } });
    expect(planPush(sale, known({ present: shown, namesake }))).toMatchObject({ remote: shown });
  });

  it('whose intent is ours and whose id the list has is to note that it arrived', () => {
    const [submission, present] = [aSubmission(), aPresence()];
    expect(planPush(sale, known({ submission, present }))).toEqual({
      _tag: 'Present',
      remote: present,
      submission,
    });
  });

  it('whose intent is ours and which the list lacks is to push the frozen body', () => {
    const submission = aSubmission({ digest: 'of the first attempt' });
    expect(planPush(sale, known({ submission }))).toEqual({ _tag: 'Push', submission });
  });

  it('that the service once refused is to push it as it is now', () => {
    expect(planPush(sale, known({ submission: aSubmission({ status: 'refused' }) }))).toEqual({
      _tag: 'Push',
      submission: null,
    });
  });
});

describe('what must not be pushed now', () => {
  const block = settledResult('held', { reason: 'closed period' });

  it('is looked up instead, and what would not be pushed anyway stays as it is', () => {
    const submission = aSubmission();
    const push = planPush(sale, known({ submission }));
    expect(withBlock(push, block)).toStrictEqual({ _tag: 'Blocked', submission, block });
    expect(withBlock(push, undefined)).toBe(push);
    const present = planPush(sale, known({ present: aPresence() }));
    expect(withBlock(present, block)).toBe(present);
  });
});

describe('a sale that this run settled', () => {
  const mapped = (id: string): E.Either<ReportLine, PushCandidate> => E.right({ id } as PushCandidate);
  const aRecord = (refunds: readonly E.Either<ReportLine, PushCandidate>[], id = 'sale'): MappedRecord => ({
    sale: mapped(id),
    refunds: refunds.map((refund) => ({ adjustmentId: '', refund })),
    adjustments: [],
  });
  const settled = (outcomes: Readonly<Record<string, Outcome>>): PageLookup => ({
    ...known({}),
    settledInRun: new Map(Object.entries(outcomes)),
  });
  const reopened = (record: MappedRecord, outcomes: Readonly<Record<string, Outcome>>): boolean => {
    const after = reopenSalesWithUnsentRefunds([record], settled(outcomes));
    expect(after.settledInRun.size).toBeGreaterThanOrEqual(Object.keys(outcomes).length - 1);
    return 'sale' in outcomes && !after.settledInRun.has('sale');
  };

  it('is written again while one of its refunds is not sent', () => {
    expect(reopened(aRecord([mapped('refund')]), { sale: 'succeeded' })).toBe(true);
    expect(reopened(aRecord([mapped('refund')]), { sale: 'alreadyPresent', refund: 'held' })).toBe(true);
    expect(reopened(aRecord([mapped('a'), mapped('b')]), { sale: 'succeeded', a: 'succeeded' })).toBe(true);
  });

  it('stays as it is where all are sent, where none can be, and where it is not in the service itself', () => {
    expect(reopened(aRecord([mapped('refund')]), { sale: 'succeeded', refund: 'succeeded' })).toBe(false);
    expect(reopened(aRecord([]), { sale: 'succeeded' })).toBe(false);
    expect(reopened(aRecord([E.left(aReportLine({ id: 'refund' }))]), { sale: 'succeeded' })).toBe(false);
    expect(reopened(aRecord([mapped('refund')]), { sale: 'failed' })).toBe(false);
    const excluded = { ...aRecord([mapped('refund')]), sale: E.left(aReportLine({ id: 'sale' })) };
    expect(reopened(excluded, { sale: 'succeeded' })).toBe(false);
  });
});
