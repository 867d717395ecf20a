import { instantOfMilliseconds, millisecondsOf } from '../../core/instant.ts';
import type { Window } from '../../mapping/source-connector.ts';

/** Milliseconds after its end in which a platform may still show a sale of a window; some end one that short before now. */
const settling = 60 * 60_000;

/**
 * The name under which a run keeps how far it has read a window. More is sold in one that is not over: how far it was read
 * on one day says nothing on another one, so that a run that is gone on with later reads it anew. Pure.
 *
 * @param now milliseconds since 1970
 */
export const checkpointName = ({ key, end }: Pick<Window, 'key' | 'end'>, now: number): string =>
  millisecondsOf(end) > now - settling ? `${key} on ${instantOfMilliseconds(now).slice(0, 'YYYY-MM-DD'.length)}` : key;
