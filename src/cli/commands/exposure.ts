/**
 * `tax-nexus exposure`: how near each state's economic nexus threshold the known sales are, and where the business has locations.
 */
import * as E from 'fp-ts/lib/Either.js';
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import { dayRemedy } from '../../domain/date-range.ts';
import { reasonTitle } from '../../reconcile/reasons/reasons.ts';
import { type Exposure, isRegisteredLate, type StateExposure } from '../../reconcile/thresholds/exposure.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, nextCommand, withAccount } from '../open-command.ts';
import { presenceText } from '../render/presence.ts';
import { registrationText } from '../render/registration.ts';
import { json, table } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface ExposureOptions extends CommonOptions {
  readonly on?: string;
  readonly net?: boolean;
  readonly json?: boolean;
}

/** Does not ask the service. */
export const exposure = (io: CliIo, options: ExposureOptions): Promise<ExitCode> =>
  withAccount(io, options, async (account) => {
    const { on, net = false } = options;
    const found = await outcomeOf(account.exposure({ ...(on !== undefined && { on }), basis: net ? 'net' : 'gross' }));
    if (E.isLeft(found)) {
      const { code, message } = found.left;
      return fail(io, code === 'RANGE' ? { code, message: `--on: ${message}. ${dayRemedy}.` } : found.left);
    }
    const present = await outcomeOf(account.presence());
    if (E.isLeft(present)) return fail(io, present.left);
    const { registrations } = found.right;
    io.out(
      options.json === true
        ? json({ ...found.right, presence: present.right })
        : exposureText(found.right, options) + presenceText(present.right, registrations),
    );
    return exitCode.settled;
  });

const thresholdText = ({ sales, transactions, needsBoth }: StateExposure['threshold']): string =>
  [sales.toLocaleString('en-US'), ...(transactions === null ? [] : [String(transactions)])].join(
    needsBoth ? ' and ' : ' or ',
  );

const statusText = ({ status, notRead, registration }: StateExposure): string => {
  if (registration !== null) return registration.status;
  return status === 'below' && notRead.length > 0 ? 'not known' : status;
};

const notSentText = (notSent: Exposure['notSent']): string => {
  if (notSent.length === 0) return '';
  const rows = notSent.map(({ state, status, reason, count, total, currency }) => [
    ...[state ?? 'not known', status === 'waiting' ? 'on hold or failed' : 'skipped', reasonTitle(reason)],
    ...[String(count), currency === null ? 'not known' : `${total} ${currency}`],
  ]);
  const decide = notSent.some(({ status }) => status === 'waiting')
    ? '\n\nDecide on what is on hold or failed: tax-nexus screen.'
    : '';
  return `Not sent, so not in these numbers:\n\n${table([['state', 'status', 'reason', 'number', 'with tax'], ...rows], [3, 4])}${decide}\n\n`;
};

