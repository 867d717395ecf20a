import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ListedMatter } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { applyAll, type CorrectedTransaction, notSent } from './correct.ts';
import type { OperationFailure } from './failure.ts';
import { everyMatter } from './open-matters.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { resync } from './resync.ts';
import { knownStorefronts, type Operation, withAccount } from './state.ts';

/** Sales of a storefront that were sent, and that the service no longer holds. */
export interface GoneSales {
  readonly storefront: string;
  /** How many wait for a person, as the latest readings found them. */
  readonly count: number;
  /** Their transactions, by name; the first hundred. */
  readonly names: readonly string[];
}

/** Which are sent again, and who agreed to it. */
export interface SendAgainRequest {
  readonly storefront: string;
  /** The person, in your words. */
  readonly by: string;
  /** `count` of what the person was shown. With another number now, nothing is sent. */
  readonly expected: number;
}

/** What became of each, in the order in which they were sent. */
export interface SentAgain {
  readonly storefront: string;
  readonly items: readonly CorrectedTransaction[];
  /** How many the service held by then: they are not sent. */
  readonly held: number;
}

/** The reason of the lines of such sales. */
export const goneFromService = 'gone from the service';

const maxNames = 100;

const goneMatters = (
  ports: OperationPorts,
  { reviews }: Pick<AccountState, 'reviews'>,
  storefront: string,
): Operation<readonly ListedMatter[]> =>
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() =>
      everyMatter(reviews, {
        ...{ storefronts: [storefront], what: goneFromService, isSent: false },
        ...{ state: 'open', now: instantOfMilliseconds(ports.clock.now()) },
      }),
    ),
  );

/** What a sync held as gone from the service. Changes nothing. Left with `UNKNOWN_STOREFRONT`. */
export const findGone = (ports: OperationPorts, storefront: string): Operation<GoneSales> =>
  withAccount(ports, (state) =>
    pipe(
      goneMatters(ports, state, storefront),
      TE.map((matters) => ({
        ...{ storefront, count: matters.length },
        names: matters.slice(0, maxNames).map(({ name }) => name),
      })),
    ),
  );

/** A service that takes none, or a key that it refuses, is asked no more: the others stay as they are. */
const endsAll = ({ isCorrected, answer }: CorrectedTransaction): boolean =>
  !isCorrected && (answer === 'credentials refused' || answer === 'no answer' || answer === 'not sent');

/** Sends those of the matters again that the service still denies, and has all of them read again. */
export const sendEach =
  (ports: OperationPorts, state: AccountState, matters: readonly ListedMatter[], by: string): Operation<SentAgain> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    let held = 0;
    for (const { storefront, lineId } of matters) {
      if (items.some(endsAll)) {
        items.push(notSent(lineId, 'It was not sent, because the service took the one before not.'));
        continue;
      }
      const found = await state.corrections.find(storefront, lineId)();
      if (E.isLeft(found)) {
        items.push(notSent(lineId, found.left.message));
        continue;
      }
      const gone = found.right.filter((one) => one._tag === 'Gone' && one.id === lineId);
      const unknown = found.right.find((one) => one._tag === 'Unknown');
      if (gone.length === 0 && unknown !== undefined) items.push(notSent(lineId, unknown.message));
      else if (gone.length === 0) held += 1;
      const sent = await applyAll(
        state,
        gone.flatMap((one) => (one._tag === 'Gone' ? [one] : [])),
        by,
      )();
      items.push(...(E.isLeft(sent) ? [notSent(lineId, sent.left.message)] : sent.right));
    }
    const [storefront = ''] = matters.map((one) => one.storefront);
    // Those that came back, or were sent, are settled as what they are now.
    const requested = await resync(ports, state, matters)();
    return E.isLeft(requested) ? requested : E.right({ storefront, items, held });
  };

/**
 * Sends again what was sent before and is gone from the service, after a person agreed: each is read from the platform as it is
 * now, and sent only where the service still denies it. One after the other. Left with `UNKNOWN_STOREFRONT`, and with `RUN_STATE` when
 * other sales wait than the person saw.
 */
export const sendAgain = (
  ports: OperationPorts,
  { storefront, by, expected }: SendAgainRequest,
): Operation<SentAgain> =>
  withAccount(ports, (state) =>
    pipe(
      goneMatters(ports, state, storefront),
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
  );
