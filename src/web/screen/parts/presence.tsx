/** The card of locations: in which states the business has stock or staff, and whether it is registered there. */
import { facilitatorLaws } from '../../../mapping/facilitator-laws.ts';
import { presenceAdvice } from '../../../mapping/merchant-location.ts';
import type { Presence, ShownLocation, StatePresence } from '../../../operations/presence.ts';
import type { ListedRegistration } from '../../../operations/registrations/known-registrations.ts';
import { plural, registrationLabel } from '../labels.ts';
import type { Html } from '../page.tsx';
import { Table } from './table.tsx';
import { stateName } from './us-map.tsx';

interface Registered {
  readonly registrations: readonly ListedRegistration[];
}

/** Nothing where no connector reads locations. */
export const PresenceCard = ({ states, notRead, notStated, registrations }: Presence & Registered): Html =>
  states.length === 0 && notRead.length === 0 && notStated.length > 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="presence">
      <h2 id="presence">{headline(states)}</h2>
      <p>{presenceAdvice}</p>
      {states.length === 0 ? (
        <p class="small">No locations in the US are known.</p>
      ) : (
        <States states={states} registrations={registrations} />
      )}
      {notRead.map(({ storefront, reason }) => (
        <p class="small">
          Locations of {storefront} are not known: {reason}.
        </p>
      ))}
      {notStated.length === 0 ? null : (
        <p class="soft small">Platforms state no locations for {notStated.join(', ')}.</p>
      )}
    </section>
  );

const headline = (states: Presence['states']): string => {
  const named = states.filter(({ state }) => state !== null).length;
  return named === 0 ? 'Locations' : `Locations in ${plural(named, 'state', 'states')}`;
};

const States = ({ states, registrations }: Pick<Presence, 'states'> & Registered): Html => (
  <Table<StatePresence>
    caption="Active locations in the US, as your platforms state them now"
    rows={states}
    columns={[
      {
        head: 'state',
        tone: '',
        cell: ({ state }) => (state === null ? 'not stated' : stateName(state)),
      },
      { head: 'locations', cell: (one) => <Locations {...one} /> },
      { head: 'registered', cell: ({ state }) => registeredLabel(state, registrations) },
    ]}
  />
);

const Locations = ({ locations }: StatePresence): Html => (
  <>
    {locations.map((one, index) => (
      <>
        {index === 0 ? null : <br />}
        {locationLabel(one)}
      </>
    ))}
  </>
);

/** `Newark (us-store): ship-from, stock` */
const locationLabel = ({ storefront, city, uses }: ShownLocation): string =>
  `${city ?? 'City not stated'} (${storefront})${uses.length === 0 ? '' : `: ${uses.join(', ')}`}`;

const registeredLabel = (state: string | null, registrations: Registered['registrations']): string => {
  const known = registrations.find((one) => one.state === state);
  if (known !== undefined) return registrationLabel(known);
  return state !== null && Object.hasOwn(facilitatorLaws, state) ? 'Not registered' : '–';
};
