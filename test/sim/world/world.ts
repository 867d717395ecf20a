import type { HistorySale } from '../../reconcile/months/history.ts';
import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Courier } from './courier.ts';
import type { Service } from './service/service.ts';
import type { Setting } from './setting.ts';
import type { ReadShop, Shop } from './shopify/shop.ts';
import type { ReadAccount, StripeAccount } from './stripe/account.ts';
import type { Truth } from './truth.ts';

/** Everything outside of the processes. */
export interface Outside {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly setting: Setting;
  readonly truth: Truth;
  readonly service: Service;
  readonly shops: readonly Shop[];
  readonly accounts: readonly StripeAccount[];
  readonly courier: Courier;
}

/** Changes at one platform that a test can trigger. */
export interface Stir {
  /** Something changes. */
  readonly change: () => void;
  /** The address of a sale is corrected; of one that it does not have, nothing. */
  readonly correct: (id: string) => void;
  /** The customer of a sale wants to be forgotten. */
  readonly forget: (id: string) => void;
}

export interface World extends Omit<Outside, 'shops' | 'accounts' | 'dice'> {
  readonly shops: readonly ReadShop[];
  readonly accounts: readonly ReadAccount[];
  /** What its platforms go through; null where they live for minutes. */
  readonly history: readonly HistorySale[] | null;
  /** Something changes at the platforms while no process reads. `sentLast`: the transaction that was pushed last. */
  readonly stir: (sentLast: string | undefined) => void;
}
