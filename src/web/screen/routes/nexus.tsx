/** The page of all states: map and table of where the thresholds stand. */
import type { Child, FC } from 'hono/jsx';
import { thresholdsReviewedOn } from '../../../mapping/nexus-sources.ts';
import { nexusThresholds } from '../../../mapping/nexus-thresholds.ts';
import type { ListedRegistration } from '../../../operations/registrations/known-registrations.ts';
import {
  type Exposure,
  isRegisteredLate,
  needsRegistration,
  type StateExposure,
} from '../../../reconcile/thresholds/exposure.ts';
import { count, dayLabel, grouped, plural, rangeLabel, registrationLabel } from '../labels.ts';
import type { Links } from '../links.ts';
import type { ScreenHandler } from '../page.tsx';
import {
  amountsLabel,
  collectFromLabel,
  isNotKnown,
  NexusBadge,
  nexusStatusOf,
  notCollectedBase,
  notCollectedTax,
} from '../parts/nexus-labels.tsx';
import { NexusMap, onlyWithBalances } from '../parts/nexus-map.tsx';
import { NotSent } from '../parts/not-sent.tsx';
import { PresenceCard } from '../parts/presence.tsx';
import { Source } from '../parts/source.tsx';
import { Bar, Table } from '../parts/table.tsx';
import { stateName } from '../parts/us-map.tsx';
import { sendPageInParts } from '../responses.tsx';

/** `GET /nexus`: how near the economic nexus threshold of each state the known sales are. */
export const listNexus: ScreenHandler = async (context) => {
  const { taxNexus, page } = context.var;
  const basis = context.req.query('basis') === 'net' ? 'net' : 'gross';
  // Rejects for who does not see all of them: the status says so.
  if (!(await taxNexus.pages.seesAll())) await taxNexus.exposure();
  return sendPageInParts(context, {
    title: 'Nexus',
    opening: (
      <>
        <h1>Nexus</h1>
        <p class="soft">
          An indication, by sales alone: stock or staff in a state creates nexus whatever you sell. The Tax Nexus
          Service decides. Thresholds as of {dayLabel(thresholdsReviewedOn)}.
        </p>
      </>
    ),
    // Days with new sales are counted first: after a sync of millions, it takes a while.
    content: async () => (
      <NexusContent
        links={page.links}
        found={await taxNexus.exposure({ basis })}
        registrations={await taxNexus.registrations.list()}
      />
    ),
    // A platform that does not answer must not hold the thresholds up.
    last: async () => (
      <PresenceCard {...await taxNexus.presence()} registrations={await taxNexus.registrations.list()} />
    ),
  });
};

interface Linked {
  readonly links: Links;
}

interface ContentProps extends Linked {
  readonly found: Exposure;
  readonly registrations: readonly ListedRegistration[];
}

/** A state of the table; `exposure` is null where nothing was sold, but the business is registered. */
interface StateRow {
  readonly state: string;
  readonly exposure: StateExposure | null;
  readonly registration: ListedRegistration | undefined;
}

