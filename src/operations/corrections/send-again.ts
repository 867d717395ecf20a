/** `corrections.sendAgain`: sends again what is gone from the service, or offsets what is no longer true, after a person agreed. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type CorrectedTogether, goneFromService } from '../../domain/decision.ts';
import type { OperationFailure } from '../failure.ts';
import { asIs, ofStorefront, operation } from '../operation.ts';
import { fields, named, storefrontName, text, whole } from '../shapes.ts';
import { withAccount } from '../state.ts';
import { correctedItems } from './apply-corrections.ts';
import { goneMatters, type GoneSelection, goneSelection } from './gone-matters.ts';
import { sendEach, type SentAgain } from './send-each.ts';

/** Which are sent again, and who agreed to it. */
export interface SendAgainRequest extends GoneSelection {
  readonly storefront: string;
  /** The person, in your words. */
  readonly by: string;
  /** `count` of what the person was shown. With another number now, nothing is sent. */
  readonly expected: number;
  /** Default: all that are gone from the service. */
  readonly what?: CorrectedTogether;
}

export interface SendAgainPromise {
  /**
   * Sends them again, or offsets them, each as it is now, and only where the service still denies or holds it. Rejects with `RUN_STATE` when there are
   * not as many as `expected`.
   *
   * @example
   * const { count } = await taxNexus.corrections.findGone('us-store');
   * await taxNexus.corrections.sendAgain({ storefront: 'us-store', by: 'Ada', expected: count });
   */
  readonly sendAgain: (request: SendAgainRequest) => Promise<SentAgain>;
}

export const sendAgain = operation<SendAgainPromise['sendAgain']>()({
  name: 'sendAgain',
  summary: 'Sends them again, or offsets them, each as it is now, where the service still denies or holds it',
  right: 'approve',
  about: ofStorefront,
  ask: asIs,
  // Each is read from the platform as it is now.
  run: (ports, { storefront, by, expected, what = goneFromService, ...selection }) =>
    withAccount(ports, (state) =>
      pipe(
        goneMatters(ports, state, storefront, what, selection),
        TE.filterOrElse(
          ({ length }) => length === expected,
          (): OperationFailure => ({
            code: 'RUN_STATE',
            message: 'Other sales wait now than you saw. Look again, then send them.',
          }),
        ),
        TE.flatMap((matters) => sendEach(ports, state, matters, by)),
        TE.map((sent) => ({ ...sent, storefront })),
      ),
    ),
  http: {
    method: 'post',
    path: '/corrections/gone',
    isStart: true,
    given: fields(
      {
        storefront: storefrontName,
        expected: whole('The "count" that you saw; the request is refused if it has changed', { minimum: 0 }),
      },
      goneSelection,
    ),
    ask: (given, { by }) => ({ ...given, by }),
    show: asIs,
    answer: named(
      'SentAgain',
      fields({
        storefront: text(),
        items: correctedItems,
        held: whole('The service held them by then, or they had been taken back there', { minimum: 0 }),
      }),
    ),
  },
});
