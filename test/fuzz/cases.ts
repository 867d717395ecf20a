import { sized } from '../support/size.ts';

const factor = sized({ quick: 0.1, all: 1 });

/** How many cases to try, of this many in `npm run test:all`; `npm test` tries a tenth. */
export const cases = (all: number): number => Math.max(1, Math.round(all * factor));
