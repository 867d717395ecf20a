import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { linkedService, type ServiceLink } from '../../src/domain/service-link.ts';
import type { PushReply, ServiceFailure, TaxService } from '../../src/domain/tax-service.ts';

const slower: ServiceFailure = { _tag: 'SlowDown', retryAfterMs: 1 };

/** A service that gives one reply to each write, and does what its start guard says. */
const aService = (reply: PushReply, sent: unknown[] = []): TaxService => ({
  list: (cursor) => () => {
    sent.push(['list', cursor]);
    return Promise.resolve(E.right({ transactions: [{ id: '1' }], next: O.none }));
  },
  find: (id) => () => {
    sent.push(['find', id]);
    return Promise.resolve(E.right(O.some({ id })));
  },
  push: (body, mayStart) => async () => {
    if (mayStart !== undefined && !(await mayStart())) return { _tag: 'NotStarted' };
    sent.push(['push', body]);
    return reply;
  },
});

const accepted: PushReply = { _tag: 'Accepted', stored: { id: '1' } };

describe('a link of the chain to the service', () => {
  it('sees each request, and the one that was added last sees it first', async () => {
    const seen: string[] = [];
    const named =
      (name: string): ServiceLink =>
      async ({ kind, tagOf }, send) => {
        seen.push(`${name} ${kind}`);
        const answer = await send();
        seen.push(`${name} ${tagOf(answer)}`);
        return answer;
      };
    const service = [named('inner'), named('outer')].reduce(linkedService, aService(accepted));
    await service.list(O.none)();
    await service.find('1')();
    await service.push('{}')();
    expect(seen).toStrictEqual([
      ...['outer list', 'inner list', 'inner Page', 'outer Page'],
      ...['outer find', 'inner find', 'inner Some', 'outer Some'],
      ...['outer push', 'inner push', 'inner Accepted', 'outer Accepted'],
    ]);
  });

  it('passes the start guard of a push on', async () => {
    const sent: unknown[] = [];
    const service = linkedService(aService(accepted, sent), (_, send) => send());
    expect(await service.push('{}', () => Promise.resolve(false))()).toStrictEqual({ _tag: 'NotStarted' });
    expect(sent).toStrictEqual([]);
  });

  it('can answer with a failure in place of sending', async () => {
    const sent: unknown[] = [];
    const service = linkedService(aService(accepted, sent), ({ failed }) => Promise.resolve(failed(slower)));
    expect([await service.list(O.none)(), await service.find('1')(), await service.push('{}')()]).toStrictEqual([
      E.left(slower),
      E.left(slower),
      slower,
    ]);
    expect(sent).toStrictEqual([]);
  });

  it('can change each transaction that an answer shows', async () => {
    const service = linkedService(aService(accepted), async ({ withStored }, send) =>
      withStored(await send(), (stored) => ({ ...stored, name: 'ours' })),
    );
    const stored = { id: '1', name: 'ours' };
    expect([await service.list(O.none)(), await service.find('1')(), await service.push('{}')()]).toStrictEqual([
      E.right({ transactions: [stored], next: O.none }),
      E.right(O.some(stored)),
      { _tag: 'Accepted', stored },
    ]);
  });

  it.each<readonly [PushReply, boolean]>([
    [accepted, false],
    [{ _tag: 'Exists' }, false],
    [{ _tag: 'Refused', message: 'no', fingerprint: '400' }, false],
    [{ _tag: 'NotStarted' }, false],
    [slower, true],
    [{ _tag: 'Unclear', message: 'no answer' }, true],
    [{ _tag: 'CredentialsRefused', message: 'the key' }, true],
    [{ _tag: 'Misdirected', message: 'the address' }, true],
  ])('learns whether an answer is a failure: %j', async (reply, isFailure) => {
    const failures: unknown[] = [];
    const service = linkedService(aService(reply), async ({ failureOf }, send) => {
      const answer = await send();
      failures.push(failureOf(answer));
      return answer;
    });
    await service.push('{}')();
    expect(failures).toStrictEqual([isFailure ? reply : undefined]);
  });

  it('finds corrections only where the service has them', async () => {
    const kinds: string[] = [];
    const link: ServiceLink = ({ kind }, send) => {
      kinds.push(kind);
      return send();
    };
    const write = () => () => Promise.resolve(accepted);
    const { correct, remove } = linkedService(aService(accepted), link);
    expect([correct, remove]).toStrictEqual([undefined, undefined]);
    const corrected = linkedService({ ...aService(accepted), correct: write, remove: write }, link);
    await corrected.correct?.('1', '{}')();
    await corrected.remove?.('1')();
    expect(kinds).toStrictEqual(['correct', 'remove']);
  });
});
