import { type Draw, seededRandom } from '../../seeded-random.ts';
import { calendar } from '../../shopify/orders/calendar.ts';
import type { SampleSize } from '../../shopify/orders/sold-at.ts';
import { type Town, usPlaces } from '../../shopify/orders/us-places.ts';
import { objectId } from './object-id.ts';

/** Which sample account is meant: the same one gives the same objects, bytes and all. */
export interface AccountSize {
  readonly seed: number;
  readonly sales: number;
  /** `acct_…` */
  readonly account: string;
  readonly isLive: boolean;
  /** The sample shop, some of whose orders were paid through this account. */
  readonly shop: SampleSize;
}

/** What the objects of one sale are made on. */
export interface Ground extends AccountSize {
  readonly index: number;
  /** Unix seconds. */
  readonly soldAt: number;
  readonly town: Town;
  /** The sum of the town's rates, in hundred-thousandths. */
  readonly rate: number;
  readonly draw: Draw;
  /** An id of this sale's, `ch_…`; an ordinal for every further object of its kind. */
  readonly id: (prefix: string, ordinal?: number) => string;
  /** So many days after the sale, in Unix seconds, but never after the end of the sample. */
  readonly daysLater: (days: number) => number;
}

const second = (milliseconds: number): number => Math.floor(milliseconds / 1000);
const [first, last] = [second(calendar.start), second(calendar.end) - 3600];

const taxedTowns = usPlaces.filter(({ jurisdiction }) => jurisdiction.rates.length > 0);

/** When the sale of an index was made: spread over the sample's time, and later for every later index. */
const soldAtOf = ({ seed, sales }: AccountSize, index: number): number => {
  const slot = (last - first) / sales;
  return first + Math.floor(slot * (index + 0.9 * seededRandom(seed, index, 11).next()));
};

const rateIn = ({ jurisdiction }: Town): number => jurisdiction.rates.reduce((sum, { rate }) => sum + rate, 0);

/** The same sale in another town. */
export const groundIn = (town: Town, ground: Ground): Ground => ({ ...ground, town, rate: rateIn(town) });

/** @param isSpecial what is special about a sale should not be lost on a town without sales tax */
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
    daysLater: (days) => Math.min(soldAt + days * 86_400, last),
  };
};
