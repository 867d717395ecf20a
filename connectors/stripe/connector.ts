import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isTimeZone } from '../../src/domain/date-range.ts';
import { memoizeSuccess } from '../../src/domain/memoize-success.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type { SourceConnector, Window } from '../../src/mapping/source-connector.ts';
import { readAccount } from './account.ts';
import { changedWindowsOf, isEventsWindow } from './reading/changed-windows.ts';
import { check } from './check.ts';
import { stripeApi } from './api/client.ts';
import type { StripeContext } from './sale/context.ts';
import { toSourceError } from './errors.ts';
import type { Home } from './webhooks/foreign-event.ts';
import { modeOf } from './api/mode-of.ts';
import { pageReader } from './reading/page-reader.ts';
import { readEventsPage } from './reading/read-events-page.ts';
import { readRecord } from './reading/read-record.ts';
import { receiveVerified } from './webhooks/receive-verified.ts';
import { receiveWebhook } from './webhooks/receive-webhook.ts';
import type { StripeSettings } from './settings.ts';
import type { Read, StripeApi } from './api/stripe-api.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';
import { inAccount, windowsOf } from './reading/windows.ts';
import { withPayments } from './reading/with-payments.ts';
import { withPlaces } from './reading/with-places.ts';
import { withTaxes } from './reading/with-taxes.ts';

const forPipeline = <A>(read: Read<A>): TE.TaskEither<SourceError, A> => TE.mapLeft(toSourceError)(read);

/**
 * A Stripe account as a source of sales. Making it opens no connection.
 *
 * @param way to Stripe; its own client unless told
 * @example
 * const connector = stripeConnector({ secretKey: secret('rk_live_…'), webhookSecrets: [], account: null, apiOrigin: null,
 *   timeZone: 'America/New_York', policy: defaultPolicy, clock })
 */
export const stripeConnector = (settings: StripeSettings, way: StripeApi = stripeApi(settings)): SourceConnector => {
  const api = withPlaces(withTaxes(withPayments(way)), settings.clock);
  let own: string | null = null;
  const account = memoizeSuccess(async () => {
    const answer = await readAccount(api, settings)();
    if (E.isRight(answer)) own = answer.right.id;
    return answer;
  });
  const home = (): Home => ({ mode: modeOf(settings.secretKey.reveal()), account: settings.account, own });
  const { readPage, forgetAll } = pageReader(api, settings.timeZone, settings.clock);
  const readEvents = readEventsPage(api, settings.account);
  const inContext = <A>(read: (context: StripeContext) => Read<A>): TE.TaskEither<SourceError, A> => {
    const mode = modeOf(settings.secretKey.reveal());
    return forPipeline(
      TE.flatMap(({ id }: { readonly id: string }) =>
        read({ account: id, mode, policy: settings.policy, now: settings.clock.now() }),
      )(account),
    );
  };
  const atPresent = (windows: (now: number) => readonly Window[]): TE.TaskEither<SourceError, readonly Window[]> =>
    isTimeZone(settings.timeZone)
      ? inContext((context) => TE.right(inAccount(windows(context.now), context)))
      : TE.left({ _tag: 'SourceRefused', message: 'the time zone is unknown; write it as America/New_York' });
  return {
    platform: 'stripe',
    check: forPipeline(check(api, account, settings)),
    account: forPipeline(account),
    windows: (range) => {
      forgetAll();
      return atPresent((now) => windowsOf(range, settings.timeZone, now));
    },
    changes: (interval) => atPresent((now) => changedWindowsOf(interval, settings.timeZone, now)),
    readPage: (window, from) =>
      inContext((context) => (isEventsWindow(window) ? readEvents : readPage)(context, window, from)),
    readRecord: (id) => inContext((context) => readRecord(api, context)(id)),
    receiveWebhook: receiveWebhook({ ...settings, home }),
    receiveVerified: receiveVerified(home),
    subscriptions: O.some(subscriptionsOf(settings)),
  };
};
