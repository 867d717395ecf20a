import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Clock, Logger } from '../domain/environment.ts';
import type { Inbox } from '../domain/inbox.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import type { WebEvent } from './web-event.ts';

/** Why nothing can be stored; the sender is asked to come again. */
export interface StoreDown {
  readonly message: string;
}

/** Everything that the handler touches of the world. */
export interface WebPorts {
  /** Undefined for a name that is not configured. */
  readonly connectorOf: (storefront: string) => SourceConnector | undefined;
  /** The inbox, opened when it is not open yet. */
  readonly inbox: TE.TaskEither<StoreDown, Inbox>;
  /** A resync request was rung: the engine looks now. Must not throw. */
  readonly wake: (storefront: string) => void;
  readonly onEvent: (event: WebEvent) => void;
  /** Whether deliveries can be stored now. */
  readonly isReady: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
}
