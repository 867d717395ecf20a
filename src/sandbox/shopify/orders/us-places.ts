import type { Jurisdiction, Rate } from './jurisdiction.ts';
import type { Place } from './place.ts';

/** A town with its taxes. */
export interface Town {
  readonly place: Place;
  readonly jurisdiction: Jurisdiction;
}

const town = (
  [city, province, provinceCode, zip]: readonly [string, string, string, string],
  taxesShipping: boolean,
  ...rates: readonly (readonly [title: string, rate: number])[]
): Town => ({
  // An invented street: found in a log or a report, it shows a leak.
  place: { address1: '1 CANARY_ADDR St', address2: null, city, province, provinceCode, zip, countryCode: 'US' },
  jurisdiction: { taxesShipping, rates: rates.map(([title, rate]): Rate => ({ title, rate })) },
});

/** The towns that ordinary orders go to; a few have no sales tax at all. */
export const usPlaces: readonly [Town, ...Town[]] = [
  town(
    ['Los Angeles', 'California', 'CA', '90012'],
    false,
    ['California State Tax', 7250],
    ['Los Angeles County Tax', 2250],
  ),
  town(
    ['San Francisco', 'California', 'CA', '94103'],
    false,
    ['California State Tax', 7250],
    ['San Francisco County Tax', 1375],
  ),
  town(
    ['New York', 'New York', 'NY', '10001'],
    true,
    ['New York State Tax', 4000],
    ['New York City Tax', 4500],
    ['MTA Surcharge', 375],
  ),
  town(['Buffalo', 'New York', 'NY', '14202'], true, ['New York State Tax', 4000], ['Erie County Tax', 4750]),
  town(
    ['Austin', 'Texas', 'TX', '78701'],
    true,
    ['Texas State Tax', 6250],
    ['Austin City Tax', 1000],
    ['Austin MTA Tax', 1000],
  ),
  town(
    ['Houston', 'Texas', 'TX', '77002'],
    true,
    ['Texas State Tax', 6250],
    ['Houston City Tax', 1000],
    ['Houston MTA Tax', 1000],
  ),
  town(['Miami', 'Florida', 'FL', '33130'], true, ['Florida State Tax', 6000], ['Miami-Dade County Tax', 1000]),
  town(['Seattle', 'Washington', 'WA', '98101'], true, ['Washington State Tax', 6500], ['Seattle City Tax', 3850]),
  town(
    ['Chicago', 'Illinois', 'IL', '60602'],
    false,
    ['Illinois State Tax', 6250],
    ['Cook County Tax', 1750],
    ['Chicago City Tax', 1250],
    ['RTA Tax', 1000],
  ),
  town(
    ['Philadelphia', 'Pennsylvania', 'PA', '19107'],
    true,
    ['Pennsylvania State Tax', 6000],
    ['Philadelphia City Tax', 2000],
  ),
  town(['Columbus', 'Ohio', 'OH', '43215'], true, ['Ohio State Tax', 5750], ['Franklin County Tax', 2250]),
  town(
    ['Atlanta', 'Georgia', 'GA', '30303'],
    true,
    ['Georgia State Tax', 4000],
    ['Fulton County Tax', 3000],
    ['Atlanta City Tax', 1900],
  ),
  town(
    ['Raleigh', 'North Carolina', 'NC', '27601'],
    true,
    ['North Carolina State Tax', 4750],
    ['Wake County Tax', 2500],
  ),
  town(['Newark', 'New Jersey', 'NJ', '07102'], true, ['New Jersey State Tax', 6625]),
  town(['Boston', 'Massachusetts', 'MA', '02108'], false, ['Massachusetts State Tax', 6250]),
  town(
    ['Denver', 'Colorado', 'CO', '80202'],
    false,
    ['Colorado State Tax', 2900],
    ['Denver City Tax', 5150],
    ['RTD Tax', 1000],
  ),
  town(
    ['Phoenix', 'Arizona', 'AZ', '85003'],
    false,
    ['Arizona State Tax', 5600],
    ['Maricopa County Tax', 700],
    ['Phoenix City Tax', 2300],
  ),
  town(
    ['Minneapolis', 'Minnesota', 'MN', '55401'],
    true,
    ['Minnesota State Tax', 6875],
    ['Hennepin County Tax', 1150],
    ['Minneapolis City Tax', 1000],
  ),
  town(
    ['Milwaukee', 'Wisconsin', 'WI', '53202'],
    true,
    ['Wisconsin State Tax', 5000],
    ['Milwaukee County Tax', 900],
    ['Milwaukee City Tax', 2000],
  ),
  town(['Nashville', 'Tennessee', 'TN', '37201'], true, ['Tennessee State Tax', 7000], ['Davidson County Tax', 2250]),
  town(['Detroit', 'Michigan', 'MI', '48226'], true, ['Michigan State Tax', 6000]),
  town(['Richmond', 'Virginia', 'VA', '23219'], false, ['Virginia State Tax', 4300], ['Central Virginia Tax', 1700]),
  town(['Baltimore', 'Maryland', 'MD', '21202'], false, ['Maryland State Tax', 6000]),
  town(['Hartford', 'Connecticut', 'CT', '06103'], true, ['Connecticut State Tax', 6350]),
  town(['Salt Lake City', 'Utah', 'UT', '84101'], false, ['Utah State Tax', 4850], ['Salt Lake County Tax', 2900]),
  town(['New Orleans', 'Louisiana', 'LA', '70112'], false, ['Louisiana State Tax', 5000], ['Orleans Parish Tax', 5000]),
  town(['Portland', 'Oregon', 'OR', '97204'], false),
  town(['Manchester', 'New Hampshire', 'NH', '03101'], false),
  town(['Wilmington', 'Delaware', 'DE', '19801'], false),
  town(['Billings', 'Montana', 'MT', '59101'], false),
];
