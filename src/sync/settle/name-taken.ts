import * as E from 'fp-ts/lib/Either.js';
import type { Candidate } from '../entry/candidate.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { readPresence } from '../presence/read-presence.ts';
import type { Session } from '../session.ts';

/** Asks whether a name stands at the service under another id than its own. */
export type NameTaken = (candidate: Pick<Candidate, 'id' | 'name'>) => Promise<boolean>;

/**
 * Reads the service's list, the rest of it and what is new, and looks for a name. A service that says of a transaction both that
 * it exists and that there is none of its id means the name; and only the list knows whose that is. False as well when the
 * list cannot be read: then nothing is proven.
 */
export const nameTakenIn = (session: Session): NameTaken => {
  const inTurn = oneAtATime();
  return ({ id, name }) =>
    inTurn(async () => {
      const end = await readPresence(session);
      if (E.isLeft(end) || end.right.end !== 'read') return false;
      const known = await session.book.lookUp(session.run.id, [{ id, name }])();
      const namesake = E.isLeft(known) ? undefined : known.right.presentNames.get(name);
      return namesake !== undefined && namesake.id !== id;
    });
};
