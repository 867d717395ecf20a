/** The page of a state: where its threshold stands and since when, month by month, by which rule, and the registration there. */
import type { Child, FC } from 'hono/jsx';
import { moneyIn } from '../../../domain/money.ts';
import { facilitatorLaws } from '../../../mapping/facilitator-laws.ts';
import { ruleOn } from '../../../mapping/nexus-rule.ts';
import type { NexusOfState } from '../../../operations/nexus-of-state.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import { isRegisteredLate, type StateExposure } from '../../../reconcile/thresholds/exposure.ts';
import type { WorkpaperRow } from '../../../reconcile/thresholds/workpaper.ts';
import { notFound } from '../../answers.ts';
import { count, dayLabel, grouped, monthLabel, plural, rangeLabel, registrationLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import { Page, readForm, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { MonthBars } from '../parts/month-bars.tsx';
import {
  amountsLabel,
  collectFromLabel,
  collectLabels,
  endLabels,
  measuredLabels,
  NexusBadge,
  nexusStatusOf,
  notCollectedBase,
  notCollectedTax,
  ruleLabel,
} from '../parts/nexus-labels.tsx';
import { onlyWithBalances } from '../parts/nexus-map.tsx';
import { NotSent } from '../parts/not-sent.tsx';
import { Alert } from '../parts/notices.tsx';
import { Source } from '../parts/source.tsx';
import { Facts, Table } from '../parts/table.tsx';
import { stateName } from '../parts/us-map.tsx';
import { sendPage } from '../responses.tsx';

/** `GET /nexus/TX`: the threshold of a state. */
export const showNexusOf: ScreenHandler = (context) => showPage(context);

/** `POST /nexus/TX`: notes or removes the registration there. */
export const changeRegistration: ScreenHandler = async (context) => {
  const form = await readForm(context);
  const { user, links } = context.var.page;
  const { registrations } = context.var.taxNexus;
  const state = context.req.param('state') ?? '';
  const since = form.one('since');
  try {
    if (form.one('what') === 'remove') await registrations.remove({ state });
    else
      await registrations.save({
        ...{ state, registeredBy: form.one('registeredBy'), by: user.name },
        ...(since !== '' && { since }),
        ...(form.one('status') === 'managed elsewhere' && { status: 'managed elsewhere' }),
      });
    return context.redirect(links.nexus(state), 303);
  } catch (error) {
    if (error instanceof TaxNexusError && error.code === 'INVALID') return showPage(context, error.message);
    throw error;
  }
};

const showPage = async (context: ScreenContext, problem: string | null = null): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const state = context.req.param('state') ?? '';
  const found = await taxNexus.pages.nexusOf(state);
  if (found === null) return notFound();
  const { exposure, months, registration } = found;
  const shown = { state, found, links: page.links };
  const status = exposure !== null ? nexusStatusOf(exposure) : registration === null ? null : 'registered';
  return sendPage(
    context,
    <Page page={page} title={`Nexus in ${stateName(state)}`}>
      <p class="small">
        <a href={page.links.nexus()}>All states</a>
      </p>
      <h1>
        {stateName(state)} {status === null ? null : <NexusBadge status={status} />}
      </h1>
      <p>{exposure === null ? 'No sales in US dollars are known.' : meaning(exposure)}</p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      {exposure === null ? null : (
        <section class="card" aria-label="In the measuring period">
          <Figures exposure={exposure} />
          <Notes exposure={exposure} />
        </section>
      )}
      {months.length === 0 ? null : <Months {...shown} />}
      <div class="grid top">
        <Rule {...shown} />
        <div>
          <Registration {...shown} />
          <Workpaper {...shown} />
        </div>
      </div>
      <p class="soft small">
        An indication, by sales alone: stock or staff in a state creates nexus whatever you sell. The Tax Nexus Service
        decides.
      </p>
    </Page>,
    problem === null ? 200 : 422,
  );
};

/** What the numbers mean, in a sentence or two. */
const meaning = ({ duties, status, percent, threshold, notRead }: StateExposure): string => {
  const duty = duties.at(-1);
  if (status === 'over')
    return 'The threshold was reached in the past. If you are registered, you must file until you cancel. Ask your adviser whether your duty has ended.';
  if (duty !== undefined)
    return duty.collectFrom === null
      ? `The threshold was reached on ${dayLabel(duty.crossedOn)}. From which day to collect is not known: ask your adviser.`
      : `The threshold was reached on ${dayLabel(duty.crossedOn)}. Collect tax from ${dayLabel(duty.collectFrom)}.`;
  const at = `Sales are at ${count(percent)} % of ${amountsLabel(threshold)}.`;
  return notRead.length === 0
    ? at
    : `${at} Whether the threshold is reached is not known: not synced ${notRead.map(rangeLabel).join(', ')}.`;
};

/** The figures of the measuring period. */
const Figures: FC<{ readonly exposure: StateExposure }> = ({ exposure }) => {
  const { sales, netSales, transactions, percent, threshold, period, notCollected, duties } = exposure;
  const crossed = duties.at(-1)?.crossedOn;
  const then = duties.at(-1)?.threshold ?? threshold;
  const figures: readonly (readonly [label: string, value: string, more: string])[] = [
    [
      `sales from ${rangeLabel(period)}`,
      `${grouped(sales)} USD`,
      `${plural(transactions, 'sale')}${netSales === sales ? '' : `; ${grouped(netSales)} after refunds`}`,
    ],
    ['of threshold', `${count(percent)} %`, `of ${amountsLabel(threshold)}`],
    ...(crossed === undefined
      ? []
      : [
          [
            'reached',
            dayLabel(crossed),
            amountsLabel(then) === amountsLabel(threshold) ? '' : `threshold then: ${amountsLabel(then)}`,
          ] as const,
          ['collect from', collectFromLabel(exposure), untilLabel(exposure)] as const,
        ]),
    ...(notCollected === null
      ? []
      : [
          [
            `sold since ${dayLabel(notCollected.from)}`,
            `${grouped(notCollected.sales)} USD`,
            `${grouped(notCollected.untaxed)} of it taxable and not taxed`,
          ] as const,
          ['tax not collected (an estimate)', notCollectedTax(notCollected), notCollectedBase(notCollected)] as const,
        ]),
  ];
  return (
    <dl class="numbers">
      {figures.map(([label, value, more]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            {value}
            {more === '' ? null : <p class="soft small">{more}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** How long the duty lasts if nothing more is sold. */
const untilLabel = ({ duties, status }: StateExposure): string => {
  const until = duties.at(-1)?.until ?? null;
  if (status !== 'reached') return '';
  return until === null ? 'until when is not known' : `until ${dayLabel(until)} if sales fall`;
};

const Notes: FC<{ readonly exposure: StateExposure }> = ({ exposure }) => {
  const { openingBalances, lacksMarketplaceSales } = exposure;
  return (
    <>
      {openingBalances === null ? null : (
        <p class="small">
          Of it, opening balances of {openingBalances.channels.join(', ')}:{' '}
          {Number(openingBalances.sales) === 0 && openingBalances.transactions === 0
            ? 'in earlier periods'
            : `${grouped(openingBalances.sales)}, ${plural(openingBalances.transactions, 'sale')}`}
          {openingBalances.decide ? `; ${onlyWithBalances}` : ''}.
        </p>
      )}
      {lacksMarketplaceSales ? (
        <p class="small">
          Marketplace sales are skipped or held by your setting, though the state counts them: the numbers are too low.
        </p>
      ) : null}
      {isRegisteredLate(exposure) ? (
        <p class="small">The duty to collect began before the registration. Ask your adviser about the days between.</p>
      ) : null}
    </>
  );
};

interface StateProps {
  readonly state: string;
  readonly links: Links;
  readonly found: NexusOfState;
}

/** Percent of a threshold that the picture has room for. */
const minTop = 120;

const Months: FC<StateProps> = ({ state, links, found: { months, notSent, otherCurrencies } }) => {
  const isNumber = true;
  const top = Math.max(minTop, ...months.map(({ percent }) => percent));
  const salesOf = (month: string): string => links.sales({ state, month });
  return (
    <section class="card" aria-labelledby="months">
      <h2 id="months">Month by month</h2>
      <MonthBars
        label="Running sum of the measuring period, by month; the line is the threshold"
        line={(100_000 / top) | 0}
        bars={months.map(({ month, percent, running }) => ({
          ...{ month, href: salesOf(month), share: Math.round((percent * 1000) / top), isMarked: percent >= 100 },
          text: `${monthLabel(month)}: ${dollars(running.sales)} USD in ${plural(running.count, 'sale')}, ${count(percent)} % of the threshold`,
        }))}
      />
      <p class="soft small">
        Bars: the running sum of the measuring period at the end of each month. Line: the threshold.
      </p>
      <Table<WorkpaperRow>
        caption="US dollars without tax; what is not sent, with tax"
        isIndex
        rows={[...months].reverse()}
        columns={[
          { head: 'month', cell: ({ month }) => <a href={salesOf(month)}>{monthLabel(month)}</a> },
          { head: 'counted', isNumber, cell: ({ counted }) => dollars(counted.sales) },
          { head: 'sales', isNumber, cell: ({ counted }) => count(counted.count) },
          { head: 'not counted', isNumber, cell: ({ notCounted }) => dollars(notCounted.sales) },
          { head: 'not sent', isNumber, cell: ({ notSentDollars }) => dollars(notSentDollars.sales) },
          { head: 'running sum', isNumber, cell: ({ running }) => dollars(running.sales) },
          { head: 'of threshold', isNumber, cell: ({ percent }) => `${count(percent)} %` },
        ]}
      />
      {otherCurrencies.length === 0 ? null : (
        <p class="small">
          In other currencies, and not counted:{' '}
          {otherCurrencies
            .map((one) => `${plural(one.count, 'sale')}, ${grouped(one.sales)} ${one.currency} without tax`)
            .join('; ')}
          .
        </p>
      )}
      {notSent.length === 0 ? null : (
        <details>
          <summary>Why sales are not sent</summary>
          <NotSent notSent={notSent} links={links} isOfOne />
        </details>
      )}
    </section>
  );
};

const dollars = (cents: bigint): string => grouped(moneyIn('USD')(cents));

const Rule: FC<StateProps> = ({ state, found: { on, threshold, exposure } }) => {
  const rule = ruleOn(threshold, on);
  const { source, disagreements } = threshold;
  const { collects, ends } = rule;
  const marketplaces = exposure?.includesMarketplaceSales ?? facilitatorLaws[state]?.countsTowardThreshold !== false;
  const facts: readonly (readonly [label: string, value: Child])[] = [
    ['Threshold', ruleLabel(rule)],
    ['Measured over', measuredLabels[rule.period]],
    ['Marketplace sales', countedLabel(marketplaces || exposure?.lacksMarketplaceSales === true)],
    ['Exempt sales', countedLabel(rule.countsExemptSales)],
    ['Sales for resale', countedLabel(rule.countsResale)],
    ['Collect from', collects === null ? 'not found' : collectLabels[collects]],
    ['The duty lasts', ends === null ? 'not found' : endLabels[ends]],
    ...(disagreements.length === 0 ? [] : [['Sources differ about', disagreements.join(', ')] as const]),
    ['Source', <Source source={source} isOutdated={exposure?.isOutdated === true} />],
  ];
  return (
    <section class="card" aria-labelledby="rule">
      <h2 id="rule">Rule of {stateName(state)}</h2>
      <Facts facts={facts} />
    </section>
  );
};

const countedLabel = (isCounted: boolean): string => (isCounted ? 'counted' : 'not counted');

const Registration: FC<StateProps> = ({ state, links, found: { registration } }) => {
  const action = links.nexus(state);
  const mayChange = links.may('approve');
  return (
    <section class="card noprint" aria-labelledby="registration">
      <h2 id="registration">Registration</h2>
      <p>{registration === null ? 'Not registered.' : `${registrationLabel(registration)}.`}</p>
      {registration?.isSetting === true ? (
        <p class="soft small">This is a setting (service.registrations): change it there.</p>
      ) : !mayChange ? null : registration !== null ? (
        <form method="post" action={action}>
          <button name="what" value="remove">
            Remove registration
          </button>
        </form>
      ) : (
        <form method="post" action={action}>
          <div class="fields">
            <label>
              First day
              <input type="date" name="since" />
            </label>
            <label>
              Who files (optional)
              <input name="registeredBy" maxlength={200} autocomplete="off" />
            </label>
          </div>
          <label class="pick">
            <input type="checkbox" name="status" value="managed elsewhere" />
            <span>Another service or preparer files there</span>
          </label>
          <button name="what" value="save">
            Add registration
          </button>
        </form>
      )}
    </section>
  );
};

/** The last two calendar years and this one: longer than any measuring period. */
const Workpaper: FC<StateProps> = ({ state, links, found: { on } }) => (
  <section class="card noprint" aria-labelledby="workpaper">
    <h2 id="workpaper">Workpaper</h2>
    <p class="soft small">
      For your preparer: these months with rule, source, registration and days that were not read.
    </p>
    <p class="row">
      {(['xlsx', 'csv'] as const).map((format) => (
        <a
          class="button"
          href={links.export({
            ...{ from: `${Number(on.slice(0, 4)) - 2}-01-01`, to: on, what: 'thresholds', state, format },
          })}
          aria-label={`Workpaper of ${stateName(state)} as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </a>
      ))}
    </p>
  </section>
);
