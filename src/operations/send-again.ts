import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type CorrectedTogether, goneFromService, type ListedMatter } from '../domain/decision.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { applyAll, type CorrectedTransaction, notSent } from './correct.ts';
import type { Correctable, Correction } from '../reconcile/find-corrections.ts';
import type { OperationFailure } from './failure.ts';
import { everyMatter } from './open-matters.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import { resync } from './resync.ts';
import { knownStorefronts, type Operation, withAccount } from './state.ts';

/** Which of them; default: all of the storefront. */
export interface GoneSelection {
  /** Of one line. */
  readonly lineId?: string;
  /** As for `decisions.list`. */
  readonly text?: string;
}

/** Transactions of a storefront that were sent, and are to be corrected together. */
export interface GoneSales {
  readonly storefront: string;
  /** How many wait for a person, as the latest readings found them. */
  readonly count: number;
  /** Their transactions, by name; the first hundred. */
  readonly names: readonly string[];
}

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

/** What became of each, in the order in which they were sent. */
export interface SentAgain {
  readonly storefront: string;
  readonly items: readonly CorrectedTransaction[];
  /** How many the service held by then, or had been taken back there: they are not sent. */
  readonly held: number;
}

const maxNames = 100;

const goneMatters = (
  ports: OperationPorts,
  { reviews }: Pick<AccountState, 'reviews'>,
  storefront: string,
  what: CorrectedTogether,
  selection: GoneSelection,
): Operation<readonly ListedMatter[]> =>
  pipe(
    TE.fromEither(knownStorefronts(ports, [storefront])),
    TE.flatMap(() =>
      everyMatter(reviews, {
        ...{ ...selection, storefronts: [storefront], what, isSent: what !== goneFromService },
        ...{ state: 'open', now: instantOfMilliseconds(ports.clock.now()) },
      }),
    ),
  );

/** What a sync found gone from the service, or no longer true. Changes nothing. Left with `UNKNOWN_STOREFRONT`. */
export const findGone = (
  ports: OperationPorts,
  storefront: string,
  what: CorrectedTogether = goneFromService,
  selection: GoneSelection = {},
): Operation<GoneSales> =>
  withAccount(ports, (state) =>
    pipe(
      goneMatters(ports, state, storefront, what, selection),
      TE.map((matters) => ({
        ...{ storefront, count: matters.length },
        names: matters.slice(0, maxNames).map(({ name }) => name),
      })),
    ),
  );

/** A service that takes none, or a key that it refuses, is asked no more: the others stay as they are. */
const endsAll = ({ isCorrected, answer }: CorrectedTransaction): boolean =>
  !isCorrected && (answer === 'credentials refused' || answer === 'no answer' || answer === 'not sent');

const isOf =
  ({ lineId }: Pick<ListedMatter, 'lineId'>) =>
  (one: Correction): one is Correctable =>
    (one._tag === 'Gone' && one.id === lineId) ||
    (one._tag === 'NoLongerTrue' && (one.id === lineId || one.standing === lineId));

/** Sends the matters again that the service still denies, offsets the ones that it still holds, and has all of them read again. */
export const sendEach =
  (ports: OperationPorts, state: AccountState, matters: readonly ListedMatter[], by: string): Operation<SentAgain> =>
  async () => {
    const items: CorrectedTransaction[] = [];
    let held = 0;
    for (const matter of matters) {
      const { storefront, lineId } = matter;
      if (items.some(endsAll)) {
        items.push(notSent(lineId, 'send again', 'It was not sent, because the service took the one before not.'));
        continue;
      }
      const found = await state.corrections.find(storefront, lineId)();
      if (E.isLeft(found)) {
        items.push(notSent(lineId, 'send again', found.left.message));
        continue;
      }
      const gone = found.right.filter(isOf(matter));
      const unknown = found.right.find((one) => one._tag === 'Unknown');
      if (gone.length === 0 && unknown !== undefined) items.push(notSent(lineId, 'send again', unknown.message));
      else if (gone.length === 0) held += 1;
      const sent = await applyAll(state, gone, { by })();
      items.push(...(E.isLeft(sent) ? [notSent(lineId, 'send again', sent.left.message)] : sent.right));
    }
    const [storefront = ''] = matters.map((one) => one.storefront);
    // Those that came back, or were sent, are settled as what they are now.
    const requested = await resync(ports, state, matters)();
    return E.isLeft(requested) ? requested : E.right({ storefront, items, held });
  };

/**
 * Sends again what was sent before and is gone from the service, or offsets what is no longer true, after a person agreed: each is
 * read from the platform as it is now, and sent only where the service still denies or holds it. One after the other. Left with `UNKNOWN_STOREFRONT`, and with `RUN_STATE` when
 * other sales wait than the person saw.
 */
export const sendAgain = (
  ports: OperationPorts,
  { storefront, by, expected, what = goneFromService, ...selection }: SendAgainRequest,
): Operation<SentAgain> =>
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
  );
