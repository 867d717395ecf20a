/** Connects a Stripe account as a storefront: chooses the reader of each window, and checks what the key may read. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isTimeZone } from '../../src/domain/date-range.ts';
import { millisecondsOf } from '../../src/domain/instant.ts';
import { memoizeSuccess } from '../../src/domain/async.ts';
import type { SourceError } from '../../src/domain/errors.ts';
import type {
  Account,
  Page,
  Readiness,
  ReadinessFinding,
  SourceConnector,
  Window,
} from '../../src/mapping/source-connector.ts';
import { stripeApi } from './client/client.ts';
import { recordUrl, type StripeContext } from './to-sale/identity.ts';
import { isRefusal, toSourceError } from './errors.ts';
import type { Home } from './webhooks/webhook-meaning.ts';
import { apiVersion, modeOf } from './client/make-stripe.ts';
import { pageReader } from './read/page-reader.ts';
import { readBalance } from './read/balance.ts';
import { readEventsPage } from './read/read-events-page.ts';
import { readRecord } from './read/read-record.ts';
import { readUndoneBy } from './read/undone-by.ts';
import { receiveVerified, receiveWebhook } from './webhooks/receive-webhook.ts';
import type { StripeSettings } from './settings.ts';
import type { ListName, ObjectName, Read, StripeApi } from './client/stripe-api.ts';
import { subscriptionsOf } from './webhooks/subscriptions.ts';
import { readFollowedPage } from './read/read-followed.ts';
import {
  changedWindowsOf,
  followedMeaningOf,
  futureWindowsOf,
  inAccount,
  isEventsWindow,
  windowsOf,
} from './read/windows.ts';
import { withObjectsNotServed } from './read/with-objects-not-served.ts';
import { withPayments, withTaxes } from './read/with-expansions.ts';
import { pagesInProgress, withKeptObjects } from './read/with-kept-objects.ts';
import { pageWithTaxCodes, withTaxCodes } from './read/with-tax-codes.ts';
import * as t from 'io-ts';
import { nullable, object, text } from './records/codec.ts';
import { decoded } from './client/decoded.ts';
import { attempt } from '../../src/domain/attempt.ts';

/** Has the members that are optional in other connectors. */
export type StripeConnector = SourceConnector &
  Required<Pick<SourceConnector, 'platformTotals' | 'recordUrl' | 'undoneBy'>>;

const unknownTimeZone: SourceError = {
  _tag: 'SourceRefused',
  message: 'the time zone is unknown; write it as America/New_York',
};

/**
 * A Stripe account as a source of sales. Opens no connection.
 *
 * @param reads calls Stripe; default: Stripe's SDK
 * @example
 * const connector = stripeConnector({ secretKey: secret('rk_live_…'), webhookSecrets: [], account: null, apiOrigin: null,
 *   timeZone: 'America/New_York', policy: defaultPolicy, clock })
 */
