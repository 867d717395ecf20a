import { historyOf } from '../../src/sandbox/shopify/orders/history-of.ts';
import { recipeOf } from '../../src/sandbox/shopify/orders/recipe-of.ts';
import type { Recipe } from '../../src/sandbox/shopify/orders/recipe.ts';
import { situationOf } from '../../src/sandbox/index.ts';

/** One order as the shop itself knows it, from before anything of ours saw it. */
export interface SoldOrder {
  readonly sourceId: string;
  readonly currency: string;
  /** Minor units, as sold; null when it must never be sent. */
  readonly told: { readonly total: bigint; readonly tax: bigint } | null;
}

/** Situations whose orders are rightly skipped, or held for a person. */
const setAside: ReadonlySet<string> = new Set([
  'test order',
  'unpaid',
  'only authorised',
  'voided',
  'payment expired',
  'no financial status, nothing paid',
  'cancelled before payment',
  'gift card sold alone',
  'tip alone',
  'partially paid',
  'tax still estimated',
  'without any address',
  'totals that do not add up',
]);

/** A gift card is money, a tip a gift, and a duty the customs office's. */
const isSale: ReadonlySet<string> = new Set(['PRODUCT', 'SHIPPING', 'ADDITIONAL_FEE']);

/** Who sells for the merchant, and remits all tax, by the situation's own name. */
const soldByMarketplace: ReadonlySet<string> = new Set(['an app is the merchant of record']);

const toldOf = (recipe: Recipe, situation: string): SoldOrder['told'] => {
  if (setAside.has(situation)) return null;
  const rows = (historyOf(recipe).agreements[0]?.rows ?? []).filter(({ type }) => isSale.has(type));
  const taxes = rows.flatMap((row) => row.taxes);
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
  const theirs = sum(
    taxes.filter(({ liable }) => liable === true || soldByMarketplace.has(situation)).map(({ amount }) => amount),
  );
  return {
    total: sum(rows.map(({ total }) => total)) - theirs,
    tax: sum(taxes.map(({ amount }) => amount)) - theirs,
  };
};

/** What a sample shop sold, to the cent, from its own ledger. Nothing of the connector or the mapping takes part. */
export const shopTruth = (orders: number, seed = 1): readonly SoldOrder[] =>
  Array.from({ length: orders }, (_, index) => {
    const recipe = recipeOf({ seed, orders }, index);
    return { sourceId: String(recipe.id), currency: recipe.currency, told: toldOf(recipe, situationOf(index)) };
  });
