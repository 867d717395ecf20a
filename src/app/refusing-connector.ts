import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import { unknownPlatform } from '../mapping/identity.ts';
import type { SourceConnector, WebhookRefusal } from '../mapping/source-connector.ts';

/**
 * Stands in for a connector that could not be loaded or opened: it refuses each request with one message, so that the other
 * storefronts go on. No delivery is answered as taken, so that the platform sends it again. Pure.
 */
export const refusingConnector = (message: string): SourceConnector => {
  const refused: SourceError = { _tag: 'SourceRefused', message };
  const unreadable: WebhookRefusal = { _tag: 'Unreadable', message };
  return {
    platform: unknownPlatform,
    check: TE.left(refused),
    account: TE.left(refused),
    windows: () => TE.left(refused),
    changes: () => TE.left(refused),
    readPage: () => TE.left(refused),
    readRecord: () => TE.left(refused),
    receiveWebhook: () => E.left(unreadable),
    receiveVerified: () => E.left(unreadable),
    subscriptions: O.none,
  };
};
