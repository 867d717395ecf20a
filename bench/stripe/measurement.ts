import type * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { decodeAs, type Undecodable } from '../../src/domain/decode.ts';

/** What a measured process reports of itself. */
export const StripeMeasurement = t.type(
  {
    /** Charges that were dealt with. */
    charges: t.number,
    /** What became of them, in a few words. */
    result: t.string,
    /** User and system time of the process, in microseconds. */
    cpuUs: t.number,
    /** The same of the database beside it, where there is one. */
    databaseCpuUs: t.number,
    wallMs: t.number,
    /** The most that the process ever occupied, in kilobytes. */
    peakRssKb: t.number,
  },
  'StripeMeasurement',
);
export type StripeMeasurement = t.TypeOf<typeof StripeMeasurement>;

export const decodeStripeMeasurement: (input: unknown) => E.Either<Undecodable, StripeMeasurement> =
  decodeAs(StripeMeasurement);
