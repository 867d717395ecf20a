/** Runs `tax-nexus prune` batch by batch: first the report lines of old runs, then the bodies in the audit. */
import * as O from 'fp-ts/lib/Option.js';
import type { PruneBatch } from '../../../domain/prune-store.ts';
import { type AccountDatabase, readFrom, writeTo } from '../database.ts';
import { type LinePosition, preparePruneLines } from './prune-lines.ts';
import { preparePruneBodies } from './prune-bodies.ts';

/** The start of a batch: first in the lines of all runs, then in the bodies. */
type Position = { readonly lines: LinePosition } | { readonly bodies: number };

const start: Position = { lines: { run: 0, position: -1 } };

export const sqlPrune = (database: AccountDatabase): PruneBatch => {
  const pruneLines = preparePruneLines(database);
  const pruneBodies = preparePruneBodies(database);
  return (request) =>
    (request.removal === null ? readFrom : writeTo)(database, async (transaction) => {
      // Text that we wrote: it never leaves the process.
      const position = O.isSome(request.after) ? (JSON.parse(request.after.value) as Position) : start;
      if ('lines' in position) {
        const { records, next } = await pruneLines(transaction, request, position.lines);
        const then: Position = next === null ? { bodies: 0 } : { lines: next };
        return { lines: records.length, bodies: 0, next: textOf(then) };
      }
      const { records, next } = await pruneBodies(transaction, request, position.bodies);
      return { lines: 0, bodies: records.length, next: next === null ? O.none : textOf({ bodies: next }) };
    });
};

const textOf = (position: Position): O.Option<string> => O.some(JSON.stringify(position));
