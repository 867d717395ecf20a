import type { Dice } from '../kernel/dice.ts';

export interface Place {
  readonly state: string;
  readonly city: string;
  readonly zip: string;
}

const places: readonly [Place, ...Place[]] = [
  { state: 'CA', city: 'Oakland', zip: '94607' },
  { state: 'NY', city: 'Albany', zip: '12207' },
  { state: 'TX', city: 'Austin', zip: '78701' },
  { state: 'WA', city: 'Seattle', zip: '98101' },
];

export const anyPlace = (dice: Dice): Place => dice.pick(places);

/** Any output that contains it is a leak. */
export const street = '1 CANARY_ADDR Street';
