import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type {
  CursorRefused,
  NotStarted,
  PushReply,
  ServiceFailure,
  TaxService,
} from '../../../src/domain/tax-service.ts';
import { maxDeferrals, maxUnclearAnswers } from '../../../src/pipeline/limits.ts';
import { askList, askService } from '../../../src/pipeline/rate-limit/ask-service.ts';
import { makeServiceClient, type ServiceClient } from '../../../src/pipeline/rate-limit/service-client.ts';
import { silent } from '../../support/a-sync.ts';
import { virtualClock } from '../../support/virtual-clock.ts';

type Failure = ServiceFailure | NotStarted;

const unclear: Failure = { _tag: 'Unclear', message: 'ECONNRESET' };
const slowDown: Failure = { _tag: 'SlowDown', retryAfterMs: null };

/** Asks a service that answers as given, one question at a time; `at`: the seconds of each question. */
const asking = async (answerTo: (count: number) => Failure | undefined, isOver: () => boolean = () => false) => {
  const clock = virtualClock();
  const start = clock.now();
  const at: number[] = [];
  const answer = (): Failure | undefined => {
    at.push((clock.now() - start) / 1_000);
    return answerTo(at.length);
  };
  const client: Pick<ServiceClient, 'find' | 'list' | 'isOver'> = {
    isOver,
    find: () => {
      const failure = answer();
      return Promise.resolve(failure === undefined ? E.right(O.none) : E.left(failure));
    },
    list: () => {
      const failure = answer();
      return Promise.resolve(failure === undefined ? E.right({ transactions: [], next: O.none }) : E.left(failure));
    },
  };
  const ports = { clock, client, random: { next: () => 0.5 } };
  const found = await clock.run(() => askService(ports)('1'));
  const questions = at.splice(0);
  const listed = await clock.run(() => askList(ports)(O.none));
  return { found, listed, at: questions };
};

describe('a question to the service', () => {
  it('is definitive where it is answered', async () => {
    const { found, listed, at } = await asking(() => undefined);
    expect([found, at]).toStrictEqual([{ _tag: 'Absent' }, [0]]);
    expect(listed).toStrictEqual({ _tag: 'Page', page: { transactions: [], next: O.none } });
  });

  it('is asked eight times without a definitive answer, after pauses that double', async () => {
    const { found, listed, at } = await asking(() => unclear);
    const noAnswer = { _tag: 'NoClearAnswer', message: 'ECONNRESET' };
    expect([found, listed]).toStrictEqual([noAnswer, noAnswer]);
    expect(at).toStrictEqual([0, 0.25, 0.75, 1.75, 3.75, 7.75, 15.75, 31.75]);
    expect(at).toHaveLength(maxUnclearAnswers);
  });

  it('is asked thirty times where the service asks to slow down; the client makes the pauses', async () => {
    const { found, listed, at } = await asking(() => slowDown);
    const noAnswer = { _tag: 'NoClearAnswer', message: 'the service keeps asking to slow down' };
    expect([found, listed]).toStrictEqual([noAnswer, noAnswer]);
    expect(at).toStrictEqual(Array.from({ length: maxDeferrals }, () => 0));
  });

  it('counts both separately', async () => {
    const { found } = await asking((count) =>
      count <= 2 * maxUnclearAnswers - 2 ? (count % 2 === 0 ? unclear : slowDown) : undefined,
    );
    expect(found).toStrictEqual({ _tag: 'Absent' });
  });

  it.each<Failure>([
    { _tag: 'NotStarted' },
    { _tag: 'CredentialsRefused', message: '' },
    { _tag: 'Misdirected', message: '' },
  ])('is not asked again after $_tag', async (failure) => {
    const { found, listed, at } = await asking(() => failure);
    expect([found, listed, at]).toStrictEqual([{ _tag: 'NotAsked' }, { _tag: 'NotAsked' }, [0]]);
  });

  it('is found with what the service shows, and its own cursor may be refused', async () => {
    const clock = virtualClock();
    const stored = { id: '1', name: null };
    const refused: CursorRefused = { _tag: 'CursorRefused', message: '' };
    const client: Pick<ServiceClient, 'find' | 'list' | 'isOver'> = {
      isOver: () => false,
      find: () => Promise.resolve(E.right(O.some(stored))),
      list: () => Promise.resolve(E.left(refused)),
    };
    const ports = { clock, client, random: { next: () => 0.5 } };
    expect(await askService(ports)('1')).toStrictEqual({ _tag: 'Found', stored });
    expect(await askList(ports)(O.none)).toStrictEqual({ _tag: 'CursorRefused' });
  });
});

