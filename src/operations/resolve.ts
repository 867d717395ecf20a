/** `resolve`: a person's note on a line, a difference or an adjustment. */
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Resolution } from '../domain/inbox.ts';
import { instantOfMilliseconds } from '../domain/instant.ts';
import { type DecisionNote, maxNote } from './decision-note.ts';
import { fail, type OperationFailure } from './failure.ts';
import { asIs, ofStorefront, operation } from './operation.ts';
import { fields, note, storefrontName, text } from './shapes.ts';
import { fromStore, knownStorefronts, withAccount } from './state.ts';

/** Characters of an id that a note is about. */
const maxId = 400;

/** What a note is about. */
export interface ResolveRequest extends DecisionNote {
  readonly storefront: string;
  /** The id of a line, a difference or an adjustment, as `lines` and `reconcile` give it. */
  readonly id: string;
}

export interface ResolvePromise {
  /**
   * Saves a person's note on a line, a difference or an adjustment; a difference or an adjustment is then resolved. Changes
   * nothing at the service. Rejects with `UNKNOWN_STOREFRONT`, and with `INVALID` for an empty note or id.
   */
  readonly resolve: (request: ResolveRequest) => Promise<Resolution>;
}

/** A difference or an adjustment is named behind its transaction. */
const transactionIn = (id: string): string => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : id);

/** A difference of a sale that no sync has read yet: it ends in the digest of what differs. */
const isOfDifference = (id: string): boolean => /^[\w.-]+:[^/]+\/[0-9a-f]{8}$/.test(id);

export const resolve = operation<ResolvePromise['resolve']>()({
  name: 'saveNote',
  summary: 'Saves a note on a line, a difference or an adjustment, which resolves the last two',
  right: 'approve',
  about: ofStorefront,
  ask: asIs,
  run: (ports, { storefront, id, note: given, by }) => {
    const words = given.trim().slice(0, maxNote);
    if (words === '') return TE.fromEither(fail('INVALID', 'The note is empty. Write what was decided.'));
    if (id.trim() === '' || id.length > maxId)
      return TE.fromEither(
        fail('INVALID', 'The note belongs to no sale. Give the id of a line, difference or adjustment.'),
      );
    return pipe(
      TE.fromEither(knownStorefronts(ports, [storefront])),
      TE.map(() => ({ storefront, id, note: words, by, at: instantOfMilliseconds(ports.clock.now()) })),
      TE.tap((resolution) =>
        withAccount(ports, ({ inbox, reviews }) =>
          pipe(
            fromStore(reviews.knows(storefront, [id, transactionIn(id)])),
            TE.filterOrElse(
              (isKnown) => isKnown || isOfDifference(id),
              (): OperationFailure => ({
                code: 'UNKNOWN_RECORD',
                message:
                  'There is no line, difference or adjustment of this id. Copy it from the report, or from reconcile.',
              }),
            ),
            TE.flatMap(() => fromStore(inbox.saveResolution(resolution))),
          ),
        ),
      ),
    );
  },
  http: {
    method: 'post',
    path: '/notes',
    status: 204,
    given: fields({
      storefront: storefrontName,
      id: text('Id of a line, a difference or an adjustment', { minLength: 1 }),
      note,
    }),
    ask: (given, { by }) => ({ ...given, by }),
    show: asIs,
    answer: null,
  },
});
