import * as E from 'fp-ts/lib/Either.js';
import { dayProblem, dayRemedy, isTimeZone } from '../../src/domain/date-range.ts';
import { policyWith } from '../../src/mapping/policy.ts';
import type { StripeOptions } from './options.ts';
import { parseOrigin } from './api/origin.ts';

const known: Readonly<Record<keyof StripeOptions, true>> = {
  secretKey: true,
  webhookSecrets: true,
  account: true,
  apiOrigin: true,
  timeZone: true,
  since: true,
  policy: true,
};

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A publishable key is a mix-up that Stripe answers with 401 only later. */
const keyProblems = ({ secretKey }: Partial<StripeOptions>): readonly string[] => {
  const remedy = 'give a restricted key (rk_live_…) or the secret key (sk_live_…)';
  if (isMissing(secretKey)) return [`secretKey is missing or empty; ${remedy}`];
  return typeof secretKey === 'string' && secretKey.startsWith('pk_')
    ? [`secretKey is a publishable key; ${remedy}`]
    : [];
};

/** What is wrong with options, each with what to do about it, and never their values. None when nothing is. */
export const optionsProblems = (options: Partial<StripeOptions>): readonly string[] => {
  const unknown = Object.keys(options).filter((key) => !(key in known));
  const { account, apiOrigin, timeZone, webhookSecrets } = options;
  const origin = apiOrigin === undefined ? E.right(null) : parseOrigin(apiOrigin);
  const policy = policyWith(options.policy ?? {});
  return [
    ...(unknown.length > 0
      ? [`there is no option ${unknown.join(', ')}; the options are ${Object.keys(known).join(', ')}`]
      : []),
    ...keyProblems(options),
    ...(account === undefined || /^acct_\w+$/.test(account)
      ? []
      : ['account is not the id of a Stripe account; write it as acct_1Q…']),
    ...(E.isLeft(origin) ? [origin.left] : []),
    ...(timeZone === undefined || isTimeZone(timeZone)
      ? []
      : ['timeZone is unknown; write an IANA time zone such as America/New_York']),
    ...((webhookSecrets ?? []).some(isMissing)
      ? ['one of webhookSecrets is empty; leave it out, or give the signing secret of the endpoint (whsec_…)']
      : []),
    ...(options.since === undefined || dayProblem(options.since) === undefined
      ? []
      : [`since: ${dayProblem(options.since)}; ${dayRemedy}`]),
    ...(E.isLeft(policy) ? [policy.left] : []),
  ];
};