describe('the client of a run', () => {
  /** A client of a service that answers a push with `reply` after 100 ms, and what it logs. */
  const aClient = (reply: PushReply | (() => PushReply), isInterrupted: () => boolean = () => false) => {
    const clock = virtualClock();
    const logged: unknown[] = [];
    const asked: string[] = [];
    const line =
      (level: string) =>
      (message: string, fields?: object): void =>
        void logged.push([level, message, fields]);
    const service: TaxService = {
      list: () => () => Promise.resolve(E.left({ _tag: 'CursorRefused', message: '' })),
      find: () => () => Promise.resolve(E.left({ _tag: 'Unclear', message: '' })),
      push: () => async () => {
        await clock.sleep(100)();
        return typeof reply === 'function' ? reply() : reply;
      },
    };
    const client = makeServiceClient({
      ...{ service, clock, random: { next: () => 0.5 }, requestsPerMinute: O.none, concurrency: 64, isInterrupted },
      log: { ...silent, debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') },
      onServiceQuestion: () => {
        asked.push('asked');
        return () => asked.push('answered');
      },
    });
    return { client, clock, logged, asked };
  };

  it('reports each question to the one who watches, also of one that is not sent', async () => {
    const { client, clock, asked } = aClient({ _tag: 'Exists' });
    await clock.run(() => client.push(''));
    expect(asked).toStrictEqual(['asked', 'answered']);
    client.stop('over');
    await clock.run(() => client.push(''));
    expect(asked).toStrictEqual(['asked', 'answered', 'asked', 'answered']);
  });

  it('logs how many requests go at a time each time that this has doubled', async () => {
    const { client, clock, logged } = aClient({ _tag: 'Accepted', stored: null });
    await clock.run(() => Promise.all(Array.from({ length: 200 }, () => client.push(''))));
    const counts = logged.map((entry) => (entry as readonly unknown[])[2]);
    expect(logged[0]).toStrictEqual(['debug', 'requests at the same time', { concurrency: 18 }]);
    expect(counts).toStrictEqual([{ concurrency: 18 }, { concurrency: 40 }]);
  });

  it.each<[PushReply, object]>([
    [
      { _tag: 'CredentialsRefused', message: 'No' },
      { who: 'service', cause: 'credentials', message: 'No' },
    ],
    [
      { _tag: 'Misdirected', message: 'No' },
      { who: 'service', cause: 'address', message: 'No' },
    ],
  ])('is stopped by %j, and says so once', async (reply, stopped) => {
    const { client, clock, logged } = aClient(reply);
    await clock.run(() => Promise.all([client.push(''), client.push('')]));
    expect([client.stopped(), client.isOver()]).toStrictEqual([stopped, true]);
    const { message, ...fields } = stopped as { readonly message: string };
    expect(logged).toStrictEqual([['error', message, fields]]);
  });

  it('is stopped for the given cause, or because everything is refused', () => {
    const one = aClient({ _tag: 'Exists' }).client;
    one.stop('No', 'no answer');
    expect(one.stopped()).toStrictEqual({ who: 'service', cause: 'no answer', message: 'No' });
  });

  it('warns of a pause that ends a minute later than the one it warned of, and of none that ends sooner', async () => {
    const warningsAfter = async (second: number): Promise<number> => {
      const pauses = [120_000, second];
      const reply = (): PushReply => ({ _tag: 'SlowDown', retryAfterMs: pauses.shift() ?? 0 });
      const { client, clock, logged } = aClient(reply);
      await clock.run(() => Promise.all([client.push(''), client.push('')]));
      return logged.filter((entry) => (entry as readonly unknown[])[0] === 'warn').length;
    };
    expect([await warningsAfter(179_999), await warningsAfter(180_000)]).toStrictEqual([1, 2]);
  });

  it('says what to do when the service gives no definitive response', () => {
    const { client } = aClient({ _tag: 'Exists' });
    for (let n = 0; n < 20; n += 1) client.noteRetriesExhausted('push');
    expect(client.stopped()?.message).toBe(
      'The Tax Nexus Service gives no definitive response. Run again later: everything pending is kept.',
    );
  });

  it('gives the next request its slot whatever the answer before it was', async () => {
    for (const reply of [
      { _tag: 'NotStarted' },
      { _tag: 'Unclear', message: '' },
      { _tag: 'Exists' },
      { _tag: 'SlowDown', retryAfterMs: 1 },
    ] satisfies readonly PushReply[]) {
      const { client, clock } = aClient(reply);
      for (let n = 0; n < 12; n += 1) {
        const [push, find, list] = await clock.run(() =>
          Promise.all([client.push(''), client.find('1'), client.list(O.none)]),
        );
        expect([push, E.isLeft(find), E.isLeft(list)]).toStrictEqual([reply, true, true]);
      }
    }
  });
});
