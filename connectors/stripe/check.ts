import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { isTimeZone } from '../../src/domain/date-range.ts';
import type { Account, Readiness, ReadinessFinding } from '../../src/mapping/source-connector.ts';
import { isRefusal } from './errors.ts';
import { modeOf } from './api/mode-of.ts';
import type { StripeSettings } from './settings.ts';
import type { ListName, Read, StripeApi } from './api/stripe-api.ts';

/** What a storefront cannot see without each list. Without charges there is nothing to see at all. */
const losses: Readonly<Record<Exclude<ListName, 'charges'>, string>> = {
  'checkout sessions':
    'charges that are not invoices and invoices of subscriptions with Stripe Tax that no charge paid are held, and sessions that needed no payment are not seen',
  invoices: 'charges of invoices are held, and invoices without a charge are not seen',
  'invoice payments': 'charges that are not invoices are held, because an invoice may tell them as well',
  'credit notes': 'invoices with credit notes are held',
  refunds: 'charges with more than ten refunds are held',
  disputes: 'disputes are listed without their outcome',
  events: 'changes that no webhook brought are not seen before the next historical sync',
};

const probed: readonly ListName[] = [
  'charges',
  'checkout sessions',
  'invoices',
  'invoice payments',
  'credit notes',
  'refunds',
  'disputes',
  'events',
];

const probe =
  (api: StripeApi) =>
  (name: ListName): Read<ReadinessFinding> =>
  async () => {
    const answer = await api.list(name, { limit: 1 })();
    const subject = `permission: ${name}`;
    if (E.isRight(answer)) return E.right({ level: 'fine', subject, message: `the key may read ${name}` });
    const failure = answer.left;
    // Without payments of invoices charges are held, and everything else is read.
    const isLost = failure._tag === 'MissingPermission' || (name === 'invoice payments' && isRefusal(failure));
    if (!isLost) return answer;
    return E.right(
      name === 'charges'
        ? { level: 'stops', subject, message: failure.message }
        : { level: 'warns', subject, message: `${failure.message}; without it ${losses[name]}` },
    );
  };

/** The payment of a charge needs a permission of its own, and so does nothing else that has no list here. */
const probePayments =
  (api: StripeApi): Read<ReadinessFinding> =>
  async () => {
    const subject = 'permission: payment intents';
    const answer = await api.retrieve('payment intent', 'pi_does_not_exist')();
    if (E.isLeft(answer) && answer.left._tag === 'MissingPermission') {
      const message = `${answer.left.message}; without it charges outside of Checkout are held`;
      return E.right({ level: 'warns', subject, message });
    }
    if (E.isLeft(answer) && answer.left._tag !== 'NoSuchObject' && answer.left._tag !== 'Undecodable') return answer;
    return E.right({ level: 'fine', subject, message: 'the key may read payment intents' });
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
            'the key is a test key: its sales are told like real ones; use it only with a test key of the service',
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

/** Looks at the key, its permissions and the settings. Stripe does not say how many records there are. */
export const check =
  (api: StripeApi, account: Read<Account>, settings: StripeSettings): Read<Readiness> =>
  async () => {
    const who = await account();
    if (E.isLeft(who)) return who;
    const findings: ReadinessFinding[] = [...ofSettings(settings)];
    const probes = [...probed.map(probe(api)), probePayments(api)];
    for (const ask of probes) {
      const finding = await ask();
      if (E.isLeft(finding)) return finding;
      findings.push(finding.right);
    }
    return E.right({ account: who.right, findings, records: O.none });
  };