const exposureText = (
  { on, basis, known, states, registrations, notSent, notInDollars, otherCurrencies, reviewedOn, isOutdated }: Exposure,
  options: CommonOptions,
): string => {
  if (known === null && states.length === 0)
    return `No sales are known yet.\n\nNext: ${nextCommand(options, 'sync --from 365d --dry-run')}\n`;
  const rows = states.map((one) => {
    const { state, duties, percent, transactions, threshold } = one;
    const duty = duties.at(-1);
    return [
      ...[state, statusText(one)],
      ...[duty?.crossedOn ?? '', duty === undefined ? '' : (duty.collectFrom ?? 'not known')],
      ...[`${percent} %`, basis === 'net' ? one.netSales : one.sales, String(transactions), thresholdText(threshold)],
    ];
  });
  const head = [...['state', 'status', 'crossed', 'collect from'], ...['percent', 'sales', 'number', 'threshold']];
  const earlier = states.flatMap(({ state, threshold, duties }) => {
    const duty = duties.at(-1);
    const isOther = duty !== undefined && thresholdText(duty.threshold) !== thresholdText(threshold);
    return isOther ? [`${state}: on ${duty.crossedOn} the threshold was ${thresholdText(duty.threshold)}.`] : [];
  });
  const balances = states.flatMap(({ state, openingBalances: one }) =>
    one === null
      ? []
      : [
          `${state}: of these numbers, ${one.sales} USD and ${counted(one.transactions, 'sale', 'sales')} are opening balances of ${one.channels.join(', ')}, as you stated them.${one.decide ? ' Without them the threshold is not reached.' : ''}`,
        ],
  );
  const registered = registrations.map((one) => `${registrationText(one)}.`);
  const late = states.flatMap((one) =>
    isRegisteredLate(one)
      ? [
          `${one.state}: the duty to collect began on ${one.duties.at(-1)?.collectFrom ?? ''}, before the registration. Ask your adviser about the days between.`,
        ]
      : [],
  );
  const notCollected = states.flatMap(({ state, notCollected: one }) => {
    if (one === null || Number(one.untaxed) === 0) return [];
    const tax =
      one.tax === null
        ? 'No sale there was taxed, so the tax is not estimated.'
        : `At ${one.rate} %, which was charged on the taxed sales there, that is about ${one.tax} USD of tax (an estimate).`;
    return [
      `${state}: from ${one.from} to ${one.to} you sold ${one.sales} USD there, of which ${one.untaxed} USD are taxable and were not taxed. ${tax}`,
    ];
  });
  const lasting = states.flatMap(({ state, status, duties }) => {
    const until = duties.at(-1)?.until ?? null;
    return status === 'reached' && until !== null
      ? [`${state}: the duty to collect lasts until ${until}, if sales fall.`]
      : [];
  });
  const over = states.flatMap(({ state, status, duties, registration }) =>
    status === 'over' && registration === null
      ? [
          `${state}: the threshold was reached in the past, the duty lasted until ${duties.at(-1)?.until ?? ''}. If you are registered, you must file until you cancel; ask your adviser.`,
        ]
      : [],
  );
  const notRead = Object.entries(
    groupBy(({ days }: { readonly days: string; readonly state: string }) => days)(
      states.flatMap(({ state, notRead: gaps }) => gaps.map(({ from, to }) => ({ state, days: `${from} to ${to}` }))),
    ),
  ).map(([days, all]) => `Not synced: ${days}. Not known for these days: ${all.map(({ state }) => state).join(', ')}.`);
  const differing = states.flatMap(({ state, disagreements }) =>
    disagreements.length === 0 ? [] : [`${state}: sources differ (${disagreements.join(', ')}).`],
  );
  const outdated = states.flatMap(({ state, source, isOutdated: isOld }) =>
    isOld
      ? [
          `${state}: the threshold is from ${source.name} of ${source.on}, older than a year: check it (${source.link}).`,
        ]
      : [],
  );
  const own = states.flatMap(({ state, source }) =>
    source.link === null ? [`${state}: the threshold is your setting (policy.nexusThresholds).`] : [],
  );
  const lacking = states.flatMap(({ state, lacksMarketplaceSales }) => (lacksMarketplaceSales ? [state] : []));
  const notes = [
    ...(lacking.length === 0
      ? []
      : [
          `Marketplace sales are skipped or held by your setting (policy.marketplaceSales), though these states count them: ${lacking.join(', ')}. Their numbers are too low.`,
        ]),
    ...balances,
    ...registered,
    ...late,
    ...notCollected,
    ...own,
    ...earlier,
    ...lasting,
    ...over,
    ...notRead,
    ...differing,
    ...outdated,
    known === null
      ? 'No sales of connected storefronts are known yet.'
      : `Sales from ${known.from} to ${known.to} are known. Earlier sales are not in these numbers.`,
    basis === 'net'
      ? 'Refunds are subtracted, as in Stripe and Avalara. No state says that they reduce the measured sales: leave --net out to see what counts.'
      : 'Refunds are not subtracted: no state says that they reduce the measured sales. --net subtracts them, as Stripe and Avalara do.',
    `An indication by sales alone, and goods are not distinguished from services. The Tax Nexus Service decides. Thresholds as of ${reviewedOn}.`,
    ...(isOutdated ? ['The thresholds are older than a year: check those of the states that matter to you.'] : []),
    ...(otherCurrencies.length === 0
      ? []
      : [
          `${counted(notInDollars, 'sale', 'sales')} in other currencies left out: ${otherCurrencies.map((one) => `${one.state} ${one.count} (${one.sales} ${one.currency} without tax)`).join(', ')}.`,
        ]),
  ];
  return `On ${on}, in US dollars without tax:\n\n${table([head, ...rows], [4, 5, 6])}\n\n${notSentText(notSent)}${notes.join('\n')}\n`;
};
