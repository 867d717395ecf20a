/** How a ticked box of "Needs you" names its sale, or its whole reason, in a form. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';

/** One matter, or all matters of a reason. */
export interface Tick {
  readonly what: string;
  readonly isSent: boolean;
  readonly lineId?: string;
}

/** The matters of one reason that are selected. */
export interface Picked extends Omit<Tick, 'lineId'> {
  /** Undefined: all matters of the reason. */
  readonly lineIds?: readonly string[];
}

/** The value of a tick. */
export const pickOf = ({ what, isSent, lineId }: Tick): string =>
  JSON.stringify(lineId === undefined ? [what, isSent] : [what, isSent, lineId]);

/** By reason: a tick of a reason selects all of it. Pure. */
export const readPicks = (values: readonly string[]): readonly Picked[] => {
  const found = new Map<string, Picked>();
  for (const { what, isSent, lineId } of values.flatMap(parsePick)) {
    const key = JSON.stringify([what, isSent]);
    const before = found.get(key);
    const isWhole = lineId === undefined || (before !== undefined && before.lineIds === undefined);
    found.set(key, isWhole ? { what, isSent } : { what, isSent, lineIds: [...(before?.lineIds ?? []), lineId] });
  }
  return [...found.values()];
};

// The longer tuple comes first: the shorter one would drop the sale, and a tick of one sale would select its whole reason.
const pickShape = t.union([t.tuple([t.string, t.boolean, t.string]), t.tuple([t.string, t.boolean])]);

const parsePick = (value: string): readonly Tick[] => {
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(value),
    () => null,
  );
  const decoded = pickShape.decode(E.toUnion(parsed));
  if (E.isLeft(decoded)) return [];
  const [what, isSent, lineId] = decoded.right;
  return [{ what, isSent, ...(lineId !== undefined && { lineId }) }];
};
