/** Decides what each sample order is, by its index: an ordinary one drawn by the seed, or a special situation. */
import type { Recipe, RecipeShipping, RecipeLine } from './recipe.ts';
import { situationAt } from './situation-at.ts';
import { ordinarilyUpdatedAt, orderId, sampleCalendar, type SampleSize, soldAt } from './sample-size.ts';
import { usPlaces } from './us-places.ts';
import { wholesaleAt } from './wholesale.ts';
import { type Draw, seededRandom } from '../../seeded-random.ts';
import { products, lineOf } from './products.ts';

/** The same index always gives the same order. */
export const recipeOf = (size: SampleSize, index: number): Recipe => {
  const change = situationAt(index)?.[1];
  if (change === undefined) {
    const ordinary = ordinaryRecipe(size, index);
    return size.hasWholesale === true ? { ...ordinary, ...wholesaleAt(ordinary) } : ordinary;
  }
  const ordinary = taxed(ordinaryRecipe(size, index));
  const special = { ...ordinary, ...change(ordinary) };
  return { ...special, updatedAt: lastTouched(special) };
};

/** A typical order: paid, sent to one US address, taxed there; some have a discount. */
const ordinaryRecipe = (size: SampleSize, index: number): Recipe => {
  const draw = seededRandom(size.seed, index, 3);
  const { place, jurisdiction } = draw.pick(usPlaces);
  const lines = Array.from({ length: 1 + draw.whole(4) }, () => drawLine(draw));
  const goods = lines.reduce((sum, line) => sum + line.unitPrice * BigInt(line.quantity) - line.discount, 0n);
  const shipping = drawShipping(draw, goods);
  const hasCode = draw.chance(0.12);
  const at = soldAt(size, index);
  return {
    index,
    id: orderId(index, false),
    number: 1001 + index,
    name: `#${1001 + index}`,
    soldAt: at,
    sampleEnd: (size.calendar ?? sampleCalendar).end,
    createdAt: at,
    updatedAt: ordinarilyUpdatedAt(size, index),
    currency: 'USD',
    digits: 2,
    presentment: null,
    taxesIncluded: false,
    isTaxSkipped: false,
    isExemptSinceLater: false,
    taxedIn: jurisdiction,
    shipTo: place,
    billTo: place,
    lines,
    shipping: [shipping],
    orderDiscount: hasCode ? goods / 10n : 0n,
    discountCodes: hasCode ? ['WELCOME10'] : [],
    fees: [],
    cashRounding: 0n,
    liable: { goods: false, shipping: false },
    customer: { taxExempt: false, taxExemptions: [], tags: [] },
    company: null,
    tags: [],
    channel: {
      sourceName: 'web',
      sourceIdentifier: null,
      app: { id: '580111', name: 'Online Store' },
      attribution: { handle: 'online_store', displayName: 'Online Store' },
      merchantOfRecord: null,
    },
    payment: { status: 'PAID', gateway: 'shopify_payments', paymentId: null, byGiftCard: 0n },
    delivery: { method: 'SHIPPING', location: 'warehouse', isPointOfSale: false },
    events: [],
    isTest: false,
    isArchived: false,
    isTaxEstimated: false,
    isDisputed: false,
    hasLedger: true,
    misstatedBy: 0n,
  };
};

const drawLine = (draw: Draw): RecipeLine => {
  const line = lineOf(draw.pick(products), draw.chance(0.7) ? 1 : 2 + draw.whole(3));
  const listed = line.unitPrice * BigInt(line.quantity);
  return draw.chance(0.1) ? { ...line, discount: (listed * BigInt(5 + 5 * draw.whole(5))) / 100n } : line;
};

const drawShipping = (draw: Draw, goods: bigint): RecipeShipping => {
  const isFree = goods > 10_000n && draw.chance(0.6);
  const [title, price] = draw.pick<readonly [string, bigint]>([
    ['Standard', 595n],
    ['Standard', 795n],
    ['Expedited', 1450n],
  ]);
  return { title: isFree ? 'Free shipping' : title, price: isFree ? 0n : price, discount: 0n };
};

/** Moves a special order out of a state without sales tax, where its specialty would not show. */
const taxed = (ordinary: Recipe): Recipe => {
  if (ordinary.taxedIn.rates.length > 0) return ordinary;
  const taxedTowns = usPlaces.filter(({ jurisdiction }) => jurisdiction.rates.length > 0);
  const { place, jurisdiction } = taxedTowns[ordinary.index % taxedTowns.length] ?? usPlaces[0];
  return { ...ordinary, shipTo: place, billTo: place, taxedIn: jurisdiction };
};

const lastTouched = ({ updatedAt, events }: Recipe): number =>
  events.reduce((latest, { at }) => Math.max(latest, at), updatedAt);