export const stripeConnector = (settings: StripeSettings, reads: StripeApi = stripeApi(settings)): StripeConnector => {
  const served = withObjectsNotServed(reads);
  const api = withKeptObjects(
    withTaxes(withPayments(served, settings.policy.reportingCurrency === null ? [] : ['balance_transaction'])),
    settings.clock,
  );
  const readsTaxCodes = settings.policy.taxCodes !== 'ignore';
  let own: string | null = null;
  const account = memoizeSuccess(async () => {
    const answer = await readAccount(api, settings)();
    if (E.isRight(answer)) own = answer.right.id;
    return answer;
  });
  const home = (): Home => ({ mode: modeOf(settings.secretKey.reveal()), account: settings.account, own });
  const { readPage, forgetAll } = pageReader(api, settings.timeZone, settings.clock);
  const readEvents = readEventsPage(settings.account);
  const inProgress = pagesInProgress(api, settings.clock);
  const inContext = <A>(read: (context: StripeContext) => Read<A>): TE.TaskEither<SourceError, A> => {
    const mode = modeOf(settings.secretKey.reveal());
    return forPipeline(
      TE.flatMap(({ id }: { readonly id: string }) =>
        read({ account: id, mode, policy: settings.policy, now: settings.clock.now() }),
      )(account),
    );
  };
  const readerOf = (window: Window): typeof readPage => {
    const followed = followedMeaningOf(window);
    if (followed !== null) return readFollowedPage(settings.timeZone, followed);
    return isEventsWindow(window) ? readEvents : readPage;
  };
  const atPresent = (windows: (now: number) => readonly Window[]): TE.TaskEither<SourceError, readonly Window[]> =>
    isTimeZone(settings.timeZone)
      ? inContext((context) => TE.right(inAccount(windows(context.now), context)))
      : TE.left(unknownTimeZone);
  return {
    platform: 'stripe',
    check: forPipeline(check(api, account, settings)),
    account: forPipeline(account),
    windows: (range) => {
      forgetAll();
      inProgress.forgetAll();
      const isTest = modeOf(settings.secretKey.reveal()) === 'test';
      return atPresent((now) => [
        ...windowsOf(range, settings.timeZone, now),
        ...(isTest ? futureWindowsOf(range, settings.timeZone, now) : []),
      ]);
    },
    // Each event and each object of Stripe has its own date, so a later change hides no earlier one.
    changes: ({ start, end }, happenedBefore = end, besides) => {
      const until = millisecondsOf(happenedBefore) < millisecondsOf(end) ? happenedBefore : end;
      return atPresent((now) => changedWindowsOf({ start, end: until }, settings.timeZone, now, besides ?? null));
    },
    readPage: (window, from) =>
      inContext((context) => {
        const key = JSON.stringify([window.key, O.toNullable(from)]);
        const kept = inProgress.of(key);
        const page = readerOf(window)(kept, context, window, from);
        return TE.map((whole: Page) => {
          inProgress.done(key);
          return whole;
        })(readsTaxCodes ? TE.flatMap(pageWithTaxCodes(kept))(page) : page);
      }),
    readRecord: (id) =>
      inContext((context) => {
        const record = readRecord(api, context)(id);
        return readsTaxCodes ? TE.flatMap(O.traverse(TE.ApplicativeSeq)(withTaxCodes(api)))(record) : record;
      }),
    undoneBy: (change) => forPipeline(readUndoneBy(reads)(change)),
    recordUrl: ({ id, account: of }) => recordUrl({ account: of, mode: modeOf(settings.secretKey.reveal()) }, id),
    receiveWebhook: receiveWebhook({ ...settings, home }),
    receiveVerified: receiveVerified(home),
    subscriptions: O.some(subscriptionsOf(settings)),
    platformTotals: (range) =>
      isTimeZone(settings.timeZone)
        ? TE.mapLeft(toSourceError)(readBalance(reads, settings.timeZone)(range))
        : TE.left(unknownTimeZone),
  };
};

const AccountCodec = object('Account', {
  id: t.string,
  business_profile: nullable(object('BusinessProfile', { name: text })),
  settings: nullable(object('AccountSettings', { dashboard: nullable(object('Dashboard', { display_name: text })) })),
});

/**
 * The account of the sales. If a restricted key may not read its account, the account in the settings counts; without one, the
 * failure names the remedy.
 */
const readAccount =
  (api: StripeApi, { account, timeZone }: StripeSettings): Read<Account> =>
  async () => {
    const found = await decoded(api.account, AccountCodec)();
    if (E.isRight(found)) {
      const { id, business_profile: profile, settings } = found.right;
      return E.right({ id, name: settings?.dashboard?.display_name ?? profile?.name ?? id, timeZone });
    }
    if (found.left._tag !== 'MissingPermission') return found;
    if (account !== null) return E.right({ id: account, name: account, timeZone });
    const message = `${found.left.message}, or set "account" to the id that the dashboard shows under Settings, Account details`;
    return E.left({ _tag: 'SourceCredentialsRefused', message });
  };

const forPipeline = <A>(read: Read<A>): TE.TaskEither<SourceError, A> => TE.mapLeft(toSourceError)(read);

/** What a storefront cannot see without each list; null if it can see no sale at all. */
const losses: readonly (readonly [list: ListName, loss: string | null])[] = [
  ['charges', null],
  [
    'checkout sessions',
    'charges without an invoice, and subscription invoices without a ship-to, are held; sessions that needed no payment are not found',
  ],
  ['invoices', 'charges of invoices are held, and invoices without a charge are not found'],
  ['invoice payments', 'charges without an invoice are held, because they may be part of one'],
  ['credit notes', 'invoices with credit notes are held, and credit notes of earlier sales are not found'],
  ['refunds', 'charges with more than ten refunds are held, and refunds of earlier sales are not found'],
  ['disputes', 'disputes are listed without their outcome, and those of earlier sales are not found'],
  ['events', 'changes without a webhook are not found before the next historical sync'],
];

