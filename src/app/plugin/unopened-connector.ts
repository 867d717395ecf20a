import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { errorName, type SourceError } from '../../domain/errors.ts';
import type { SourceConnector, WebhookRefusal } from '../../mapping/source-connector.ts';
import { unknownPlatform } from '../../mapping/unknown-platform.ts';

/**
 * Stands in for the connector of a storefront whose source threw when it was opened: it refuses whatever is asked, so that
 * the host is told, and neither its process nor the other storefronts come to harm. No delivery is answered as taken, so
 * that the platform comes again. What was thrown is not repeated: it may hold what its thrower looked up. Pure.
 */
export const unopenedConnector = (thrown: unknown): SourceConnector => {
  const message = `Its source failed when it was opened (${errorName(thrown)}). Correct what the app gives for it, or report it to the connector's author; nothing was lost.`;
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
