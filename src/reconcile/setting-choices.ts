/** Offers a bookkeeper the settings that would settle a hold reason for all later sales. */
import type { SettingHold } from '../domain/exclusion.ts';
import { findingKind } from '../domain/run.ts';
import type { PolicyChoices } from '../mapping/policy.ts';

/** A setting of a storefront's policy that settles a reason for all its later sales. */
export interface SettingChoice {
  readonly policy: PolicyChoices;
  /** The effect, in words for a bookkeeper. */
  readonly meaning: string;
}

type Choices = (subject: string) => readonly SettingChoice[];

const byKind: Readonly<Partial<Record<string, Choices>>> = {
  'partially paid': () => [
    { policy: { partiallyPaid: 'send' }, meaning: 'Sales that are paid in part are sent whole.' },
    { policy: { partiallyPaid: 'skip' }, meaning: 'Sales that are paid in part are skipped until they are paid.' },
  ],
  'tax still estimated': () => [
    { policy: { estimatedTax: 'send' }, meaning: 'Sales are sent while the platform may still change their tax.' },
  ],
  'zero total held': () => [
    { policy: { zeroTotals: 'send' }, meaning: 'Sales with a total of zero are sent.' },
    { policy: { zeroTotals: 'skip' }, meaning: 'Sales with a total of zero are skipped.' },
  ],
  'marketplace sale held': () => [
    { policy: { marketplaceSales: 'send' }, meaning: "Marketplace sales are sent with the marketplace's code." },
    { policy: { marketplaceSales: 'skip' }, meaning: 'Marketplace sales are skipped.' },
  ],
  'no exchange rate': () => [
    { policy: { reportingCurrency: null }, meaning: 'Each sale is sent in its own currency, without a rate.' },
  ],
  'channel with open liability': (channel) => [
    { policy: { marketplaces: { [channel]: 'none' } }, meaning: `${channel}: you collect and remit the tax.` },
    {
      policy: { marketplaces: { [channel]: 'OTHER' } },
      meaning: `${channel} remits the tax. Replace OTHER by its code, if your service knows one.`,
    },
  ],
} satisfies Record<SettingHold, Choices> & Record<string, Choices>;

/**
 * The settings that settle a reason or finding; empty if only the platform, the service or a person can settle it. Pure.
 *
 * @param isSent whether the sales are in the service: then the storefront has the setting that sends them
 */
export const settingChoices = (what: string, isSent: boolean): readonly SettingChoice[] => {
  const kind = findingKind(what);
  const choices = Object.hasOwn(byKind, kind) ? byKind[kind] : undefined;
  const all = choices?.(what.slice(kind.length + 2)) ?? [];
  return isSent ? all.filter(({ policy }) => !Object.values(policy).some(isSend)) : all;
};

/** The choice as a line of a configuration, in JSON and in JavaScript. Pure. */
export const snippetOf = ({ policy }: SettingChoice): string =>
  `"policy": ${JSON.stringify(policy, null, 1).replaceAll(/\n\s*/g, ' ')}`;

/** If a setting already sent the sale, the same setting settles nothing: each later sale gets the finding again. */
const isSend = (value: unknown): boolean => value === 'send';
