import * as t from 'io-ts';
import { decodeAs } from '../../src/domain/decode.ts';

/** What a process that looked sales up reports of itself. */
export const LookedUp = t.type(
  {
    /** In the sync database. */
    names: t.number,
    found: t.number,
    /** For each sale that was looked up. */
    cpuUs: t.number,
    wallUs: t.number,
    /** What looking up added to the memory of the process, divided by the names that the sync database holds. */
    bytesAName: t.number,
  },
  'LookedUp',
);
export type LookedUp = t.TypeOf<typeof LookedUp>;

export const decodeLookedUp = decodeAs(LookedUp);
