import { describe, expect, it } from '@jest/globals';
import type { SaleOwner, Submission } from '../../src/domain/sync-store.ts';
import type { PushCandidate } from '../../src/pipeline/mapped-record.ts';
import { driftAdjustment, presentResult, settledResult, type SettledResult } from '../../src/pipeline/push-result.ts';
import {
  describeDeletion,
  exclusionLine,
  possibleDuplicateOf,
  pushStateOf,
  resultLine,
  withDuplicateWarning,
} from '../../src/pipeline/report-lines.ts';
import * as E from 'fp-ts/lib/Either.js';
import { aReportLine } from '../support/a-report-line.ts';

const candidate: PushCandidate = {
  kind: 'sale',
  sourceId: '5',
  id: 'shopify:1:5',
  name: 'Shopify #5',
  transactedAt: '2026-03-01T10:00:00Z',
  body: '{}',
  digest: '0123456789abcdef',
  amounts: { currency: 'USD', jurisdiction: 'CA', month: '2026-03', total: 10_725n, taxCollected: 725n },
  findings: ['partially paid'],
  references: [],
  duplicateKey: 'like:1',
};

const lineOf = (result: SettledResult, differences: Partial<PushCandidate> = {}): ReturnType<typeof resultLine> =>
  resultLine('us-store', { ...candidate, ...differences }, result);

const different = {
  isCompared: true,
  differences: [
    { field: 'total', ours: '107.25', theirs: '100.00' },
    { field: 'shipToAddress.state' },
    { field: 'taxCollected', ours: '7.25', theirs: '0.00' },
  ],
};
const same = { isCompared: true, differences: [] };

describe('the line of a transaction that was settled', () => {
  it('has its names, its amounts, when it was made, and what became of it', () => {
    const result = settledResult('failed', { reason: 'no definitive response', message: 'No answer' });
    expect(lineOf(result)).toStrictEqual({
      storefront: 'us-store',
      id: 'shopify:1:5',
      sourceId: '5',
      name: 'Shopify #5',
      kind: 'sale',
      outcome: 'failed',
      reason: 'no definitive response',
      message: 'No answer',
      amounts: candidate.amounts,
      occurredAt: '2026-03-01T10:00:00Z',
      findings: candidate.findings,
      adjustments: [],
    });
    const detail = { zip: '94105', discount: 0n, shipping: 0n, marketplace: null, exemption: null, parentId: null };
    expect(lineOf(result, { detail }).detail).toBe(detail);
  });

  it('says in which fields the service holds it with other values, and why', () => {
    const differs =
      'total 107.25 in the sale, 100.00 in the service; shipToAddress.state; taxCollected 7.25 in the sale, 0.00 in the service';
    const advice = 'Compare it with the sale and correct it in the service. Nothing was changed there.';
    expect(lineOf(presentResult(null, { comparison: different })).message).toBe(
      `The service holds it with other values: ${differs}. ${advice}`,
    );
    const drift = driftAdjustment(candidate, E.left('x'), '2026-03-02T00:00:00Z');
    const drifted = lineOf(presentResult(null, { comparison: different, drift }));
    expect(drifted.message).toBe(
      `The service holds it with other values, because the shipping address was changed after the order was sent, and the taxes were recalculated for it: ${differs}. ${advice}`,
    );
    expect(drifted.adjustments).toStrictEqual([drift]);
    expect(lineOf({ ...presentResult(null, { comparison: same }), message: 'as it was' }).message).toBe('as it was');
  });

  it('is found to differ, or to be there and not compared', () => {
    const findings = (result: SettledResult): readonly string[] => lineOf(result, { findings: [] }).findings;
    expect(findings(presentResult(null, { comparison: different }))).toStrictEqual(['differs']);
    const one = { isCompared: true, differences: [{ field: 'total' }] };
    expect(findings(presentResult(null, { comparison: one }))).toStrictEqual(['differs']);
    expect(findings(presentResult(null, { comparison: same }))).toStrictEqual([]);
    expect(findings(presentResult(null))).toStrictEqual(['not compared']);
    expect(findings(presentResult(null, { comparison: { isCompared: false, differences: [] } }))).toStrictEqual([
      'not compared',
    ]);
    // Not found, but pushed.
    expect(findings(settledResult('succeeded'))).toStrictEqual([]);
    expect(lineOf(presentResult(null)).findings).toStrictEqual([...candidate.findings, 'not compared']);
  });

  it.each(['belongs to another storefront', 'before the first day'] as const)(
    'is found nothing in where it was %s',
    (reason) => {
      expect(lineOf(settledResult('skipped', { reason })).findings).toStrictEqual([]);
    },
  );
});

describe('the tax that the service reports', () => {
  const reported = (given: string, currency = 'USD'): unknown => {
    const amounts = { ...candidate.amounts, currency };
    const comparison = { ...same, reportedTax: given };
    const line = lineOf(presentResult(null, { comparison }), { amounts });
    expect(line.reportedTax).toBe(given);
    return line.amounts?.reportedTax;
  };

  it.each([
    ['7.3', 730n],
    ['-7.3', -730n],
    ['0', 0n],
    ['"7.30"', 730n],
    ['" 7 "', 700n],
    ['"-12.5"', -1_250n],
    ['{"amount":7.3}', 730n],
    ['{"total":"7.3"}', 730n],
    ['{"amount":1,"total":2}', 100n],
    ['{"amount":{"total":3}}', 300n],
  ])('is read from %s', (given, amount) => {
    expect(reported(given)).toStrictEqual({ count: 1, reported: amount, collected: 725n });
  });

  it.each([
    '"seven"',
    '"7,30"',
    '"7."',
    '".5"',
    '"USD 7"',
    '"7 USD"',
    'null',
    '[7]',
    '{}',
    '{"tax":7}',
    'true',
    '{',
    '',
  ])('is only kept as it is where it names no amount: %s', (given) => {
    expect(reported(given)).toBeUndefined();
  });

  it('is in minor units of the currency, and nothing in one that is not known', () => {
    expect(reported('7.3', 'JPY')).toMatchObject({ reported: 7n });
    expect(reported('7.3', 'XXQ')).toBeUndefined();
  });

  it('is left out where the service gives none', () => {
    const line = lineOf(presentResult(null, { comparison: same }));
    expect([line.amounts, 'reportedTax' in line]).toStrictEqual([candidate.amounts, false]);
  });
});

