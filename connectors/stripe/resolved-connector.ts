import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Secret } from '../../src/domain/secret.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { SourceConnector } from '../../src/mapping/source-connector.ts';
import { stripeConnector } from './connector.ts';
import type { Home } from './webhooks/foreign-event.ts';
import { receiveVerified } from './webhooks/receive-verified.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';
import type { StripeSettings } from './settings.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';

/** What a key was made into. */
interface Opened {
  readonly key: Secret;
  readonly connector: SourceConnector;
}

/** What the host's function failed with may hold anything, so it is not passed on. */
const failed: SourceError = {
  _tag: 'SourceUnreachable',
  message: "the function that gives the secret key of this account failed; look into the host's own log",
  cause: 'ERR_CREDENTIALS',
};

/**
 * A connector whose key the host keeps: asked for when it is first needed, and again once Stripe refuses it. What was
 * asked with the refused key is then asked once more with the new one.
 */
export const resolvedConnector = (
  resolve: () => Promise<Secret>,
  settings: Omit<StripeSettings, 'secretKey'>,
): SourceConnector => {
  let opened: Opened | undefined;

  const open = async (refused?: Opened): Promise<E.Either<SourceError, Opened>> => {
    if (opened !== undefined && opened !== refused) return E.right(opened);
    const key = await TE.tryCatch(resolve, () => failed)();
    if (E.isLeft(key)) return key;
    if (opened?.key.reveal() === key.right.reveal()) return E.right(opened);
    opened = { key: key.right, connector: stripeConnector({ ...settings, secretKey: key.right }) };
    return E.right(opened);
  };

  const through =
    <A>(use: (opened: Opened) => TE.TaskEither<SourceError, A>): TE.TaskEither<SourceError, A> =>
    async () => {
      const first = await open();
      if (E.isLeft(first)) return first;
      const answer = await use(first.right)();
      if (E.isRight(answer) || answer.left._tag !== 'SourceCredentialsRefused') return answer;
      const second = await open(first.right);
      if (E.isLeft(second)) return second;
      return second.right === first.right ? answer : use(second.right)();
    };

  const subscriptions = ({ key }: Opened): ReturnType<typeof subscriptionsOf> =>
    subscriptionsOf({ ...settings, secretKey: key });

  // Before the key is known its mode and account are not either; the record is then read with it, or not found.
  const home = (): Home => ({ mode: null, account: settings.account, own: null });
  const [receiveUnopened, receiveVerifiedUnopened] = [receiveWebhook({ ...settings, home }), receiveVerified(home)];

  return {
    platform: 'stripe',
    check: through(({ connector }) => connector.check),
    account: through(({ connector }) => connector.account),
    windows: (range) => through(({ connector }) => connector.windows(range)),
    changes: (interval) => through(({ connector }) => connector.changes(interval)),
    readPage: (window, from) => through(({ connector }) => connector.readPage(window, from)),
    readRecord: (id) => through(({ connector }) => connector.readRecord(id)),
    receiveWebhook: (request) => (opened?.connector.receiveWebhook ?? receiveUnopened)(request),
    receiveVerified: (delivery) => (opened?.connector.receiveVerified ?? receiveVerifiedUnopened)(delivery),
    subscriptions: O.some({
      status: (address) => through((one) => subscriptions(one).status(address)),
      apply: (address) => through((one) => subscriptions(one).apply(address)),
    }),
  };
};
