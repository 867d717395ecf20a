import * as E from 'fp-ts/lib/Either.js';
import type { Loader } from 'lilconfig';

/** Node names the position of most mistakes, at the end of a message whose beginning may quote the text. */
const positionIn = (message: string): string | undefined => /at position (\d+)(?: \(.*\))?$/.exec(message)?.[1];

const placeOf = (text: string, position: string): string => {
  const lines = text.slice(0, Number(position)).split('\n');
  return `${lines.length}:${lines.at(-1)?.length ?? 0}`;
};

/** Reads JSON. Throws what jiti throws for a module: the place of the mistake behind the path, and nothing of the text. */
export const parseJson: Loader = (path, text) => {
  const parsed = E.tryCatch(() => JSON.parse(text) as unknown, E.toError);
  if (E.isRight(parsed)) return parsed.right;
  const position = positionIn(parsed.left.message);
  throw new Error(`ParseError:${position === undefined ? '' : `\n ${path}:${placeOf(text, position)}`}`);
};
