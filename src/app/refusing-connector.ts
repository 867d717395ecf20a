/** Stands in for a storefront's connector that could not be loaded or opened, so that the other storefronts continue. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SourceError } from '../domain/errors.ts';
import { unknownPlatform } from '../mapping/identity.ts';
import type { SourceConnector, WebhookRefusal } from '../mapping/source-connector.ts';

/** Refuses each request with one message. It accepts no delivery, so that the platform sends it again. Pure. */
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
