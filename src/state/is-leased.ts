import { mostSkew } from '../core/most-skew.ts';

/**
 * Whether a lease keeps somebody else away who asks at `now` for one until `until` (milliseconds since 1970). One that reaches
 * further than a new one would was taken by a wrong clock, and its owner may be long gone. Pure.
 */
export const isLeased = (held: number, { now, until }: { readonly now: number; readonly until: number }): boolean =>
  held > now && held <= until + mostSkew;
