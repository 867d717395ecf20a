import type { Fact } from '../checker/fact.ts';
import { decimal } from './decimal.ts';
import type { Outside } from './world.ts';

const dayLength = 24 * 3_600_000;

/** The id and name under which we must send a sale: the promise that makes a retry harmless. */
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

/** A sale of one storefront that has to be sent: what becomes of it is ours alone. */
export const isPlain = ({ kind, keys, expected }: Fact): boolean =>
  kind === 'sale' && keys.length === 1 && expected === 'pushed';

/** Another client writes under one of our ids or names: another sale, or the very same one. */
export const writeForeign = (world: Outside, key: string): void => {
  const { service, truth, dice, kernel } = world;
  const [fact] = truth.facts().filter(({ keys }) => keys[0] === key);
  const ours = namesOf(world, key);
  if (fact === undefined || ours === undefined || !isPlain(fact) || service.holds(ours)) return;
  const differsIn = dice.chance(0.3) ? 'nothing' : dice.pick(['money', 'money', 'state', 'day', 'purpose'] as const);
  const isAlike = differsIn === 'nothing';
  const { currency, total, tax, state, at } = fact.versions.at(-1) ?? fact.versions[0];
  // A service that assigns ids does not know ours: there only the name can collide.
  const isName = service.dialect.ids !== 'client' || dice.chance(0.3);
  const id = isAlike || !isName ? ours.id : `import:${dice.int(1, 999_999)}`;
  const name = isAlike || isName ? ours.name : `Imported ${dice.int(1, 999_999)}`;
  const text = JSON.stringify({
    id,
    name,
    currency,
    total: Number(decimal(currency, differsIn === 'money' ? total + 1n : total)),
    taxCollected: Number(decimal(currency, tax)),
    transactedAt: new Date(differsIn === 'day' ? at - dayLength : at).toISOString(),
    shipToAddress: { country: 'US', state: differsIn === 'state' ? 'VT' : state },
    ...(differsIn === 'purpose' && { purpose: 'RESALE' }),
  });
  service.insertForeign({ id, name, text, differsIn });
  kernel.trace.note(kernel.now(), `another program writes ${id}, which differs in ${differsIn}`);
  if (!isAlike) truth.obstruct(key, 'conflict');
};

/** In some worlds another client sends a new sale first. */
export const beQuicker = (world: Outside, key: string): void => {
  const { kernel, dice, setting } = world;
  if (!setting.hasForeignWriter || !dice.chance(0.25)) return;
  kernel.after(dice.int(0, 200), null, 'another program is quicker', () => writeForeign(world, key));
};
