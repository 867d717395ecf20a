/** The first page for someone who works for several businesses: each account with what is wrong, open and unsent in it. */
import type { AccountOverview, AccountTrouble } from '../../operations/overview.ts';
import { overviewOf, reachedStatesOf } from '../../operations/user-promises.ts';
import { type Html, Page, type ScreenContext } from './page.tsx';
import { Moment } from './moments.tsx';
import { count, dayLabel, monthLabel, plural } from './labels.ts';
import { totalsLabel } from './parts/open-groups.tsx';
import { Table } from './parts/table.tsx';
import { sendPage } from './responses.tsx';
import type { ScreenPorts } from './screen-ports.ts';

type NameOf = (account: Pick<AccountOverview, 'name'>) => string;

/** Accounts on the page; the rest is found by its name. */
const maxShown = 100;

/** Other paths than the screen's own answer 404, because they need an account. */
export const chooseAccount = async (context: ScreenContext, ports: ScreenPorts, base: string): Promise<Response> => {
  const overview = await overviewOf(ports, context.var.page.user);
  const text = (context.req.query('text') ?? '').trim().slice(0, 100);
  const { accountNames } = context.var.page.user;
  const nameOf: NameOf = ({ name }) => accountNames?.[name] ?? name;
  const found = overview.filter((one) => `${one.name} ${nameOf(one)}`.toLowerCase().includes(text.toLowerCase()));
  const shown = found.slice(0, maxShown);
  const reached = await reachedStatesOf(
    ports,
    context.var.page.user,
    shown.map(({ name }) => name),
  );
  const waiting = overview.filter(({ open }) => open.count > 0).length;
  return sendPage(
    context,
    <Page page={context.var.page} title="Accounts">
      <h1>Accounts</h1>
      <p>
        {waiting === 0
          ? `No sale waits for you in ${plural(overview.length, 'account')}.`
          : `${count(waiting)} of ${plural(overview.length, 'account')} ${waiting === 1 ? 'needs' : 'need'} you.`}
      </p>
      <form class="row ends" method="get" action={base} role="search">
        <label>
          Name of the account
          <input type="search" name="text" value={text} maxlength={100} />
        </label>
        <button>Search</button>
      </form>
      <section class="card" aria-label="Accounts">
        {shown.length === 0 ? (
          <p class="soft">None of your accounts has this name.</p>
        ) : (
          <AccountsTable accounts={shown} reached={reached} base={base} nameOf={nameOf} />
        )}
      </section>
      {found.length > shown.length ? (
        <p class="soft">{plural(found.length - shown.length, 'more account')}: search for the name.</p>
      ) : null}
    </Page>,
    context.req.path === '/' ? 200 : 404,
  );
};

const AccountsTable = ({
  accounts,
  reached,
  base,
  nameOf,
}: {
  readonly accounts: readonly AccountOverview[];
  /** By account, states whose threshold is reached. */
  readonly reached: ReadonlyMap<string, readonly string[]>;
  readonly base: string;
  readonly nameOf: NameOf;
}): Html => (
  <Table<AccountOverview>
    caption="What is in trouble comes first, then what needs work. Days are those of each storefront's own calendar"
    isIndex
    rows={accounts}
    columns={[
      {
        ...{ head: 'account', tone: '' },
        cell: (one) => (
          <>
            <a href={`${base}/accounts/${encodeURIComponent(one.name)}`}>{nameOf(one)}</a>
            <Trouble {...one} />
          </>
        ),
      },
      { head: 'needs you', cell: ({ open }) => salesAndMoney(open) },
      { head: 'decided, not sent', cell: ({ toSend }) => salesAndMoney(toSend) },
      { head: 'states reached', tone: '', cell: ({ name }) => statesLabel(reached.get(name)) },
      { head: 'to check', tone: 'nowrap', cell: ({ toCheck }) => (toCheck === 0 ? '–' : count(toCheck)) },
      {
        head: 'differences',
        isNumber: true,
        cell: ({ differences }) => (differences === 0 ? '–' : count(differences)),
      },
      { head: 'complete through', tone: 'nowrap', cell: ({ completeThrough }) => dayOrDash(completeThrough) },
      { head: 'signed off through', tone: 'nowrap', cell: ({ signedOffThrough }) => dayOrDash(signedOffThrough) },
      { head: 'open months', tone: 'nowrap', cell: ({ openMonths }) => openMonthsLabel(openMonths) },
      {
        head: 'last sync',
        tone: 'nowrap',
        cell: ({ lastSyncAt }) => (lastSyncAt === null ? 'never' : <Moment at={lastSyncAt} />),
      },
    ]}
  />
);

/** Why nothing new of an account arrives. */
const Trouble = ({ trouble }: Pick<AccountOverview, 'trouble'>): Html =>
  trouble === null ? (
    <></>
  ) : (
    <>
      <br />
      <span class="badge bad">{troubleLabel(trouble)}</span>
      {trouble.since === null ? null : (
        <span class="small soft">
          {' '}
          since <Moment at={trouble.since} />
        </span>
      )}
      {trouble.causes.length === 0 ? null : (
        <details class="small soft">
          <summary>For your developer</summary>
          {trouble.causes.map(({ message }) => (
            <p>{message}</p>
          ))}
        </details>
      )}
    </>
  );

const troubleLabels: Readonly<Record<AccountTrouble['kind'], string>> = {
  stopped: 'Sync stopped',
  'no longer read': 'New sales are not read',
  'never read': 'Nothing read yet',
};

/** `Key refused: us-store`, or that a sync stopped for another reason. */
const troubleLabel = ({ kind, causes }: AccountTrouble): string => {
  const refused = causes.filter(({ cause }) => cause === 'credentials').map(({ who }) => keyName(who));
  return refused.length === 0 ? troubleLabels[kind] : `Key refused: ${refused.join(', ')}`;
};

const keyName = (who: string): string => (who === 'service' ? 'the Tax Nexus Service' : who);

const salesAndMoney = ({ count: sales, totals }: AccountOverview['open']): Html | string => {
  if (sales === 0) return '–';
  const money = totalsLabel(totals);
  return (
    <>
      <strong>{plural(sales, 'sale')}</strong>
      {money === '' ? null : <span class="small soft nowrap"> {money}</span>}
    </>
  );
};

/** States that a cell names. */
const maxNamed = 4;

const statesLabel = (states: readonly string[] | undefined): string => {
  if (states === undefined || states.length === 0) return '–';
  const more = states.length - maxNamed;
  return `${states.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

const dayOrDash = (day: string | null): string => (day === null ? '–' : dayLabel(day));

const openMonthsLabel = (months: readonly string[]): string => {
  const [first] = months;
  if (first === undefined) return 'none';
  return months.length === 1 ? monthLabel(first) : `${count(months.length)}, from ${monthLabel(first)}`;
};
