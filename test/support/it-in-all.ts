import { it } from '@jest/globals';
import { sized } from './size.ts';

/** A test of `npm run test:all` alone: it takes seconds, and others of its suite hold the same promise in small. */
export const itInAll: typeof it | typeof it.skip = sized<typeof it | typeof it.skip>({ quick: it.skip, all: it });
