import { historyOf } from '../../sandbox/shopify/orders/history-of.ts';
import { recipeOf } from '../../sandbox/shopify/orders/recipe-of.ts';
import type { Agreement, LedgerRow } from '../../sandbox/shopify/orders/history.ts';
import { situationOf } from '../../sandbox/index.ts';

/**
 * One sale as the shop itself knows it, from before anything of ours saw it: an order, the part of it whose tax a marketplace
 * remits, what was later added to it, or what went
 * back because it was canceled.
 */
export interface SoldOrder {
  /** Id of the order, with `:marketplace` for that part of it; of the agreement that added to it; or of the refund. */
  readonly sourceId: string;
  /** Id of the order, also of an addition or a refund. */
  readonly orderId: string;
  readonly currency: string;
  /** Minor units, as sold; null when it must never be sent. */
  readonly pushed: { readonly total: bigint; readonly tax: bigint } | null;
}

/** Situations whose orders are skipped, or held for a person. */
const excluded: ReadonlySet<string> = new Set([
  'test order',
  'unpaid',
  'only authorized',
  'voided',
  'payment expired',
  'no financial status, nothing paid',
  'canceled before payment',
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

const expectedOf = (rows: readonly LedgerRow[], situation: string): SoldOrder['pushed'] => {
  if (excluded.has(situation)) return null;
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

const isOfSeller = ({ taxes }: LedgerRow): boolean => taxes.every(({ liable }) => liable !== true);

/** Edits and exchanges that raise the sale. */
const isAddition = ({ kind, rows }: Agreement): boolean => {
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
  const withoutTax = rows.map(({ total, taxes }) => total - sum(taxes.map(({ amount }) => amount)));
  return (kind === 'edit' || kind === 'return') && sum(withoutTax) > 0n;
};

/** What a sample shop sold, to the cent, from its own ledger. Nothing of the connector or the mapping takes part. */
export const shopTruth = (orders: number, seed = 1): readonly SoldOrder[] =>
  Array.from({ length: orders }, (_, index) => index).flatMap((index) => {
    const recipe = recipeOf({ seed, orders }, index);
    const [orderId, { currency }, situation] = [String(recipe.id), recipe, situationOf(index)];
    const { agreements, cancelled } = historyOf(recipe);
    return agreements.flatMap((ledger, position): readonly SoldOrder[] => {
      const refund = cancelled !== null && ledger.kind === 'refund' ? ledger.about : null;
      if (position > 0 && refund === null && !isAddition(ledger)) return [];
      const sourceId = position === 0 ? orderId : (refund ?? `${orderId}${position}`);
      const rows = ledger.rows.filter(({ type }) => isSale.has(type));
      const [own, theirs] = [rows.filter((row) => isOfSeller(row)), rows.filter((row) => !isOfSeller(row))];
      if (own.every(({ taxes }) => taxes.length === 0) || theirs.length === 0) {
        return [{ sourceId, orderId, currency, pushed: expectedOf(rows, situation) }];
      }
      return [
        { sourceId, orderId, currency, pushed: expectedOf(own, situation) },
        { sourceId: `${sourceId}:marketplace`, orderId, currency, pushed: expectedOf(theirs, situation) },
      ];
    });
  });
