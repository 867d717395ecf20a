import type { Settled } from './verdict.ts';

const barred = {
  _tag: 'Settled',
  sending: null,
  digest: null,
  remoteId: '',
  comparison: null,
  isFound: false,
  drift: null,
} as const;

/** `day`: of the sale, in the storefront's time zone. */
export const beforeTheFirstDay = (storefront: string, day: string, firstDay: string): Settled => ({
  ...barred,
  outcome: 'skipped',
  reason: 'before the first day',
  message: `It was made on ${day}, before the first day of ${storefront} (${firstDay}). To send it: tax-nexus sync --storefront ${storefront} --from ${day} --to ${day}`,
});

/** `month`: `YYYY-MM`. */
export const periodClosed = (month: string): Settled => ({
  ...barred,
  outcome: 'held',
  reason: 'period closed',
  message: `${month} is closed: its taxes are filed. Agree to send into closed periods when you retry, or reopen the month first.`,
});
