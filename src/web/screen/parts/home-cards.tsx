/** The cards of the home page: the year's sales, what needs a decision, states near their threshold, and the latest events. */
import type { FC } from 'hono/jsx';
import type { DecidedTogether } from '../../../domain/decision.ts';
import type { LastMonths } from '../../../operations/last-months.ts';
import type { ShownRun } from '../../../operations/pages.ts';
import type { Standing } from '../../../operations/home.ts';
import { wholeMonth } from '../../../domain/date-range.ts';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import type { Exposure } from '../../../reconcile/thresholds/exposure.ts';
import { count, money, plural, rangeLabel, statusLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { Moment } from '../moments.tsx';
import { collectFromLabel, isNotKnown, NexusBadge, nexusStatusOf } from './nexus-labels.tsx';
import { actionLabel, countAndMoney, openCount, totalsLabel } from './open-groups.tsx';
import { stateName } from './us-map.tsx';
import { YearChart } from './year-chart.tsx';

/** Sales and tax, and how many sales are sent, on hold and left out. */
export const YearCard: FC<{ readonly links: Links; readonly year: LastMonths; readonly standing: Standing }> = ({
  links,
  year,
  standing: { groups },
}) => {
  const sums = byCurrency(year);
  const held = groups.filter(({ isSent }) => !isSent);
  const sent = sums.reduce((all, { sales }) => all + sales, 0);
  const [first] = sums;
  return (
    <section class="card" aria-labelledby="year">
      <h2 id="year">Last twelve months</h2>
      <dl class="numbers">
        <Amounts label="Gross sales" sums={sums} of="gross" />
        <Amounts label="Tax collected" sums={sums} of="tax" />
      </dl>
      {first === undefined ? null : (
        <YearChart year={year} currency={first.currency} linkTo={(month) => links.period({ ...wholeMonth(month) })} />
      )}
      <ul class="plain parts">
        <li>
          <a href={links.sales({ show: 'sent' })}>
            <span class="badge good">Sent</span> {plural(sent, 'sale')}
          </a>
        </li>
        <li>
          <a href={links.sales({ show: 'open' })}>
            <span class="badge warn">On hold</span> {plural(openCount(held, false), 'sale')}
          </a>
        </li>
        <li>
          <a href={links.sales({ show: 'left out' })}>
            <span class="badge">Left out</span> {countAndMoney(year.leftOut)}
          </a>
        </li>
      </ul>
    </section>
  );
};

/** The most urgent reasons, each with its money. */
const maxReasons = 4;

export const NeedsYouCard: FC<{ readonly links: Links; readonly groups: Standing['groups'] }> = ({ links, groups }) => {
  const held = groups.filter(({ isSent }) => !isSent);
  const toCheck = groups.filter(({ isSent }) => isSent);
  return (
    <section class="card" aria-labelledby="needs">
      <h2 id="needs">Needs you</h2>
      {groups.length === 0 ? <p class="soft">Nothing waits for you.</p> : null}
      <ul class="plain list tight">
        {held.slice(0, maxReasons).map(({ what, count: number, totals }) => (
          <li>
            <a href={links.needsYou({ what })}>{reasonTitle(what)}</a>
            <span class="num">
              {plural(number, 'sale')}
              {totalsLabel(totals) === '' ? null : <span class="soft small"> {totalsLabel(totals)}</span>}
            </span>
          </li>
        ))}
      </ul>
      {groups.length === 0 ? null : (
        <p class="below small">
          <a href={links.needsYou()}>
            {held.length > maxReasons ? `All ${held.length} reasons` : 'Open the list'}
            {toCheck.length === 0
              ? ''
              : `, and ${plural(openCount(toCheck, true), 'sale or change', 'sales and changes')} to check`}
          </a>
        </p>
      )}
    </section>
  );
};

/** States that are reached or near, with the day from which to collect. */
export const NexusCard: FC<{ readonly links: Links; readonly states: Exposure['states'] }> = ({ links, states }) => {
  const shown = states.filter((one) => ['reached', 'near'].includes(nexusStatusOf(one))).slice(0, 6);
  const notKnown = states.filter(isNotKnown).length;
  return (
    <section class="card" aria-labelledby="nexus">
      <h2 id="nexus">Nexus</h2>
      {shown.length === 0 ? (
        <p class="soft">
          No state is {notKnown === 0 ? '' : 'known to be '}reached or near where you are not registered.
        </p>
      ) : null}
      <ul class="plain list tight">
        {shown.map((one) => (
          <li>
            <span>
              <a href={links.nexus(one.state)}>{stateName(one.state)}</a> <NexusBadge status={nexusStatusOf(one)} />
            </span>
            <span class="num">
              {(one.duties.at(-1)?.collectFrom ?? null) === null
                ? `${count(one.percent)} %`
                : `collect from ${collectFromLabel(one)}`}
            </span>
          </li>
        ))}
      </ul>
      {notKnown === 0 ? null : (
        <p class="soft small">{plural(notKnown, 'state is', 'states are')} not known: days were not synced.</p>
      )}
      <p class="below small">
        <a href={links.nexus()}>All states</a>
      </p>
    </section>
  );
};

interface Happened {
  readonly at: string;
  readonly text: string;
  readonly href: string;
}

const maxHappened = 6;

/** A script marks the events since this browser's last visit. */
export const HappenedCard: FC<{
  readonly links: Links;
  readonly runs: readonly ShownRun[];
  readonly decided: readonly DecidedTogether[];
}> = ({ links, runs, decided }) => {
  const happened: readonly Happened[] = [
    ...runs.map(({ run, counts }) => ({
      at: run.finishedAt ?? run.startedAt,
      text: `${run.dryRun ? 'Preview' : 'Sync'} of ${rangeLabel(run.range)} ${statusLabel[run.status]}${run.dryRun ? '' : `: ${count(counts.succeeded)} sent`}`,
      href: links.run(run.id),
    })),
    ...runs.flatMap(({ run, signed }) =>
      signed === null
        ? []
        : [{ at: signed.at, text: `${rangeLabel(run.range)} signed off by ${signed.by}`, href: links.run(run.id) }],
    ),
    ...decided.map(({ action, what, count: number, by, at, batch }) => ({
      ...{ at, href: links.needsYou({ batch }) },
      text: `${actionLabel(action, what)}: ${plural(number, 'sale')}, ${reasonTitle(what)}, by ${by}`,
    })),
  ]
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, maxHappened);
  return (
    <section class="card" aria-labelledby="happened">
      <h2 id="happened">What happened</h2>
      {happened.length === 0 ? <p class="soft">Nothing yet.</p> : null}
      <ul class="plain list tight" data-happened>
        {happened.map(({ at, text, href }) => (
          <li data-at={at}>
            <a href={href}>{text}</a>
            <span class="soft small num">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
      <p class="below small">
        <a href={links.activity()}>All activity</a>
      </p>
    </section>
  );
};

interface CurrencySum {
  readonly currency: string;
  readonly sales: number;
  readonly gross: bigint;
  readonly tax: bigint;
}

/** The currency with the most sales first. */
const byCurrency = ({ sums }: LastMonths): readonly CurrencySum[] => {
  const found = new Map<string, CurrencySum>();
  for (const { currency, sales, gross, tax } of sums) {
    const before = found.get(currency) ?? { currency, sales: 0, gross: 0n, tax: 0n };
    found.set(currency, { currency, sales: before.sales + sales, gross: before.gross + gross, tax: before.tax + tax });
  }
  return [...found.values()].sort((a, b) => b.sales - a.sales);
};

const Amounts: FC<{ readonly label: string; readonly sums: readonly CurrencySum[]; readonly of: 'gross' | 'tax' }> = ({
  label,
  sums,
  of,
}) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {sums.length === 0 ? '0' : sums.slice(0, 1).map((sum) => `${money(sum.currency, sum[of])} ${sum.currency}`)}
      {sums.length < 2 ? null : (
        <p class="soft small">
          and{' '}
          {sums
            .slice(1)
            .map((sum) => `${money(sum.currency, sum[of])} ${sum.currency}`)
            .join(', ')}
        </p>
      )}
    </dd>
  </div>
);
