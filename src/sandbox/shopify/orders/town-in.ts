import { type Town, usPlaces } from './us-places.ts';

/** The first town of a US state in the table. */
export const townIn = (state: string): Town =>
  usPlaces.find(({ place }) => place.provinceCode === state) ?? usPlaces[0];
