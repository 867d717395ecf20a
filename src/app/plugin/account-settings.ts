/** Asks the host app for the API key and settings of one business, and checks them before they are used. */
import * as E from 'fp-ts/lib/Either.js';
import { errorName } from '../../domain/errors.ts';
import { isRecord } from '../../domain/fields.ts';
import { defaultAccount } from '../../domain/inbox.ts';
import type { AccountFailure } from '../../live/index.ts';
import { readSetting, settingsOf, withDefault } from '../../domain/setting.ts';
import { type PolicyChoices, policyChoices } from '../../mapping/policy.ts';
import { accountNameComplaint, describeComplaint } from '../configuration/complaint.ts';
import type { Foundation, ServiceConfiguration } from '../configuration/configuration.ts';
import { accountSettings, accountUnder, type WrittenAccount } from '../configuration/service-settings.ts';
import type { TaxNexusSettings } from './settings.ts';

/** The checked settings of an account. */
export interface AccountConfiguration extends ServiceConfiguration {
  /** Defaults for its storefronts; a storefront's own policy comes first. */
  readonly policy: PolicyChoices;
}

/** Undefined when the host failed: its previous answer remains valid. */
type Asked = E.Either<AccountFailure, AccountConfiguration> | undefined;

/**
 * Never rejects, and does not repeat what the host threw.
 *
 * @param foundation the checked options: `default` is the account of the option `service.apiKey`, if it is set
 */
export const askForAccount =
  ({ accounts, log }: Pick<TaxNexusSettings, 'accounts' | 'log'>, { service }: Pick<Foundation, 'service'>) =>
  async (account: string): Promise<Asked> => {
    const { apiKey } = service;
    if (account === defaultAccount && apiKey !== null) return E.right({ ...service, apiKey, policy: {} });
    if (accounts === null) {
      return failure(
        `There is no account "${account}": the app has one API key, and no option "accounts". Leave the account out where it is named (taxAccount of a storefront, --account of a command), or add the option.`,
      );
    }
    const misnamed = accountNameComplaint('taxAccount', account);
    if (misnamed !== undefined) return failure(describeComplaint(misnamed));
    try {
      return checked(account, service, await accounts(account));
    } catch (error) {
      log.warn('The option "accounts" failed; its last result is still used.', {
        account,
        defect: errorName(error),
      });
      return undefined;
    }
  };

const failure = (message: string): E.Either<AccountFailure, never> => E.left({ cause: 'credentials', message });

const checked = (
  account: string,
  service: Foundation['service'],
  given: unknown,
): E.Either<AccountFailure, AccountConfiguration> => {
  if (!isRecord(given)) {
    return failure(
      `There is no account "${account}": the option "accounts" returned nothing for it. Correct its name (taxAccount of a storefront, --account of a command), or return its settings.`,
    );
  }
  const settings = settingsOf<WrittenAccount & { readonly policy: PolicyChoices }>({
    ...accountSettings(process.env),
    policy: withDefault(policyChoices, {}),
  });
  const read = readSetting(`accounts("${account}")`)(settings, given);
  if (E.isLeft(read)) return failure(read.left.map(describeComplaint).join(' '));
  const { policy, ...written } = read.right;
  return E.right({ ...accountUnder(service, written), policy });
};
