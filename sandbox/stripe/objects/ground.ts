/** What all objects of one sample sale share: its time, town, ids, draws and invented buyer. */
import { type Draw, seededRandom } from '../../seeded-random.ts';
import { sampleCalendar, type SampleSize } from '../../shopify/orders/sample-size.ts';
import { type Town, usPlaces } from '../../shopify/orders/us-places.ts';
import { canary } from '../../shopify/answers/shop-answers.ts';

/** A part of a Stripe object in JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** A Stripe object with all parts that can be expanded. Parts that the caller did not request are removed when it is sent. */
export interface StripeObject extends Json {
  readonly id: string;
  /** `charge`, `checkout.session`, … */
  readonly object: string;
  /** Unix seconds. */
  readonly created: number;
}

/** Ids look like Stripe's and contain the sale's number: `ch_1Sbx000004201` is charge 1 of sale 42. */
export const objectId = (prefix: string, index: number, ordinal: number): string =>
  `${prefix}_1Sbx${String(index).padStart(7, '0')}${String(ordinal).padStart(2, '0')}`;

/** The sale that an id belongs to; undefined for an id of another form. */
export const indexOfObject = (id: string): number | undefined => {
  const [, index] = /_1Sbx(\d{7})\d{2}$/.exec(id) ?? [];
  return index === undefined ? undefined : Number(index);
};

/** The same values give the same objects, byte for byte. */
export interface AccountSize {
  readonly seed: number;
  readonly sales: number;
  /** `acct_…` */
  readonly account: string;
  readonly isLive: boolean;
  /** The sample shop, some of whose orders were paid through this account. */
  readonly shop: SampleSize;
}

/** The base of one sale's objects. */
export interface Ground extends AccountSize {
  readonly index: number;
  /** Unix seconds. */
  readonly soldAt: number;
  readonly town: Town;
  /** The sum of the town's rates, in hundred-thousandths. */
  readonly rate: number;
  readonly draw: Draw;
  /** An id of this sale, `ch_…`; with an ordinal for each further object of its kind. */
  readonly id: (prefix: string, ordinal?: number) => string;
  /** This many days after the sale, in Unix seconds, but never after the end of the sample. */
  readonly daysLater: (days: number) => number;
}

/** The same sale in another town. */
export const groundIn = (town: Town, ground: Ground): Ground => ({ ...ground, town, rate: rateIn(town) });

const taxedTowns = usPlaces.filter(({ jurisdiction }) => jurisdiction.rates.length > 0);

/** @param isSpecial such a sale is not made in a town without sales tax, where its specialty would not show */
export const groundOf = (size: AccountSize, index: number, isSpecial: boolean): Ground => {
  const draw = seededRandom(size.seed, index, 12);
  const drawn = draw.pick(usPlaces);
  const taxed = taxedTowns[index % taxedTowns.length] ?? drawn;
  const town = isSpecial && drawn.jurisdiction.rates.length === 0 ? taxed : drawn;
  const soldAt = soldAtOf(size, index);
  return {
    ...size,
    index,
    soldAt,
    town,
    rate: rateIn(town),
    draw,
    id: (prefix, ordinal = 0) => objectId(prefix, index, ordinal),
    daysLater: (days) => Math.min(soldAt + days * 86_400, secondsOf(size)[1]),
  };
};

export type Objects = (ground: Ground) => readonly StripeObject[];

/** Situations of real accounts, by name, and the objects that Stripe keeps for each. */
export type Situations = Readonly<Record<string, Objects>>;

/** An invented person, whose name, e-mail or phone in a log, a report or a transaction shows a leak. */
export const noPerson = {
  name: `${canary.firstName} ${canary.lastName}`,
  email: canary.email,
  phone: canary.phone,
} as const;

/** An address of a town as Stripe writes it, with an invented street. */
export const addressIn = ({ place }: Town): Json => ({
  line1: place.address1,
  line2: place.address2,
  city: place.city,
  state: place.provinceCode,
  postal_code: place.zip,
  country: place.countryCode,
});

/** What Checkout writes when it collected no address at all. */
export const blankAddress: Json = { line1: '', line2: '', city: '', state: '', postal_code: '', country: '' };

export const onlyZip = (zip: string | null): Json => ({
  ...blankAddress,
  line1: null,
  line2: null,
  city: null,
  state: '',
  postal_code: zip,
  country: 'US',
});

export const sentTo = (address: Json): Json => ({ ...noPerson, address, carrier: null, tracking_number: null });

export const billedTo = (address: Json): Json => ({ ...noPerson, address, tax_id: null });

const rateIn = ({ jurisdiction }: Town): number => jurisdiction.rates.reduce((sum, { rate }) => sum + rate, 0);

/** When the sale with this index was made: spread over the sample's time, later for each later index. */
const soldAtOf = (size: AccountSize, index: number): number => {
  const [first, last] = secondsOf(size);
  const slot = (last - first) / size.sales;
  return first + Math.floor(slot * (index + 0.9 * seededRandom(size.seed, index, 11).next()));
};

/** The first and the last second with events in the account. */
const secondsOf = ({ shop: { calendar = sampleCalendar } }: AccountSize): readonly [first: number, last: number] => [
  second(calendar.start),
  second(calendar.end) - 3600,
];

const second = (milliseconds: number): number => Math.floor(milliseconds / 1000);
