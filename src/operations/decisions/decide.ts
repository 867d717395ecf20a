/** `decisions.decide`: decides all open matters of a selection together. */
import { randomUUID } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { DecisionAction } from '../../domain/decision.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { remedyOf } from '../../reconcile/reasons/reasons.ts';
import { maxNote } from '../decision-note.ts';
import { fail, type OperationFailure } from '../failure.ts';
import { asIs, ofAccount, operation } from '../operation.ts';
import type { OfAccount } from '../requests.ts';
import { count, fields, named, text, whole } from '../shapes.ts';
import { fromStore, knownStorefronts } from '../state.ts';
import { decisionAction, narrowing, type Selection, whatIsAsked, withMatters } from './matters.ts';
import { actionsOn } from './open-groups.ts';

const laterDays = 7;

/** What is decided, and by whom. */
export interface DecideRequest extends Selection {
  readonly action: DecisionAction;
  /** In your words, without customer names. Needed to leave something out. */
  readonly note: string;
  readonly by: string;
  /** How many the preview named; another number now is refused, and nothing is decided. Default: any. */
  readonly expected?: number;
}

/** Decisions that were made together. */
export interface DecidedBatch {
  /** For `undo` and `resync`. */
  readonly batch: string;
  readonly count: number;
}

export interface DecidePromise {
  /**
   * Decides all open matters of a selection together. It sends nothing by itself: `resync` does, or the next run. Rejects with
   * `INVALID` for what cannot be decided, and with `RUN_STATE` when there are not as many as `expected`.
   *
   * @example
   * const paid = { what: 'partially paid', isSent: false, action: 'send', note: 'on account', by: 'Ada' } as const;
   * const { batch } = await taxNexus.decisions.decide(paid);
   * await taxNexus.decisions.resync({ state: 'decided', batch });
   */
  readonly decide: (request: DecideRequest & OfAccount) => Promise<DecidedBatch>;
}

const whyNot = ({ what, isSent, action, note }: DecideRequest): string | undefined => {
  if (actionsOn({ what, isSent }).includes(action))
    return action === 'leave out' && note.trim() === '' ? 'The note is empty. Write why they are left out.' : undefined;
  if (action === 'accept') return 'They are not in the service yet. Send them or leave them out.';
  return isSent
    ? 'They are in the service already. Nothing more can be sent or left out.'
    : `They cannot be sent as they are. ${remedyOf(what).todo}`;
};

export const decide = operation<DecidePromise['decide']>()({
  name: 'decide',
  summary: 'Decides all open sales of a selection together. Sends nothing by itself',
  right: 'approve',
  about: ofAccount,
  ask: asIs,
  run: (ports, request) => {
    const { action, note, by, expected, account: _account, ...selection } = request;
    const refusal = whyNot(request);
    if (refusal !== undefined) return TE.fromEither(fail('INVALID', refusal));
    return pipe(
      withMatters(ports, selection, ({ reviews }, filter) => {
        // One that is neither configured nor known.
        const unknown = filter.storefronts.length > 0 ? undefined : selection.storefront;
        const now = ports.clock.now();
        const batch = randomUUID();
        const until = action === 'later' ? instantOfMilliseconds(now + laterDays * 86_400_000) : null;
        const made = { action, note: note.trim().slice(0, maxNote), by, at: instantOfMilliseconds(now), until, batch };
        return pipe(
          TE.fromEither(knownStorefronts(ports, unknown === undefined ? [] : [unknown])),
          TE.flatMap(() => fromStore(reviews.decide(filter, made, expected))),
          TE.map((count) => ({ batch, count })),
        );
      }),
      TE.filterOrElse(
        ({ count }) => expected === undefined || count === expected,
        (): OperationFailure => ({
          code: 'RUN_STATE',
          message: 'Other sales wait now than you saw. Look again, then decide.',
        }),
      ),
    );
  },
  http: {
    method: 'post',
    path: '/decisions',
    status: 201,
    isStart: true,
    given: fields(
      { ...whatIsAsked, action: decisionAction },
      {
        ...narrowing,
        note: text('Needed to leave something out; no customer names', { maxLength: maxNote }),
        expected: whole('How many you saw; the request is refused if the number has changed', { minimum: 0 }),
      },
    ),
    ask: ({ note = '', ...given }, { by }) => ({ ...given, note, by }),
    show: asIs,
    answer: named('DecidedBatch', fields({ batch: text('For "send" and "undo"'), count })),
  },
});