const NexusContent: FC<ContentProps> = ({ links, found, registrations }) => {
  const { states, basis, notSent } = found;
  const registrationIn = (state: string): ListedRegistration | undefined =>
    registrations.find((one) => one.state === state);
  const withoutSales = registrations.filter(({ state }) => !states.some((one) => one.state === state));
  const rows: readonly StateRow[] = [
    ...states.map((exposure) => ({
      ...{ state: exposure.state, exposure },
      registration: registrationIn(exposure.state),
    })),
    ...withoutSales.map((registration) => ({ state: registration.state, exposure: null, registration })),
  ];
  return (
    <>
      {found.isOutdated ? (
        <p class="note warn">The thresholds are older than a year: check those of the states that matter to you.</p>
      ) : null}
      {found.known === null ? <p class="note">No sales are known yet. A preview is enough.</p> : null}
      <section class="card" aria-labelledby="near">
        <h2 id="near">{headline(found)}</h2>
        <NexusMap states={states} registered={withoutSales.map(({ state }) => state)} links={links} />
        {rows.length === 0 ? null : <States rows={rows} basis={basis} links={links} />}
        <OtherStates shown={rows} links={links} />
        {states.length === 0 ? null : <Sources states={states} />}
        <div class="apart">
          <Notes {...found} links={links} />
        </div>
      </section>
      <section class="card" aria-labelledby="not-counted">
        <h2 id="not-counted">Not in these numbers</h2>
        <p>
          <a href={links.openingBalances}>
            {states.some(({ openingBalances }) => openingBalances !== null)
              ? 'Change opening balances of channels that are not connected'
              : 'Enter sales of channels that are not connected'}
          </a>
        </p>
        {notSent.length === 0 ? null : (
          <details>
            <summary>
              {plural(
                notSent.reduce((sum, one) => sum + one.count, 0),
                'sale is not sent',
                'sales are not sent',
              )}
              : by state and reason
            </summary>
            <NotSent notSent={notSent} links={links} />
          </details>
        )}
      </section>
    </>
  );
};

/** What you have to do something about, in a sentence. */
const headline = ({ states, registrations }: Pick<Exposure, 'states' | 'registrations'>): string => {
  const crossed = states.filter(needsRegistration);
  const notKnown = states.filter(isNotKnown).length;
  const where = registrations.length === 0 ? '' : ' where you are not registered';
  if (crossed.length > 0)
    return `${plural(crossed.length, 'threshold is', 'thresholds are')} reached${where}: ${namesOf(crossed)}`;
  return notKnown === 0
    ? `No threshold is reached${where}.`
    : `No threshold is known to be reached${where}. ${plural(notKnown, 'state is', 'states are')} not known: days were not synced.`;
};

/** States that a sentence names; the table has all of them. */
const maxNamed = 6;

const namesOf = (states: readonly { readonly state: string }[]): string => {
  const names = states.slice(0, maxNamed).map(({ state }) => stateName(state));
  return `${names.join(', ')}${states.length > maxNamed ? ` and ${states.length - maxNamed} more` : ''}`;
};

const maxBar = 1000;

const States: FC<{ readonly rows: readonly StateRow[]; readonly basis: Exposure['basis'] } & Linked> = ({
  rows,
  basis,
  links,
}) => {
  const isNumber = true;
  return (
    <Table<StateRow>
      caption="By state, those reached first, then the nearest; US dollars without tax, in the state’s own measuring period"
      isIndex
      rows={rows}
      columns={[
        { head: 'state', cell: ({ state }) => <a href={links.nexus(state)}>{stateName(state)}</a> },
        { head: 'status', tone: 'status', cell: (row) => <Status {...row} /> },
        {
          ...{ head: 'sales', isNumber },
          cell: ({ exposure }) =>
            exposure === null ? (
              '–'
            ) : (
              <>
                {grouped(basis === 'net' ? exposure.netSales : exposure.sales)}
                <Small>{plural(exposure.transactions, 'sale')}</Small>
              </>
            ),
        },
        {
          ...{ head: '', tone: 'bar' },
          cell: ({ exposure }) => <Bar share={Math.min((exposure?.percent ?? 0) * 10, maxBar)} />,
        },
        {
          head: 'of threshold',
          cell: ({ exposure }) =>
            exposure === null ? (
              '–'
            ) : (
              <>
                {count(exposure.percent)} %<Small>of {amountsLabel(exposure.threshold)}</Small>
              </>
            ),
        },
        { head: 'collect from', tone: 'nowrap', cell: (row) => <CollectFrom {...row} /> },
        ...(rows.some(({ exposure }) => (exposure?.notCollected ?? null) !== null)
          ? [{ head: 'tax not collected (an estimate)', cell: (row: StateRow) => <NotCollected {...row} /> }]
          : []),
      ]}
    />
  );
};