describe('a sale that looks like one of another storefront', () => {
  const owner = (storefront: string, id: string): SaleOwner => ({ storefront, id });
  const alike = (owners: readonly SaleOwner[], key: string | null = 'like:1'): SaleOwner | undefined =>
    possibleDuplicateOf(
      'us-store',
      { id: 'shopify:1:5', duplicateKey: key },
      { owners: new Map([['like:1', owners]]) },
    );
  const other = owner('eu-store', 'stripe:2:7');
  const own = owner('us-store', 'shopify:1:5');

  it('is the later one of two', () => {
    expect(alike([other])).toBe(other);
    expect(alike([other, own])).toBe(other);
    expect(alike([own, other])).toBeUndefined();
    expect(alike([owner('us-store', 'shopify:1:4'), own])).toBeUndefined();
    expect(alike([])).toBeUndefined();
    expect(alike([other], null)).toBeUndefined();
    expect(alike([other], 'like:2')).toBeUndefined();
  });

  it('gets a warning once it is in the service, or would be pushed', () => {
    const warning = 'It looks like stripe:2:7 of eu-store: the same total, minute and destination.';
    const warned = { message: warning, findings: ['possible duplicate'] };
    expect(withDuplicateWarning(aReportLine(), other)).toMatchObject(warned);
    expect(withDuplicateWarning(aReportLine({ outcome: 'alreadyPresent' }), other)).toMatchObject(warned);
    expect(
      withDuplicateWarning(aReportLine({ outcome: 'skipped', reason: 'would be sent', message: 'Dry run.' }), other),
    ).toMatchObject({ message: `Dry run. ${warning}`, findings: ['possible duplicate'] });
    expect(withDuplicateWarning(aReportLine({ findings: ['differs'] }), other).findings).toStrictEqual([
      'differs',
      'possible duplicate',
    ]);
    for (const line of [
      aReportLine({ outcome: 'held' }),
      aReportLine({ outcome: 'failed', reason: 'no definitive response' }),
    ]) {
      expect(withDuplicateWarning(line, other)).toBe(line);
    }
    const sent = aReportLine();
    expect(withDuplicateWarning(sent, undefined)).toBe(sent);
  });
});

describe('a record that was deleted at its platform', () => {
  const sent = { id: '1', digest: '', body: null, remoteId: null, savedAt: '2026-03-01T00:00:00Z', attemptedAt: null };
  const state = (status: Submission['status'] | null, isListed = false): string =>
    pushStateOf(
      {
        submissions: new Map(status === null ? [] : [['1', { ...sent, status }]]),
        remoteById: new Map(isListed ? [['1', { id: '1', name: null, shown: null }]] : []),
      },
      '1',
    );

  it('was pushed where the service holds it or confirmed it, and may have been without an answer', () => {
    expect([state('confirmed'), state(null, true), state('intent', true)]).toStrictEqual(Array(3).fill('pushed'));
    expect([state('intent'), state('refused'), state(null)]).toStrictEqual([
      ...['unconfirmed', 'never pushed', 'never pushed'],
    ]);
  });

  it('has a line that says so, and what to do', () => {
    expect(describeDeletion).toStrictEqual({
      pushed:
        'The record no longer exists at the platform, and was sent to the service. The sent transaction stays as it is; correct it at the service if needed.',
      unconfirmed:
        'The record no longer exists at the platform, and its push got no definitive response. Look up its id at the service: if it is there, it counts.',
      'never pushed': 'The record no longer exists at the platform, and was never sent to the service.',
    });
  });
});

describe('the line of a record that is not attempted', () => {
  const record = { id: 'shopify:1:5', kind: 'sale', sourceId: '5' } as const;

  it('has its reason, and when and what it was as far as that is known', () => {
    const line = { storefront: 'us-store', ...record, name: '#5', message: 'why', amounts: null, adjustments: [] };
    expect(
      exclusionLine('us-store', record, {
        _tag: 'Held',
        sourceId: '5',
        name: '#5',
        reason: 'missing address',
        message: 'why',
      }),
    ).toStrictEqual({ ...line, outcome: 'held', reason: 'missing address', findings: [] });
    const stated = { currency: 'USD', total: 1n, jurisdiction: 'CA' };
    const more = { ...record, occurredAt: '2026-03-01T10:00:00Z', stated };
    expect(
      exclusionLine('us-store', more, {
        _tag: 'Skipped',
        sourceId: '5',
        name: '#5',
        reason: 'payment of another account',
        message: 'why',
      }),
    ).toStrictEqual({
      ...{
        ...line,
        outcome: 'skipped',
        reason: 'payment of another account',
        findings: ['arrival at a connected account'],
      },
      ...{ occurredAt: '2026-03-01T10:00:00Z', stated },
    });
  });
});
