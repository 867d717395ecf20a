import { describe, expect, it } from '@jest/globals';
import type { SourceError } from '../../src/domain/errors.ts';
import {
  failureCauseOf,
  otherAccount,
  refusesAllMessage,
  severalRecords,
  stopsOfRefusedEach,
  storefrontBusy,
  storefrontTakenOver,
  toSourceFailure,
  toStop,
  unknownRecord,
  unknownRun,
} from '../../src/pipeline/failures.ts';

describe('a storefront that another process works on', () => {
  it.each([
    ['host/4711/1a2b', 'process 4711 on host'],
    ['host/4711/1a2b/more', 'process 4711 on host'],
    ['host/4711', 'host/4711'],
    ['the nightly job', 'the nightly job'],
    ['the nightly job #1a2b', 'the nightly job'],
  ])('names its owner %j as %j', (owner, name) => {
    expect(storefrontBusy('us-store', owner)).toStrictEqual({
      _tag: 'StorefrontBusy',
      storefront: 'us-store',
      message: `Another process works on us-store (${name}). Wait until it has finished, or 2 minutes if it was killed on another machine. The same run continues from there.`,
    });
  });

  it('may have taken it over', () => {
    expect(storefrontTakenOver('us-store')).toStrictEqual({
      _tag: 'StorefrontBusy',
      storefront: 'us-store',
      message:
        'Another process took over us-store while this one was suspended. The last page of this one was not written; the same run continues in the other process.',
    });
  });
});

describe('what is not there', () => {
  it('is named, with what to use instead', () => {
    expect(unknownRun('run-7')).toStrictEqual({
      _tag: 'UnknownRun',
      message:
        'There is no run "run-7" in the sync database. The first line of a report has the run\'s id; without an id, the newest run is used.',
    });
    expect(unknownRecord('us-store', '#7')).toStrictEqual({
      _tag: 'UnknownRecord',
      message:
        'us-store has no record "#7". Use the platform\'s id, the order\'s name, or the id or name of the transaction.',
    });
    expect(severalRecords('us-store', '#7', ['1', '2'])).toStrictEqual({
      _tag: 'UnknownRecord',
      message: 'us-store has several records "#7". Use the id of one of them: 1, 2.',
    });
    expect(otherAccount()).toStrictEqual({
      _tag: 'OtherAccount',
      message:
        'The service holds none of the transactions that are confirmed in this sync database: the API key or the sync database belongs to another account, or the service lost them. Correct service.apiKey. Use a separate sync database (state) only for an account that was never sent these sales. Nothing was sent.',
    });
  });
});

describe('a platform that could not be read', () => {
  it.each<[SourceError, ReturnType<typeof failureCauseOf>, boolean]>([
    [{ _tag: 'SourceCredentialsRefused', message: 'No' }, 'credentials', false],
    [{ _tag: 'SourceUnreachable', message: 'No', cause: 'ECONNRESET' }, 'no answer', true],
    [{ _tag: 'SourceThrottled', message: 'No', retryAfterMs: null }, 'no answer', true],
    [{ _tag: 'SourceRefused', message: 'No' }, 'refused', false],
  ])('stops its storefront by $_tag as %2$j', (error, cause, isAskedAgain) => {
    const stop = toStop('us-store', error);
    expect(stop).toMatchObject({ who: 'us-store', cause });
    expect(failureCauseOf(error)).toBe(cause);
    if (isAskedAgain) expect(stop.message).toMatch(/^No\. Run again/);
    else expect(stop.message).toBe('No');
    expect(toSourceFailure('us-store', error)).toStrictEqual({
      ...{ _tag: 'SourceFailed', storefront: 'us-store', cause, message: `us-store: ${stop.message}` },
    });
  });

  it('because the run was interrupted says so, with its last response', () => {
    const interrupted = { _tag: 'SourceFailed', storefront: 'us-store', cause: 'interrupted' };
    expect(toSourceFailure('us-store', { _tag: 'NotRead' })).toStrictEqual({
      ...interrupted,
      message: 'us-store: interrupted',
    });
    expect(
      toSourceFailure('us-store', { _tag: 'NotRead', after: { _tag: 'SourceRefused', message: 'No' } }),
    ).toStrictEqual({ ...interrupted, message: 'us-store: interrupted; last response of its platform: No' });
  });
});

describe('a service that refuses everything', () => {
  it('is named with the reason and the setting, at once or at the end of a short run', () => {
    expect(refusesAllMessage('422 total')).toBe(
      'The Tax Nexus Service refuses each transaction for the same reason (422 total). Nothing more was pushed. Sales without an outcome stay pending. Set service.wire to match the service (amounts, names, nulls, extra; leaveOut for fields that it does not take), then run again.',
    );
    expect(stopsOfRefusedEach({ refusedEach: () => '422 total' })).toStrictEqual([
      {
        who: 'service',
        cause: 'refused',
        message:
          'The Tax Nexus Service refuses each transaction for the same reason (422 total). None was accepted, and all are tried again. Set service.wire to match the service (amounts, names, nulls, extra; leaveOut for fields that it does not take), then run again.',
      },
    ]);
    expect(stopsOfRefusedEach({ refusedEach: () => null })).toStrictEqual([]);
  });
});
