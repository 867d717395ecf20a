/** The locations of the business by state, as text below `tax-nexus exposure`. */
import type { Presence } from '../../app/plugin/tax-nexus.ts';
import { presenceAdvice } from '../../mapping/merchant-location.ts';
import type { StateRegistration } from '../../reconcile/thresholds/exposure.ts';
import { table } from './text.ts';

/** Empty if no connector reads locations. */
export const presenceText = (
  { states, notRead, notStated }: Presence,
  registrations: readonly StateRegistration[],
): string => {
  if (states.length === 0 && notRead.length === 0 && notStated.length > 0) return '';
  const rows = states.flatMap(({ state, locations }) =>
    locations.map(({ storefront, city, uses }) => [
      state ?? 'not stated',
      registrations.find((one) => one.state === state)?.status ?? 'no',
      storefront,
      city ?? '',
      uses.join(', '),
    ]),
  );
  const lines = [
    rows.length === 0
      ? 'No locations in the US are known.'
      : `Active locations in the US, as your platforms state them now:\n\n${table([['state', 'registered', 'storefront', 'city', 'used as'], ...rows])}\n`,
    presenceAdvice,
    ...notRead.map(({ storefront, reason }) => `Locations of ${storefront} are not known: ${reason}.`),
    ...(notStated.length === 0 ? [] : [`Platforms state no locations for ${notStated.join(', ')}.`]),
  ];
  return `\n${lines.join('\n')}\n`;
};
