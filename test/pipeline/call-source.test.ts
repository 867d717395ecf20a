import { describe, expect, it } from '@jest/globals';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../../src/domain/errors.ts';
import { callSafely, callSource, callWithTimeout } from '../../src/pipeline/call-source.ts';
import { silent } from '../support/a-sync.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const unreachable: SourceError = { _tag: 'SourceUnreachable', message: 'No answer', cause: 'ECONNRESET' };
const throttled = (retryAfterMs: number | null): SourceError => ({
  ...{ _tag: 'SourceThrottled', message: 'Too fast', retryAfterMs },
});

/** Calls a platform that answers with `answerTo` (from 1), with random numbers of nearly one. */
const calling = async (
  answerTo: (count: number) => E.Either<SourceError, string>,
  isOver: (seconds: number) => boolean = () => false,
) => {
  const clock = virtualClock();
  const start = clock.now();
  const seconds = (): number => (clock.now() - start) / 1_000;
  const at: number[] = [];
  const warnings: string[] = [];
  const log = { ...silent, warn: (message: string) => void warnings.push(message) };
  const questions: string[] = [];
  const task: TE.TaskEither<SourceError, string> = () => {
    at.push(Math.round(seconds()));
    return Promise.resolve(answerTo(at.length));
  };
  const onQuestion = (): (() => void) => {
    questions.push('asked');
    return () => questions.push('answered');
  };
  const ports = { clock, random: { next: () => 0.9999 }, log, onQuestion };
  const answer = await clock.run(() => callSource(ports, () => isOver(seconds()))(task));
  return { answer, at, warnings, questions, end: seconds() };
};

describe('the calls of a platform', () => {
  it('are one when it answers, and one question for the one who watches', async () => {
    const { answer, at, questions } = await calling(() => E.right('page'));
    expect([answer, at, questions]).toStrictEqual([E.right('page'), [0], ['asked', 'answered']]);
  });

  it('are repeated eight times without an answer, after pauses that double from a second', async () => {
    const { answer, at, questions, warnings } = await calling(() => E.left(unreachable));
    expect([answer, at]).toStrictEqual([E.left(unreachable), [0, 1, 3, 7, 15, 31, 63, 123]]);
    expect([questions, warnings]).toStrictEqual([['asked', 'answered'], []]);
  });

  it('are repeated sixty times when it asks to slow down, after the pause that it names', async () => {
    const { answer, at } = await calling(() => E.left(throttled(2_000)));
    expect(answer).toStrictEqual(E.left(throttled(2_000)));
    expect(at).toStrictEqual(Array.from({ length: 60 }, (_, n) => 2 * n));
  });

  it('counts failures and requests to slow down separately, and pauses by the count of its kind', async () => {
    const { answer, at } = await calling((count) => {
      if (count === 12) return E.right('page');
      return E.left(count % 2 === 0 ? unreachable : throttled(null));
    });
    expect(answer).toStrictEqual(E.right('page'));
    expect(at).toStrictEqual([0, 1, 2, 4, 6, 10, 14, 22, 30, 46, 62, 94]);
  });

  it.each([
    [59_999, []],
    [60_000, ['Too fast. It continues automatically in 1 min.']],
    [60_001, ['Too fast. It continues automatically in 2 min.']],
    [3_600_000, ['Too fast. It continues automatically in 15 min.']],
  ])(
    'waits %d ms where it asks for that, a quarter of an hour at most, and warns of a long pause',
    async (asked, lines) => {
      const { at, warnings } = await calling((count) => (count === 1 ? E.left(throttled(asked)) : E.right('page')));
      expect([at[1], warnings]).toStrictEqual([Math.round(Math.min(asked, 900_000) / 1_000), lines]);
    },
  );

  it.each<SourceError>([
    { _tag: 'SourceRefused', message: 'No' },
    { _tag: 'SourceCredentialsRefused', message: 'No' },
  ])('are not repeated after a definitive one: $_tag', async (refusal) => {
    const { answer, at } = await calling(() => E.left(refusal));
    expect([answer, at]).toStrictEqual([E.left(refusal), [0]]);
  });

  it('end when the run is over, with the last answer', async () => {
    const none = await calling(
      () => E.right('page'),
      () => true,
    );
    expect([none.answer, none.at, none.questions]).toStrictEqual([
      ...[E.left({ _tag: 'NotRead' }), [], ['asked', 'answered']],
    ]);
    const some = await calling(
      () => E.left(throttled(60_000)),
      (seconds) => seconds >= 5,
    );
    expect([some.answer, some.at, some.end]).toStrictEqual([
      ...[E.left({ _tag: 'NotRead', after: throttled(60_000) }), [0], 5],
    ]);
  });
});

describe('one call of a platform', () => {
  const asking = (isOver?: (milliseconds: number) => boolean, answersAfter = Number.POSITIVE_INFINITY) => {
    const clock = virtualClock();
    const start = clock.now();
    const since = (): number => clock.now() - start;
    const task: TE.TaskEither<SourceError, string> = async () => {
      await clock.sleep(Math.min(1e9, answersAfter))();
      return E.right('page');
    };
    const call = callWithTimeout({ clock }, isOver === undefined ? undefined : () => isOver(since()))(task);
    return clock.run(async () => ({ answer: await call, after: since() }));
  };
  const noAnswer = (seconds: number): unknown =>
    E.left({
      _tag: 'SourceUnreachable',
      message: `The platform did not respond within ${seconds} seconds`,
      cause: 'no answer',
    });

  it('is given up after two and a half minutes', async () => {
    expect(await asking()).toStrictEqual({ answer: noAnswer(150), after: 150_250 });
    expect(await asking(undefined, 149_999)).toMatchObject({ answer: E.right('page') });
  });

  it('gets ten seconds when the run is over', async () => {
    expect(await asking(() => true)).toStrictEqual({ answer: noAnswer(10), after: 10_250 });
    expect(await asking(() => true, 9_999)).toMatchObject({ answer: E.right('page') });
    expect(await asking((milliseconds) => milliseconds >= 60_000)).toMatchObject({ after: 60_000 });
  });

  it('that throws is a defect of the connector, without its text', async () => {
    const defect = {
      _tag: 'SourceRefused',
      message: 'The connector failed with an internal error. Nothing was lost; report it to its author.',
    };
    expect(await callSafely(() => Promise.reject(new Error('CANARY')))).toStrictEqual(E.left(defect));
    expect(
      await callSafely(() => {
        throw new Error('CANARY');
      }),
    ).toStrictEqual(E.left(defect));
  });
});
