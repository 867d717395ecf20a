/** What was sent and is gone from the service, or is no longer true, as the latest readings found it. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type CorrectedTogether, goneFromService, type ListedMatter } from '../../domain/decision.ts';
import { instantOfMilliseconds } from '../../domain/instant.ts';
import { everyMatter } from '../open-matters.ts';
import type { AccountState, OperationPorts } from '../ports.ts';
import { eachOf, text } from '../shapes.ts';
import { knownStorefronts, type Operation } from '../state.ts';

/** Which of them; default: all of the storefront. */
export interface GoneSelection {
  /** Only this line. */
  readonly lineId?: string;
  /** As for `decisions.list`. */
  readonly text?: string;
}

/** The fields of a request that select some of them. */
export const goneSelection = {
  what: eachOf<CorrectedTogether>({ 'gone from the service': true, 'no longer true': true }),
  text: text('A number or id, a state or country, or an amount; of up to 5,000 also a part of a number or id', {
    maxLength: 100,
  }),
  lineId: text('Of one line', { minLength: 1 }),
};

export const goneMatters = (
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
