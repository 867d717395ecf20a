/** Looks up what a bookkeeper reads about a reason or finding: its label, its title and what to do. */
import { findingKind } from '../../domain/run.ts';
import { findingTexts } from './findings.ts';
import { holdTexts } from './holds.ts';
import { informationTexts } from './for-information.ts';
import type { ReasonText } from './reason-text.ts';
import { skipTexts } from './skips.ts';
import { reasonTitles } from './titles.ts';

/** Every reason and finding with its texts. The key is the stored value. */
const texts = { ...skipTexts, ...findingTexts, ...informationTexts, ...holdTexts };

export type Reason = keyof typeof texts;

interface ReasonGroup {
  /** What happened to sales with these reasons. */
  readonly title: string;
  readonly reasons: readonly Reason[];
}

/** All reasons by their titles; reasons that need a person come first. */
export const reasonGroups = (): readonly ReasonGroup[] => [
  groupOf('Not sent, until you decide or correct them', holdTexts),
  groupOf('Sent, and to be checked', findingTexts),
  groupOf('Sent, for your information', informationTexts),
  groupOf('Skipped, no action needed', skipTexts),
];

export const reasons: readonly Reason[] = Object.keys(texts) as Reason[];

/** Those of which the title or the texts have all words, in any case of letters. */
export const reasonsWith = (text: string): ReadonlySet<Reason> => {
  const words = text.toLowerCase().split(/\s+/);
  return new Set(
    reasons.filter((reason) => {
      const { label = '', todo = '', why, shopify = '', stripe = '' } = texts[reason];
      const all = [reason, reasonTitle(reason), label, todo, why, shopify, stripe].join(' ').toLowerCase();
      return words.every((word) => all.includes(word));
    }),
  );
};

/**
 * The texts of a reason or finding; undefined for an unknown one.
 *
 * @example
 * reasonText('channel with open liability: Depop')?.why
 */
export const reasonText = (reason: string): ReasonText | undefined => {
  const kind = findingKind(reason);
  return Object.hasOwn(texts, kind) ? texts[kind as Reason] : undefined;
};

/**
 * What a bookkeeper reads, on the screen and in a terminal: a sentence as a person would say it.
 *
 * @example
 * reasonTitle('channel with open liability: Depop') // 'Who remits the tax of this channel is unknown: Depop'
 */
export const reasonTitle = (reason: string): string => {
  const key = Object.hasOwn(reasonTitles, reason) ? reason : findingKind(reason);
  const label = reasonLabel(key);
  const title = Object.hasOwn(reasonTitles, key) ? reasonTitles[key] : undefined;
  return `${title ?? `${label.charAt(0).toUpperCase()}${label.slice(1)}`}${reason.slice(key.length)}`;
};

/** What to do about a reason or finding; an empty text when no action is needed. */
export const remedyOf = (reason: string): Pick<ReasonText, 'todoWhenSent' | 'settings'> & { readonly todo: string } => {
  const { todo = '', todoWhenSent, settings } = reasonText(reason) ?? {};
  return { todo, ...(todoWhenSent !== undefined && { todoWhenSent }), ...(settings !== undefined && { settings }) };
};

const groupOf = (title: string, some: Partial<Record<Reason, ReasonText>>): ReasonGroup => ({
  title,
  reasons: (Object.keys(some) as Reason[]).sort((a, b) => reasonTitle(a).localeCompare(reasonTitle(b))),
});

/** The words for a reason within a sentence. An unknown reason is returned unchanged. */
const reasonLabel = (reason: string): string => {
  const label = reasonText(reason)?.label;
  return label === undefined ? reason : `${label}${reason.slice(findingKind(reason).length)}`;
};
