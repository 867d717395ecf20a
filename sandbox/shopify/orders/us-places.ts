/** A real address without people, who are made up when it is shown. */
export interface Place {
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly zip: string | null;
  readonly countryCode: string;
}

/** One tax on an order. `rate` is in hundred-thousandths: 8875 is 8.875 %. */
interface Rate {
  readonly title: string;
  readonly rate: number;
}

/** Where a sale is taxed, and how. Rates are plausible, not current: nothing is computed from them outside of the sandbox. */
export interface Jurisdiction {
  readonly rates: readonly Rate[];
  readonly taxesShipping: boolean;
}

export const noTax: Jurisdiction = { rates: [], taxesShipping: false };

export interface Town {
  readonly place: Place;
  readonly jurisdiction: Jurisdiction;
}

/** A town in another country, to which nothing is taxed. */
export const oslo: Town = {
  place: {
    ...{ address1: '1 CANARY_ADDR St', address2: null, city: 'Oslo', province: null, provinceCode: null },
    ...{ zip: '0150', countryCode: 'NO' },
  },
  jurisdiction: noTax,
};

/** @param state the rate of the state's own tax, in hundred-thousandths; without it there is no sales tax at all */
const town = (
  city: string,
  province: string,
  provinceCode: string,
  zip: string,
  taxesShipping: boolean,
  state?: number,
  local: Readonly<Record<string, number>> = {},
): Town => ({
  // An invented street: found in a log or a report, it shows a leak.
  place: { address1: '1 CANARY_ADDR St', address2: null, city, province, provinceCode, zip, countryCode: 'US' },
  jurisdiction: {
    taxesShipping,
    rates:
      state === undefined
        ? []
        : Object.entries({ [`${province} State Tax`]: state, ...local }).map(([title, rate]) => ({ title, rate })),
  },
});

/** The towns that ordinary orders go to, with what is taxed there by state and place; a few have no sales tax at all. */
export const usPlaces: readonly [Town, ...Town[]] = [
  town('Los Angeles', 'California', 'CA', '90012', false, 7250, { 'Los Angeles County Tax': 2250 }),
  town('San Francisco', 'California', 'CA', '94103', false, 7250, { 'San Francisco County Tax': 1375 }),
  town('New York', 'New York', 'NY', '10001', true, 4000, { 'New York City Tax': 4500, 'MTA Surcharge': 375 }),
  town('Buffalo', 'New York', 'NY', '14202', true, 4000, { 'Erie County Tax': 4750 }),
  town('Austin', 'Texas', 'TX', '78701', true, 6250, { 'Austin City Tax': 1000, 'Austin MTA Tax': 1000 }),
  town('Houston', 'Texas', 'TX', '77002', true, 6250, { 'Houston City Tax': 1000, 'Houston MTA Tax': 1000 }),
  town('Miami', 'Florida', 'FL', '33130', true, 6000, { 'Miami-Dade County Tax': 1000 }),
  town('Seattle', 'Washington', 'WA', '98101', true, 6500, { 'Seattle City Tax': 3850 }),
  town('Chicago', 'Illinois', 'IL', '60602', false, 6250, {
    'Cook County Tax': 1750,
    'Chicago City Tax': 1250,
    'RTA Tax': 1000,
  }),
  town('Philadelphia', 'Pennsylvania', 'PA', '19107', true, 6000, { 'Philadelphia City Tax': 2000 }),
  town('Columbus', 'Ohio', 'OH', '43215', true, 5750, { 'Franklin County Tax': 2250 }),
  town('Atlanta', 'Georgia', 'GA', '30303', true, 4000, { 'Fulton County Tax': 3000, 'Atlanta City Tax': 1900 }),
  town('Raleigh', 'North Carolina', 'NC', '27601', true, 4750, { 'Wake County Tax': 2500 }),
  town('Newark', 'New Jersey', 'NJ', '07102', true, 6625),
  town('Boston', 'Massachusetts', 'MA', '02108', false, 6250),
  town('Denver', 'Colorado', 'CO', '80202', false, 2900, { 'Denver City Tax': 5150, 'RTD Tax': 1000 }),
  town('Phoenix', 'Arizona', 'AZ', '85003', false, 5600, { 'Maricopa County Tax': 700, 'Phoenix City Tax': 2300 }),
  town('Minneapolis', 'Minnesota', 'MN', '55401', true, 6875, {
    'Hennepin County Tax': 1150,
    'Minneapolis City Tax': 1000,
  }),
  town('Milwaukee', 'Wisconsin', 'WI', '53202', true, 5000, {
    'Milwaukee County Tax': 900,
    'Milwaukee City Tax': 2000,
  }),
  town('Nashville', 'Tennessee', 'TN', '37201', true, 7000, { 'Davidson County Tax': 2250 }),
  town('Detroit', 'Michigan', 'MI', '48226', true, 6000),
  town('Richmond', 'Virginia', 'VA', '23219', false, 4300, { 'Central Virginia Tax': 1700 }),
  town('Baltimore', 'Maryland', 'MD', '21202', false, 6000),
  town('Hartford', 'Connecticut', 'CT', '06103', true, 6350),
  town('Salt Lake City', 'Utah', 'UT', '84101', false, 4850, { 'Salt Lake County Tax': 2900 }),
  town('New Orleans', 'Louisiana', 'LA', '70112', false, 5000, { 'Orleans Parish Tax': 5000 }),
  town('Portland', 'Oregon', 'OR', '97204', false),
  town('Manchester', 'New Hampshire', 'NH', '03101', false),
  town('Wilmington', 'Delaware', 'DE', '19801', false),
  town('Billings', 'Montana', 'MT', '59101', false),
];

/** An order that goes to the first town of a US state in the table, and is billed and taxed there. */
export const sentTo = (
  state: string,
): { readonly shipTo: Place; readonly billTo: Place; readonly taxedIn: Jurisdiction } => {
  const { place, jurisdiction } = townIn(state);
  return { shipTo: place, billTo: place, taxedIn: jurisdiction };
};

/** The first town of a US state in the table. */
export const townIn = (state: string): Town =>
  usPlaces.find(({ place }) => place.provinceCode === state) ?? usPlaces[0];
