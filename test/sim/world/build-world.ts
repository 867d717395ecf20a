import type { Host } from '../app/host.ts';
import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { courier as courierOf } from './courier.ts';
import { forgers } from './forgers.ts';
import { obstruct } from './obstructions.ts';
import { service as serviceOf } from './service/service.ts';
import type { Setting } from './setting.ts';
import { shareSales } from './shared-sales.ts';
import { askToForget } from './shopify/ask-to-forget.ts';
import { openShop } from './shopify/open-shop.ts';
import { liveShop } from './shopify/shop-life.ts';
import { makeAccount } from './stripe/account.ts';
import { liveAccount } from './stripe/account-life.ts';
import { newTruth } from './truth.ts';
import type { Outside, World } from './world.ts';

export interface Surroundings {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly setting: Setting;
  readonly host: () => Host;
}

const shopIds = { east: '5483', west: '6120' } as const;

/** Builds everything outside of the processes, and lets it live. */
export const buildWorld = ({ kernel, dice, faults, setting, host }: Surroundings): World => {
  const { now } = kernel;
  const { storefronts, zoneOf, pageSize, dialect } = setting;
  const refused = new Set<string>();
  const service = serviceOf({
    now,
    dialect,
    refusal: setting.refusal,
    refuses: (id) => refused.has(id.split(':')[2] ?? ''),
  });
  const names = storefronts.filter((name) => name !== 'billing');
  const courier = courierOf({ kernel, dice, faults, host, setting });
  const world: Outside = {
    kernel,
    dice,
    faults,
    setting,
    service,
    truth: newTruth(),
    shops: names.map((storefront) =>
      openShop(
        { kernel, dice, faults, courier },
        { storefront, id: shopIds[storefront], zone: zoneOf[storefront], pageSize, countedAs: setting.countedAs },
      ),
    ),
    accounts: storefronts.includes('billing')
      ? [makeAccount({ storefront: 'billing', id: 'acct_1SIM', zone: zoneOf.billing, now, pageSize })]
      : [],
    courier,
  };
  const privacyDice = dice.fork('who is forgotten');
  const stirs = [
    ...world.shops.map((shop) => liveShop(world, shop)),
    ...world.accounts.map((account) => liveAccount(world, account)),
  ];
  shareSales(world);
  obstruct(world, (key) => {
    if (!setting.hasRefusals || !dice.chance(0.1)) return false;
    refused.add(key);
    return true;
  });
  forgers(world);
  for (const shop of world.shops) askToForget(world, shop);
  return {
    ...world,
    history: null,
    stir: (sentLast) => {
      for (const { change } of stirs) if (dice.chance(0.5)) change();
      // The last sent or received transaction is the one that a crash may lose: exactly that one is corrected.
      const heardOfLast = service.journal.findLast(({ isForeign }) => !isForeign)?.id;
      const heardOf = (dice.chance(0.5) ? sentLast : heardOfLast)?.split(':')[2];
      if (heardOf === undefined) return;
      if (dice.chance(0.5)) for (const { correct } of stirs) correct(heardOf);
      if (setting.hasErasures && privacyDice.chance(0.4)) for (const { forget } of stirs) forget(heardOf);
    },
  };
};
