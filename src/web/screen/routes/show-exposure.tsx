/**
 * The page of economic nexus: how near each state's threshold the sales are, on a map and in one table, and when to collect. It
 * is long because each fact of a state has its own cell and wording.
 */
import { groupBy } from 'fp-ts/lib/NonEmptyArray.js';
import type { Child, FC } from 'hono/jsx';
import { thresholdsReviewedOn } from '../../../mapping/nexus-sources.ts';
import { nexusThresholds } from '../../../mapping/nexus-thresholds.ts';
import type { DateRange } from '../../../domain/date-range.ts';
import {
  type Exposure,
  isRegisteredLate,
  needsRegistration,
  type StateExposure,
} from '../../../reconcile/thresholds/exposure.ts';
import type { NotSentOfState } from '../../../reconcile/thresholds/not-sent.ts';
import { reasonLabel } from '../../../reconcile/reasons/reasons.ts';
import { count, dayLabel, grouped, plural, rangeLabel, registrationLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import type { Html, ScreenHandler } from '../page.tsx';
import { Table } from '../parts/table.tsx';
import { PresenceCard } from '../parts/presence.tsx';
import { StateMap, stateName } from '../parts/us-map.tsx';
import { sendPageInParts } from '../responses.tsx';

/** Percent of a threshold from which a state is darker. */
const steps = [0, 50, 75, 90, 100] as const;

const isReached = ({ status }: StateExposure): boolean => status === 'reached';

const toneOf = (one: StateExposure): number =>
  isReached(one) ? steps.length : steps.filter((from) => one.percent >= from).length;

const thresholdLabel = ({ sales, transactions, needsBoth }: StateExposure['threshold']): string =>
  [`${count(sales)} USD`, ...(transactions === null ? [] : [`${count(transactions)} sales`])].join(
    needsBoth ? ' and ' : ' or ',
  );

const onlyWithBalances = 'reached only with opening balances';

/** `TX, Texas: 96 % of 500,000 USD` */
const describe = (code: string, states: ReadonlyMap<string, StateExposure>): string => {
  const found = states.get(code);
  const none = Object.hasOwn(nexusThresholds, code) ? 'no sales in USD' : 'no threshold';
  const what = found === undefined ? none : `${count(found.percent)} % of ${thresholdLabel(found.threshold)}`;
  return `${code}, ${stateName(code)}: ${what}${found?.openingBalances?.decide === true ? `, ${onlyWithBalances}` : ''}`;
};

/** A second line of a cell. */
const Small: FC<{ readonly children?: Child }> = ({ children }) => (
  <>
    <br />
    <span class="small soft">{children}</span>
  </>
);

const collectLabel = ({ duties, status }: StateExposure): string => {
  const duty = duties.at(-1);
  if (duty === undefined) return '–';
  if (status === 'over' && duty.until !== null) return `over since ${dayLabel(duty.until)}`;
  return duty.collectFrom === null ? 'not known' : dayLabel(duty.collectFrom);
};

const statusLabels: Readonly<Record<StateExposure['status'], string>> = {
  ...{ reached: 'Reached', over: 'Reached in the past', below: 'Not reached' },
};

const Status = ({ status, notRead, registration }: StateExposure): Html => {
  if (registration !== null) return <>{registrationLabel(registration)}</>;
  if (status !== 'below' || notRead.length === 0) return <>{statusLabels[status]}</>;
  return (
    <>
      Not known
      <Small>not synced: {notRead.map(rangeLabel).join(', ')}</Small>
    </>
  );
};

/** The part of the numbers that comes from opening balances. */
const OfBalances = ({ openingBalances }: Pick<StateExposure, 'openingBalances'>): Html =>
  openingBalances === null ? (
    <></>
  ) : (
    <Small>
      opening balances of {openingBalances.channels.join(', ')}:{' '}
      {Number(openingBalances.sales) === 0 && openingBalances.transactions === 0
        ? 'in earlier periods'
        : `${grouped(openingBalances.sales)}, ${plural(openingBalances.transactions, 'sale', 'sales')}`}
      {openingBalances.decide ? '; reached only with them' : ''}
    </Small>
  );

const Sales = ({ sales, netSales, transactions }: StateExposure): Html => (
  <>
    {grouped(sales)}
    <Small>{plural(transactions, 'sale', 'sales')}</Small>
    {netSales === sales ? null : (
      <>
        <Small>{grouped(netSales)}</Small>
        <Small>after refunds</Small>
      </>
    )}
  </>
);

const OfThreshold = ({ percent, threshold }: StateExposure): Html => (
  <>
    {count(percent)} %<Small>of {thresholdLabel(threshold)}</Small>
  </>
);

const CollectFrom = (one: StateExposure): Html => {
  const { duties, threshold } = one;
  const duty = duties.at(-1);
  if (duty === undefined) return <>–</>;
  const isOther = thresholdLabel(duty.threshold) !== thresholdLabel(threshold);
  return (
    <>
      {collectLabel(one)}
      <Small>crossed {dayLabel(duty.crossedOn)}</Small>
      {isOther ? <Small>threshold then: {thresholdLabel(duty.threshold)}</Small> : null}
    </>
  );
};

const marketplaceLabel = ({ includesMarketplaceSales, lacksMarketplaceSales, disagreements }: StateExposure): string =>
  `${lacksMarketplaceSales ? 'skipped or held by your setting, though the state counts them' : includesMarketplaceSales ? 'counted' : 'not counted'}${disagreements.includes('marketplace sales') ? ' (sources differ)' : ''}`;

const Measured = (one: StateExposure): Html => (
  <>
    {rangeLabel(one.period)}
    <Small>marketplace sales {marketplaceLabel(one)}</Small>
  </>
);

/** The registrations, also in states without sales. */
const Registered = ({ states, registrations, links }: Pick<Exposure, 'states' | 'registrations'> & Linked): Html => {
  const late = states.filter(isRegisteredLate);
  return (
    <>
      {registrations.length === 0 ? null : (
        <p class="small">
          {registrations.map((one) => `${stateName(one.state)}: ${registrationLabel(one)}`).join('. ')}.
        </p>
      )}
      <p class="small">
        <a href={links.registrations}>
          {registrations.length === 0 ? 'Note where you are registered' : 'Change registrations'}
        </a>
      </p>
      {late.length === 0 ? null : (
        <p class="small">
          The duty to collect began before the registration in {late.map(({ state }) => stateName(state)).join(', ')}.
          Ask your adviser about the days between.
        </p>
      )}
    </>
  );
};

/** Warnings about states whose numbers alone would mislead. */
const Notes = ({ states }: Pick<Exposure, 'states'>): Html => {
  const named = (wanted: (one: StateExposure) => boolean): string =>
    states
      .filter(wanted)
      .map(({ state }) => stateName(state))
      .join(', ');
  const over = named(({ status, registration }) => status === 'over' && registration === null);
  const differing = named(({ disagreements }) => disagreements.length > 0);
  return (
    <>
      {over === '' ? null : (
        <p class="soft small">
          Reached in the past: {over}. If you are registered there, you must file until you cancel. Ask your adviser
          whether your duty has ended.
        </p>
      )}
      {differing === '' ? null : <p class="soft small">Sources differ about the rules of {differing}.</p>}
    </>
  );
};

const Source = ({ name, link, on }: StateExposure['source']): Html =>
  link === null || on === null ? (
    <>{name}</>
  ) : (
    <>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
      , read on {dayLabel(on)}
    </>
  );

/** The sources of the thresholds, each with its states. */
const Sources = ({ states }: Pick<Exposure, 'states'>): Html => (
  <>
    <h3>Sources of these thresholds</h3>
    <ul class="small soft">
      {Object.values(groupBy(({ source }: StateExposure) => source.name)([...states])).map((same) => (
        <li>
          {same.map(({ state }) => state).join(', ')}: <Source {...same[0].source} />
          {same[0].isOutdated ? <strong> (older than a year: check it)</strong> : null}
        </li>
      ))}
    </ul>
  </>
);

const NotCollected = ({ notCollected }: StateExposure): Html => {
  if (notCollected === null) return <>–</>;
  const { untaxed, rate, tax } = notCollected;
  if (tax !== null && rate === null) return <>{grouped(tax)}</>;
  return (
    <>
      {tax === null ? 'no rate known' : `about ${grouped(tax)}`}
      <Small>
        {rate === null ? 'on' : `${rate} % of`} {grouped(untaxed)}
      </Small>
    </>
  );
};

interface Linked {
  readonly links: Pick<Links, 'export' | 'exposure' | 'needsYou' | 'openingBalances' | 'registrations'>;
}

/** The last two calendar years and the current one: longer than any measuring period. */
const workpaperDays = (on: string): DateRange => ({ from: `${Number(on.slice(0, 4)) - 2}-01-01`, to: on });

const Workpaper = ({ state, on, links }: Linked & Pick<StateExposure, 'state'> & Pick<Exposure, 'on'>): Html => (
  <>
    {(['xlsx', 'csv'] as const).map((format) => (
      <>
        <a
          href={links.export({ ...workpaperDays(on), what: 'thresholds', state, format })}
          aria-label={`Workpaper of ${stateName(state)} as ${format.toUpperCase()}`}
        >
          {format.toUpperCase()}
        </a>{' '}
      </>
    ))}
  </>
);

const States = ({ states, on, links }: Pick<Exposure, 'states' | 'on'> & Linked): Html => {
  const isNumber = true;
  return (
    <Table<StateExposure>
      caption="By state, those reached first, then the nearest; US dollars without tax, in the state’s own measuring period"
      rows={states}
      columns={[
        { head: 'state', tone: '', cell: ({ state }) => stateName(state) },
        {
          head: 'status',
          cell: (one) => (
            <>
              <Status {...one} />
              <OfBalances {...one} />
            </>
          ),
        },
        { head: 'sales', isNumber, cell: (one) => <Sales {...one} /> },
        { head: 'of threshold', cell: (one) => <OfThreshold {...one} /> },
        { head: 'measured', cell: (one) => <Measured {...one} /> },
        { head: 'collect from', tone: 'nowrap', cell: (one) => <CollectFrom {...one} /> },
        ...(states.some(({ notCollected }) => notCollected !== null)
          ? [{ head: 'tax not collected (an estimate)', cell: (one: StateExposure) => <NotCollected {...one} /> }]
          : []),
        { head: 'workpaper', tone: 'nowrap', cell: ({ state }) => <Workpaper state={state} on={on} links={links} /> },
      ]}
    />
  );
};

/** Sales that may still change the numbers, and sales that never count. */
const NotSent = ({ notSent, links }: Pick<Exposure, 'notSent'> & Linked): Html => {
  const isNumber = true;
  const waiting = notSent.reduce((sum, one) => sum + (one.status === 'waiting' ? one.count : 0), 0);
  if (notSent.length === 0) return <></>;
  return (
    <>
      <h3 id="not-sent">Not sent, so not in these numbers</h3>
      {waiting === 0 ? null : (
        <p class="small">
          {plural(waiting, 'sale is', 'sales are')} on hold or failed. <a href={links.needsYou()}>Decide on them</a>
        </p>
      )}
      <Table<NotSentOfState>
        caption="Sales that are not sent, by state and reason; on all days that are known"
        rows={notSent}
        columns={[
          { head: 'state', tone: '', cell: ({ state }) => (state === null ? 'Not known' : stateName(state)) },
          { head: 'status', cell: ({ status }) => (status === 'waiting' ? 'On hold or failed' : 'Skipped') },
          { head: 'reason', cell: ({ reason }) => reasonLabel(reason) },
          { head: 'sales', isNumber, cell: (one) => count(one.count) },
          {
            head: 'with tax',
            isNumber,
            cell: ({ total, currency }) => (currency === null ? 'not known' : `${grouped(total)} ${currency}`),
          },
        ]}
      />
    </>
  );
};

/** Whether refunds are subtracted, with a link to the other view. */
const Basis = ({ basis, links }: Pick<Exposure, 'basis'> & Linked): Html =>
  basis === 'net' ? (
    <p class="soft small">
      Refunds are subtracted, as in Stripe and Avalara. No state says that refunds reduce the measured sales.{' '}
      <a href={links.exposure()}>Count sales before refunds</a>
    </p>
  ) : (
    <p class="soft small">
      Refunds are not subtracted: no state says that they reduce the measured sales.{' '}
      <a href={links.exposure({ basis: 'net' })}>Subtract them, as Stripe and Avalara do</a>
    </p>
  );

/** The states that need action, in a sentence. */
const headline = ({ states, registrations }: Pick<Exposure, 'states' | 'registrations'>): string => {
  const crossed = states.filter(needsRegistration);
  const notKnown = states.filter(
    ({ status, notRead, registration }) => status === 'below' && notRead.length > 0 && registration === null,
  ).length;
  const where = registrations.length === 0 ? '' : ' where you are not registered';
  if (crossed.length > 0) {
    const names = crossed.map(({ state }) => stateName(state)).join(', ');
    return `${plural(crossed.length, 'threshold is', 'thresholds are')} reached${where}: ${names}`;
  }
  return notKnown === 0
    ? `No threshold is reached${where}.`
    : `No threshold is known to be reached${where}. ${plural(notKnown, 'state is', 'states are')} not known: days were not synced.`;
};

const ExposureContent = ({ links, ...found }: Exposure & Linked): Html => {
  const { on, basis, known, states, registrations, notSent, notInDollars, otherCurrencies, isOutdated } = found;
  const byState = new Map(states.map((one) => [one.state, one]));
  return (
    <>
      {isOutdated ? (
        <p class="note warn">The thresholds are older than a year: check those of the states that matter to you.</p>
      ) : null}
      {known === null ? <p class="note">No sales are known yet. A preview is enough.</p> : null}
      {known === null && states.length === 0 ? (
        <p class="small">
          <a href={links.openingBalances}>Enter sales of channels that are not connected</a>
        </p>
      ) : (
        <section class="card" aria-labelledby="near">
          <h2 id="near">{headline({ states, registrations })}</h2>
          <Registered states={states} registrations={registrations} links={links} />
          <p class="small">
            <a href={links.openingBalances}>
              {states.some(({ openingBalances }) => openingBalances !== null)
                ? 'Change opening balances of channels that are not connected'
                : 'Enter sales of channels that are not connected'}
            </a>
          </p>
          <p class="soft small">
            {known === null ? '' : `Sales of ${rangeLabel(known)} are known; earlier ones are not in these numbers.`}
            {notInDollars === 0
              ? ''
              : ` ${plural(notInDollars, 'sale', 'sales')} in other currencies left out: ${otherCurrencies.map((one) => `${stateName(one.state)} ${count(one.count)} (${grouped(one.sales)} ${one.currency} without tax)`).join(', ')}.`}
          </p>
          <StateMap
            label="Thresholds by state"
            tones={new Map(states.map((one) => [one.state, toneOf(one)]))}
            describe={(code) => describe(code, byState)}
            linkTo={null}
            marked={{
              states: states.flatMap(({ state, openingBalances }) => (openingBalances?.decide === true ? [state] : [])),
              legend: onlyWithBalances,
            }}
            legend={['under 50 %', 'from 50 %', 'from 75 %', 'from 90 %', 'reached']}
          />
          <Basis basis={basis} links={links} />
          <States states={states} on={on} links={links} />
          <NotSent notSent={notSent} links={links} />
          <Notes states={states} />
          <Sources states={states} />
        </section>
      )}
    </>
  );
};

/** `GET /exposure` */
export const showExposure: ScreenHandler = async (context) => {
  const { taxNexus, page } = context.var;
  const basis = context.req.query('basis') === 'net' ? 'net' : 'gross';
  // Rejects for users who do not see all storefronts, while the status can still be set.
  if (!(await taxNexus.pages.seesAll())) await taxNexus.exposure();
  return sendPageInParts(context, {
    title: 'State thresholds',
    opening: (
      <>
        <h1>State thresholds</h1>
        <p class="soft">
          An indication, by sales alone: stock or staff in a state creates nexus whatever you sell. The Tax Nexus
          Service decides. Thresholds as of {dayLabel(thresholdsReviewedOn)}.
        </p>
      </>
    ),
    // Days with new sales are counted first, which takes a while after a sync of millions.
    content: async () => <ExposureContent {...await taxNexus.exposure({ basis })} links={page.links} />,
    // A platform that does not respond must not delay the thresholds.
    last: async () => (
      <PresenceCard {...await taxNexus.presence()} registrations={await taxNexus.registrations.list()} />
    ),
  });
};