const Status: FC<StateRow> = ({ exposure, registration }) => (
  <>
    <NexusBadge status={exposure === null ? 'registered' : nexusStatusOf(exposure)} />
    {registration === undefined ? null : <Small>{registrationLabel(registration)}</Small>}
    {exposure?.openingBalances?.decide === true ? <Small>{onlyWithBalances}</Small> : null}
    {(exposure?.disagreements.length ?? 0) > 0 ? <Small>sources differ</Small> : null}
  </>
);

/** A second line of a cell. */
const Small: FC<{ readonly children?: Child }> = ({ children }) => (
  <>
    <br />
    <span class="small soft">{children}</span>
  </>
);

const CollectFrom: FC<Pick<StateRow, 'exposure'>> = ({ exposure }) => {
  const duty = exposure?.duties.at(-1);
  if (exposure === null || duty === undefined) return <>–</>;
  return (
    <>
      {collectFromLabel(exposure)}
      <Small>reached {dayLabel(duty.crossedOn)}</Small>
    </>
  );
};

/** Sales since the day to collect from, and an estimate of the tax on sales that were not taxed. */
const NotCollected: FC<Pick<StateRow, 'exposure'>> = ({ exposure }) => {
  const found = exposure?.notCollected ?? null;
  if (found === null) return <>–</>;
  return (
    <>
      {notCollectedTax(found)}
      <Small>{notCollectedBase(found)}</Small>
      <Small>of {grouped(found.sales)} sold since then</Small>
    </>
  );
};

/** States without sales: each has a page too. */
const OtherStates: FC<{ readonly shown: readonly StateRow[] } & Linked> = ({ shown, links }) => {
  const others = Object.keys(nexusThresholds).filter((state) => !shown.some((row) => row.state === state));
  return (
    <details class="small">
      <summary>{plural(others.length, 'state', 'states')} without sales</summary>
      <ul class="plain columns">
        {others.map((state) => (
          <li>
            <a href={links.nexus(state)}>{stateName(state)}</a>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Where the threshold of each state was read. */
const Sources: FC<Pick<Exposure, 'states'>> = ({ states }) => (
  <details class="small">
    <summary>Sources of these thresholds</summary>
    <ul>
      {states.map(({ state, source, isOutdated }) => (
        <li>
          {stateName(state)}: <Source source={source} isOutdated={isOutdated} />
        </li>
      ))}
    </ul>
  </details>
);

/** What else there is to know about the states of the table. */
const Notes: FC<Exposure & Linked> = ({ links, ...found }) => {
  const { basis, known, states, notInDollars, otherCurrencies } = found;
  const late = states.filter(isRegisteredLate);
  return (
    <>
      {late.length === 0 ? null : (
        <p class="small">
          The duty to collect began before the registration in {namesOf(late)}. Ask your adviser about the days between.
        </p>
      )}
      <p class="soft small">
        {known === null ? '' : `Sales of ${rangeLabel(known)} are known; earlier ones are not in these numbers.`}
        {notInDollars === 0
          ? ''
          : ` ${plural(notInDollars, 'sale', 'sales')} in other currencies left out: ${otherCurrencies.map((one) => `${stateName(one.state)} ${count(one.count)} (${grouped(one.sales)} ${one.currency} without tax)`).join(', ')}.`}
      </p>
      <Basis basis={basis} links={links} />
    </>
  );
};

/** Which sales the thresholds are judged by, and the other way. */
const Basis: FC<Pick<Exposure, 'basis'> & Linked> = ({ basis, links }) =>
  basis === 'net' ? (
    <p class="soft small">
      Refunds are subtracted, as in Stripe and Avalara. No state says that refunds reduce the measured sales.{' '}
      <a href={links.nexus()}>Count sales before refunds</a>
    </p>
  ) : (
    <p class="soft small">
      Refunds are not subtracted: no state says that they reduce the measured sales.{' '}
      <a href={links.nexus(undefined, { basis: 'net' })}>Subtract them, as Stripe and Avalara do</a>
    </p>
  );
