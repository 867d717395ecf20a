import type { Fact } from '../checker/fact.ts';
import { decimal } from './decimal.ts';
import type { Outside } from './world.ts';

/** Under which id and name we are bound to tell a sale: the promise that makes a retry harmless. */
const namesOf = (
  { shops, accounts }: Outside,
  key: string,
): { readonly id: string; readonly name: string } | undefined => {
  const shop = shops.find(({ find }) => find(key) !== undefined);
  if (shop !== undefined) {
    return { id: `shopify:${shop.id}:${key}`, name: `Shopify #${shop.find(key)?.number ?? 0} · ${key}` };
  }
  const account = accounts.find(({ find }) => find(key) !== undefined);
  return account === undefined ? undefined : { id: `stripe:${account.id}:${key}`, name: `Stripe ${key}` };
};

/** A sale of one storefront that has to be told: what becomes of it is ours alone. */
export const isPlain = ({ kind, keys, expected }: Fact): boolean =>
  kind === 'sale' && keys.length === 1 && expected === 'told';

/** Somebody else writes under one of our ids, or takes one of our names: another sale, or the very same one. */
export const writeForeign = (world: Outside, key: string): void => {
  const { service, truth, dice, kernel } = world;
  const [fact] = truth.facts().filter(({ keys }) => keys[0] === key);
  const ours = namesOf(world, key);
  if (fact === undefined || ours === undefined || !isPlain(fact) || service.find(ours.id).status === 200) return;
  const isAlike = dice.chance(0.3);
  const { currency, total, tax, state, at } = fact.versions.at(-1) ?? fact.versions[0];
  const id = isAlike || dice.chance(0.7) ? ours.id : `import:${dice.int(1, 999_999)}`;
  const name = isAlike || id !== ours.id ? ours.name : `Imported ${dice.int(1, 999_999)}`;
  const money = (amount: bigint): string => decimal(currency, amount);
  const text = `{"id":"${id}","name":"${name}","currency":"${currency}","total":${money(isAlike ? total : total + 1n)},"taxCollected":${money(tax)},"transactedAt":"${new Date(at).toISOString()}","shipToAddress":{"country":"US","state":"${state}"}}`;
  service.insertForeign({ id, name, text });
  kernel.trace.note(kernel.now(), `somebody else writes ${id}${isAlike ? ' alike' : ''}`);
  if (!isAlike) truth.obstruct(key, 'conflict');
};

/** In some worlds somebody else is quicker than we with a sale that was just made. */
export const beQuicker = (world: Outside, key: string): void => {
  const { kernel, dice, setting } = world;
  if (!setting.hasForeignWriter || !dice.chance(0.25)) return;
  kernel.after(dice.int(0, 200), null, 'somebody else is quicker', () => writeForeign(world, key));
};