/** Checks the key, its permissions and the settings. Stripe does not state how many records there are. */
const check =
  (api: StripeApi, account: Read<Account>, settings: StripeSettings): Read<Readiness> =>
  () =>
    attempt(async (take) => {
      const who = await take(account());
      const ofObject = probeObject(api);
      const probes = [
        versionFinding(api),
        ...losses.map(([name, loss]) => probe(api, name, loss)),
        ofObject('payment intent', 'pi_does_not_exist', 'charges outside of Checkout are held'),
        ofObject(
          'tax rate',
          'txr_does_not_exist',
          'retail delivery fees of invoices to Colorado and Minnesota count as tax',
        ),
        ...(settings.policy.taxCodes === 'ignore'
          ? []
          : [ofObject('product', 'prod_does_not_exist', 'no tax code is sent')]),
      ];
      const found = await take(TE.sequenceSeqArray(probes)());
      return { account: who, findings: [...ofSettings(settings), ...found], records: O.none };
    });

/**
 * Checks permissions for objects that have no list here: the answer for an id that does not exist shows whether the key may read
 * them.
 */
const probeObject =
  (api: StripeApi) =>
  (name: ObjectName, id: string, loss: string): Read<ReadinessFinding> =>
  async () => {
    const subject = `permission: ${name}s`;
    const answer = await api.retrieve(name, id)();
    if (E.isLeft(answer) && answer.left._tag === 'MissingPermission') {
      return E.right({ level: 'warns', subject, message: `${answer.left.message}; without it ${loss}` });
    }
    if (E.isLeft(answer) && answer.left._tag !== 'NoSuchObject' && answer.left._tag !== 'Undecodable') return answer;
    return E.right({ level: 'fine', subject, message: `the key may read ${name}s` });
  };

const Event = object('Event', { api_version: text });

/** The account's own version is the version of its latest event. It is only reported: each request names our version. */
const versionFinding =
  (api: StripeApi): Read<ReadinessFinding> =>
  async () => {
    const latest = await api.list('events', { limit: 1 })();
    const event = E.isRight(latest) ? Event.decode(latest.right.data[0]) : latest;
    const own =
      E.isRight(event) && event.right.api_version !== null ? ` (the account's own: ${event.right.api_version})` : '';
    return E.right({
      level: 'fine',
      subject: 'API version',
      message: `records are read in version ${apiVersion}${own}`,
    });
  };

const probe =
  (api: StripeApi, name: ListName, loss: string | null): Read<ReadinessFinding> =>
  async () => {
    const answer = await api.list(name, { limit: 1 })();
    const subject = `permission: ${name}`;
    if (E.isRight(answer)) return E.right({ level: 'fine', subject, message: `the key may read ${name}` });
    const failure = answer.left;
    // Without payments of invoices, charges are held and everything else is read.
    const isLost = failure._tag === 'MissingPermission' || (name === 'invoice payments' && isRefusal(failure));
    if (!isLost) return answer;
    return E.right(
      loss === null
        ? { level: 'stops', subject, message: failure.message }
        : { level: 'warns', subject, message: `${failure.message}; without it ${loss}` },
    );
  };

const ofSettings = ({ secretKey, webhookSecrets, timeZone }: StripeSettings): readonly ReadinessFinding[] => {
  const isTest = modeOf(secretKey.reveal()) === 'test';
  const zone = `days are counted in ${timeZone}; it should be the time zone of Stripe's dashboard (Settings, Account details)`;
  return [
    isTest
      ? {
          level: 'warns',
          subject: 'mode',
          message:
            'the key is a test key: its sales are sent like real ones; use it only with a test key of the service',
        }
      : { level: 'fine', subject: 'mode', message: 'the key reads live data' },
    isTimeZone(timeZone)
      ? { level: 'fine', subject: 'time zone', message: zone }
      : { level: 'stops', subject: 'time zone', message: 'the time zone is unknown; write it as America/New_York' },
    webhookSecrets.length > 0
      ? { level: 'fine', subject: 'webhooks', message: 'a signing secret is configured' }
      : {
          level: 'warns',
          subject: 'webhooks',
          message: 'no signing secret is configured: sales come in with schedules and historical syncs only',
        },
  ];
};
