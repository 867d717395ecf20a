import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../src/domain/decode.ts';

/** What a measured process reports of itself. */
export const Measurement = t.type(
  {
    /** Considered. */
    orders: t.number,
    pushed: t.number,
    alreadyPresent: t.number,
    excluded: t.number,
    /** User and system time of the whole process, its collector included, in microseconds. */
    cpuUs: t.number,
    wallMs: t.number,
    /** The most that the process ever occupied, from its start to its end, in kilobytes. */
    peakRssKb: t.number,
  },
  'Measurement',
);
export type Measurement = t.TypeOf<typeof Measurement>;

export const decodeMeasurement: (input: unknown) => E.Either<Undecodable, Measurement> = decodeAs(Measurement);
