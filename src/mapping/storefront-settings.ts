/** The settings of every storefront, whatever its platform, as a file and code hold them. */
import { dayProblem, dayRemedy } from '../domain/date-range.ts';
import { optional, textSetting, withDefault } from '../domain/setting.ts';
import { policySettings } from './policy.ts';

export const storefrontSettings = {
  since: optional(textSetting(dayRemedy, dayProblem)),
  taxAccount: optional(textSetting('Write the name of one of accounts, or leave it out')),
  policy: withDefault(policySettings, {}),
};
