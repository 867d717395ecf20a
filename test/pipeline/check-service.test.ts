import { describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CursorRefused, ServiceFailure } from '../../src/domain/tax-service.ts';
import { checkService } from '../../src/pipeline/check-service.ts';

describe('the check of the service', () => {
  it('is fine once the list of transactions can be read', async () => {
    const list = () => TE.right({ transactions: [], next: O.none });
    expect(await checkService({ list }, 'check again')()).toMatchObject({ level: 'fine', subject: 'access' });
  });

  it.each<[ServiceFailure | CursorRefused, string]>([
    [{ _tag: 'SlowDown', retryAfterMs: null }, 'asks to slow down. Wait a minute and check again'],
    [{ _tag: 'Unclear', message: 'no answer' }, 'no answer. Check service.baseUrl and the network'],
    [{ _tag: 'CursorRefused', message: 'no first page' }, 'no first page. Check service.baseUrl and the network'],
    [{ _tag: 'CredentialsRefused', message: 'renew the key' }, 'renew the key'],
    [{ _tag: 'Misdirected', message: 'another address' }, 'another address'],
  ])('stops a sync, with what to do, after $_tag', async (failure, printed) => {
    const finding = await checkService({ list: () => TE.left(failure) }, 'check again')();
    expect(finding).toMatchObject({ level: 'stops', subject: 'access', message: expect.stringContaining(printed) });
  });
});
