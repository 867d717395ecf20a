import type { Content } from '../../checker/fact.ts';
import type { Dice } from '../../kernel/dice.ts';
import { beQuicker } from '../foreign-writer.ts';
import { drawHiddenFor } from '../hidden-for.ts';
import { anyPlace } from '../place.ts';
import { drawSoldAt, isInHistory } from '../sold-at.ts';
import type { Outside, Stir } from '../world.ts';
import type { StripeAccount } from './account.ts';
import type { Charge, ChargeEvent } from './charge.ts';
import { stripeWebhook } from './stripe-webhook.ts';

const chargeChanges = ['refunded', 'sent elsewhere', 'paid', 'touched'] as const;

const drawCharge = (dice: Dice, id: string, createdAt: number): Charge => {
  const amount = BigInt(dice.int(1, 49_999));
  return {
    id,
    createdAt,
    visibleAt: createdAt,
    status: dice.chance(0.88) ? 'succeeded' : dice.pick(['pending', 'failed']),
    amount,
    tax: dice.chance(0.3) ? 0n : (amount * 7n) / 100n,
    shipTo: anyPlace(dice),
    refund: null,
    order: null,
  };
};

const contentOf = ({ amount, tax, shipTo, createdAt }: Charge): Content => ({
  currency: 'USD',
  total: amount,
  tax,
  state: shipTo.state,
  at: createdAt,
});

const expectedOf = ({ status }: Charge): 'pushed' | 'never' => (status === 'succeeded' ? 'pushed' : 'never');

const tell = (
  world: Outside,
  account: StripeAccount,
  charge: Charge,
  type: ChargeEvent['type'],
  visibleAt: number,
): void => {
  const { kernel, dice, courier } = world;
  const id = `evt_${account.storefront}${kernel.now()}x${dice.int(0, 999_999)}`;
  const event = { id, type, chargeId: charge.id, at: kernel.now(), visibleAt };
  account.note(event);
  courier.deliver(stripeWebhook(account, event));
};

const noteRefund = ({ setting, truth }: Outside, charge: Charge): void => {
  const { refund, amount, tax, shipTo } = charge;
  if (setting.refunds === 'report' || refund === null) return;
  const content = { currency: 'USD', total: -amount, tax: -tax, state: shipTo.state, at: refund.at };
  const expected = truth.expectationOfRefund(charge.id);
  truth.begin({ keys: [refund.id], kind: 'refund', expected, versions: [content], inHistoryOf: [], parent: charge.id });
};

const change = (world: Outside, account: StripeAccount, id: string, wanted?: (typeof chargeChanges)[number]): void => {
  const { kernel, dice, faults, truth, setting } = world;
  const charge = account.find(id);
  if (charge?.order !== null) return;
  const what = wanted ?? faults.at('change', chargeChanges) ?? 'touched';
  kernel.trace.note(kernel.now(), `${account.storefront} ${id} is ${what}`);
  const at = Math.floor(kernel.now() / 1_000) * 1_000;
  const changed: Charge = {
    ...charge,
    ...(what === 'sent elsewhere' && { shipTo: anyPlace(dice) }),
    ...(what === 'paid' && charge.status === 'pending' && { status: 'succeeded' as const }),
    ...(what === 'refunded' && charge.status === 'succeeded' && { refund: charge.refund ?? { id: `re_${id}`, at } }),
  };
  account.put(changed);
  truth.touch(id, expectedOf(changed), contentOf(changed));
  if (charge.refund === null) noteRefund(world, changed);
  const type = what === 'refunded' ? 'charge.refunded' : 'charge.updated';
  tell(world, account, changed, type, kernel.now() + drawHiddenFor(dice, setting));
};

/** Everything that happens in one Stripe account. Gives what stirs it, as `liveShop` does. */
export const liveAccount = (world: Outside, account: StripeAccount): Stir => {
  const { kernel, dice, setting, truth } = world;
  const { old, young, troubleLasts } = setting;
  const idOf = (index: number): string => `ch_${account.storefront}${String(index).padStart(3, '0')}`;
  const begin = (charge: Charge, inHistory: boolean): void => {
    const isOld = inHistory && isInHistory(charge.createdAt, account.zone);
    truth.begin({
      keys: [charge.id],
      kind: 'sale',
      expected: inHistory && !isOld ? 'never' : expectedOf(charge),
      versions: [contentOf(charge)],
      inHistoryOf: isOld ? [account.storefront] : [],
      parent: null,
    });
    account.put(charge);
  };
  for (let index = 0; index < old; index += 1)
    begin(drawCharge(dice, idOf(index), drawSoldAt(dice, account.zone)), true);
  for (let index = old; index < old + young; index += 1) {
    kernel.after(dice.int(1_000, troubleLasts), null, `${account.storefront} sells`, () => {
      const visibleAt = kernel.now() + drawHiddenFor(dice, setting);
      const charge = { ...drawCharge(dice, idOf(index), Math.floor(kernel.now() / 1_000) * 1_000), visibleAt };
      begin(charge, false);
      tell(world, account, charge, 'charge.succeeded', visibleAt);
      beQuicker(world, charge.id);
    });
  }
  for (let changes = dice.int(0, old + young); changes > 0; changes -= 1) {
    const id = idOf(dice.chance(0.5) && young > 0 ? dice.int(old, old + young - 1) : dice.int(0, old + young - 1));
    kernel.after(dice.int(1_000, troubleLasts), null, `${account.storefront} changes`, () =>
      change(world, account, id),
    );
  }
  return {
    change: () => change(world, account, idOf(dice.int(0, old + young - 1))),
    correct: (id) => change(world, account, id, 'sent elsewhere'),
    // Stripe sends no erasure requests.
    forget: () => undefined,
  };
};
