/** The settings of every storefront, whatever its platform, as a file and code hold them. */
import { dayProblem, dayRemedy } from '../domain/date-range.ts';
import {
  describeProblem,
  orElse,
  type ConfigurationProblem,
  type SettingsOf,
  textSetting,
  withDefault,
} from '../domain/setting.ts';
import { defaultPolicy, type Policy, type PolicyChoices, policySettings } from './policy.ts';
import type { StorefrontSource } from './source-connector.ts';

/** What every storefront may have, in a file and in code. */
export interface StorefrontOptions {
  /**
   * First day, `YYYY-MM-DD`: webhooks and catch-up leave out earlier sales. Default: the first synced day or the day of the first
   * live work, whichever is earlier.
   */
  readonly since?: string | undefined;
  /**
   * The one of `accounts` whose sales these are. Choose a permanent one: a storefront stays with its account. Default: that of
   * `service.apiKey`.
   */
  readonly taxAccount?: string | undefined;
  /** How its sales are mapped, where it differs from the defaults: docs/mapping.md. */
  readonly policy?: PolicyChoices | undefined;
}

/** The same after it was read: every setting has its value. */
export interface StorefrontSettings {
  readonly policy: Policy;
  /** Live work leaves out sales before this day, `YYYY-MM-DD`; null: see `liveFirstDay` of live work. */
  readonly since: string | null;
  /** Null for the account of `service.apiKey`. */
  readonly taxAccount: string | null;
}

export const storefrontSettings: SettingsOf<StorefrontSettings> = {
  since: orElse(textSetting(dayRemedy, dayProblem), null),
  taxAccount: orElse(textSetting('Write the name of one of accounts, or leave it out'), null),
  policy: withDefault(policySettings, {}),
};

/** A storefront whose options are wrong. It is complained about at the first use, so that an app can be built without its secrets. */
export const refusedSource = (maker: string, found: readonly ConfigurationProblem[]): StorefrontSource => {
  const problems = found.map(describeProblem);
  return {
    policy: defaultPolicy,
    problems,
    open: () => {
      throw new TypeError(`${maker}: ${problems.join('; ')}`);
    },
  };
};

/** What a source has of the settings that every storefront may have. */
export const sharedOf = ({
  policy,
  since,
  taxAccount,
}: StorefrontSettings): Pick<StorefrontSource, 'policy' | 'since' | 'taxAccount'> => ({
  ...{ policy, since },
  ...(taxAccount !== null && { taxAccount }),
});
