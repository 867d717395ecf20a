/** The settings of the Tax Nexus Service, and of each account at it, as a file and code hold them. */
import * as t from 'io-ts';
import { dayProblem, dayRemedy } from '../../domain/date-range.ts';
import { fieldOf } from '../../domain/fields.ts';
import { type Registration, type Registrations, registrationStatuses } from '../../domain/registration.ts';
import type { Secret } from '../../domain/secret.ts';
import {
  mapOf,
  oneOf,
  optional,
  orElse,
  orNull,
  refused,
  type Setting,
  settingOf,
  type SettingsOf,
  settingsOf,
  textSetting,
  wholeNumber,
  withDefault,
} from '../../domain/setting.ts';
import { type ServiceWire, wireSettings } from '../../domain/wire-settings.ts';
import { taxingStateProblem } from '../../mapping/nexus-settings.ts';
import { reviewPlaceholders } from '../../reconcile/review-link.ts';
import type { Foundation, ServiceConfiguration } from './configuration.ts';
import { addressSetting, type Env, parseAddress, secretOf, unsafeProblem } from '../../domain/secret-setting.ts';

/**
 * Default for concurrent requests of a key. It allows 4,000 a second at 20 ms, and 900 at 100 ms. With 256, a busy process held
 * more in memory and its whole sync took a tenth longer.
 */
export const defaultConcurrency = 96;

/** @param needsKey whether the key may not be left out, because no account has its own */
export const serviceSettings = (env: Env, needsKey: boolean): Setting<Foundation['service']> =>
  settingsOf<Foundation['service']>(
    {
      baseUrl: addressSetting("Write the service's address, such as https://api.example.com"),
      apiKey: needsKey ? apiKey(env) : orElse(apiKey(env), null),
      requestsPerMinute: orElse(requestsPerMinute, null),
      concurrency: orElse(concurrency, defaultConcurrency),
      wire: orElse(wireSettings, {}),
      reviewUrl: orElse(reviewUrl, null),
      registrations: withDefault(registrations, {}),
    },
    'Write "service": { "baseUrl": …, "apiKey": … }',
  );

/** The settings of an account; what is left out is that of the service. */
export interface WrittenAccount {
  readonly apiKey: Secret;
  readonly requestsPerMinute?: number;
  readonly concurrency?: number;
  readonly wire?: ServiceWire;
  readonly reviewUrl?: string;
  /** The registrations of the service belong to another business. */
  readonly registrations: Registrations;
}

export const accountSettings = (env: Env): SettingsOf<WrittenAccount> => ({
  apiKey: apiKey(env),
  requestsPerMinute: optional(requestsPerMinute),
  concurrency: optional(concurrency),
  wire: optional(wireSettings),
  reviewUrl: optional(reviewUrl),
  registrations: withDefault(registrations, {}),
  ...{ baseUrl: ofTheService },
});

/** All settings of an account. */
export const accountUnder = (service: Foundation['service'], account: WrittenAccount): ServiceConfiguration => ({
  ...service,
  ...account,
});

const apiKey = (env: Env): Setting<Secret> => secretOf(env, 'service key', 'Give the API key of the Tax Nexus Service');

const ofTheService = settingOf<undefined>(
  null,
  (written, context) =>
    written === undefined
      ? t.success(undefined)
      : refused(context, 'all accounts are of one service', 'Remove it; service.baseUrl holds for all'),
  true,
);

const requestsPerMinute = wholeNumber({ least: 1, most: 1_000_000 });
const concurrency = wholeNumber({ least: 1, most: 512 });

/** The service's page where people review transactions. */
const reviewUrl = textSetting(
  'Write a web address such as https://app.example.com/transactions, without a user name; placeholders stand behind the host',
  (written) => {
    const known = reviewPlaceholders.map((name) => `{${name}}`);
    const placeholders: readonly string[] = written.match(/\{[^{}]*\}/g) ?? [];
    if (placeholders.some((placeholder) => !known.includes(placeholder))) {
      return { problem: 'it has a placeholder that is not known', remedy: `Use only ${known.join(', ')}` };
    }
    const url = parseAddress(written);
    if (url === null || /[{}]/.test(written.replaceAll(/\{[^{}]*\}/g, '')) || /[{}]|%7[bd]/i.test(url.host)) {
      return 'it is not a web address';
    }
    return `${url.username}${url.password}` === '' ? unsafeProblem(url) : 'it has a user name or a password';
  },
);

const firstDay = textSetting(dayRemedy, dayProblem);
const by = withDefault(orNull(textSetting('Write who registered or files there, such as "our accountant"')), null);
const registered = settingsOf<Registration>({
  status: withDefault(oneOf(...registrationStatuses), 'registered'),
  since: firstDay,
  by,
});
const managedElsewhere = settingsOf<Registration>({
  status: withDefault(oneOf(...registrationStatuses), 'registered'),
  since: withDefault(orNull(firstDay), null),
  by,
});

const registration = settingOf<Registration>(managedElsewhere.schema, (written, context) =>
  (fieldOf(written, 'status') === 'managed elsewhere' ? managedElsewhere : registered).validate(written, context),
);

/** `{ "TX": { "since": "2023-05-01", "by": "our accountant" } }` */
const registrations: Setting<Registrations> = mapOf(registration, taxingStateProblem);
