/** The settings of every storefront, whatever its platform, as a file and code hold them. */
import { dayProblem, dayRemedy } from '../domain/date-range.ts';
import { optional, textSetting, withDefault } from '../domain/setting.ts';
import { type PolicyChoices, policySettings } from './policy.ts';

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

export const storefrontSettings = {
  since: optional(textSetting(dayRemedy, dayProblem)),
  taxAccount: optional(textSetting('Write the name of one of accounts, or leave it out')),
  policy: withDefault(policySettings, {}),
};
