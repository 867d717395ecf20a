import type { Transport } from '../../../src/service/request.ts';
import type { Faults } from '../faults/faults.ts';
import type { Dice } from '../kernel/dice.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { RequestLog } from '../world/service/request-log.ts';
import type { Service } from '../world/service/service.ts';
import type { Setting } from '../world/setting.ts';
import type { ReadShop } from '../world/shopify/shop.ts';
import type { ReadAccount } from '../world/stripe/account.ts';
import type { Alterations } from './alterations.ts';
import type { HistoryWish } from './history-keeper.ts';
import type { Host } from './host.ts';
import type { Output } from './output.ts';
import type { Store } from './store.ts';
import type { ErasureWatch } from './watched-erasure.ts';

/** Everything that processes of a host app are started with. */
export interface App {
  readonly kernel: Kernel;
  readonly dice: Dice;
  readonly faults: Faults;
  readonly setting: Setting;
  readonly service: Service;
  readonly log: RequestLog;
  readonly shops: readonly ReadShop[];
  readonly accounts: readonly ReadAccount[];
  readonly store: Store;
  readonly output: Output;
  /** Pushed of each transaction that was written down as sent while the service did not have it. */
  readonly onFalseClaim: (id: string) => void;
  /** Pushed of each transaction that a process pushed which had never known it but as sent. */
  readonly onSentAgain: (id: string) => void;
  /** Beside the requests of all processes. */
  readonly witness: (send: Transport) => Transport;
  readonly erasures: ErasureWatch;
  /** The body of a transaction was erased while its push was unconfirmed. */
  readonly onErasedInDoubt: (id: string) => void;
  readonly wish: HistoryWish;
  readonly alter: Alterations;
  /** Made after its processes' surroundings, so it is asked for. */
  readonly host: () => Host;
}
