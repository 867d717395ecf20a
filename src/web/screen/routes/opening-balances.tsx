/** The page where people state sales of channels that are not connected, so that these count toward state thresholds. */
import { facilitatorLaws } from '../../../mapping/facilitator-laws.ts';
import { TaxNexusError } from '../../../operations/tax-nexus-error.ts';
import type { ListedOpeningBalance } from '../../../operations/opening-balances/opening-balance.ts';
import { count, grouped, plural } from '../labels.ts';
import { Moment } from '../moments.tsx';
import type { Links } from '../links.ts';
import { type Html, Page, readForm, type ScreenContext, type ScreenHandler } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';
import { Table } from '../parts/table.tsx';
import { stateName } from '../parts/us-map.tsx';
import { sendPage } from '../responses.tsx';

/** `GET /opening-balances` */
export const listOpeningBalances: ScreenHandler = (context) => showPage(context);

/** `POST /opening-balances`: saves or removes one. */
export const changeOpeningBalances: ScreenHandler = async (context) => {
  const form = await readForm(context);
  const { user, links } = context.var.page;
  const { openingBalances } = context.var.taxNexus;
  const [channel, state, month] = [form.one('channel'), form.one('state'), form.one('month')];
  const typed = form.one('transactions');
  const balance = {
    ...{ channel, state, month, sales: form.one('sales').trim().replaceAll(',', '') },
    transactions: /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN,
    isMarketplace: form.one('isMarketplace') === 'yes',
  };
  try {
    if (form.one('what') === 'remove') await openingBalances.remove({ channel, state, month });
    else await openingBalances.save({ balances: [balance], by: user.name });
    return context.redirect(links.openingBalances, 303);
  } catch (error) {
    if (error instanceof TaxNexusError && error.code === 'INVALID') return showPage(context, error.message);
    throw error;
  }
};

/** The most rows that the table shows. */
const maxShown = 1000;

const showPage = async (context: ScreenContext, problem: string | null = null): Promise<Response> => {
  const { page, taxNexus } = context.var;
  const balances = await taxNexus.openingBalances.list();
  const mayChange = page.links.may('approve');
  return sendPage(
    context,
    <Page page={page} title="Opening balances">
      <h1>Opening balances</h1>
      <p class="soft">
        Sales of channels that are not connected, as you state them. They count toward the thresholds of states from the
        first day of their month. They are never sent, and are in no statement or tie-out.{' '}
        <a href={page.links.nexus()}>All states</a>
      </p>
      {problem === null ? null : <Alert>{problem}</Alert>}
      <section class="card" aria-label="Opening balances">
        {balances.length > maxShown ? (
          <p class="soft small">
            The first {count(maxShown)} of {count(balances.length)} are listed. All: tax-nexus opening-balances
          </p>
        ) : null}
        {balances.length === 0 ? (
          <p class="soft">No opening balance is known.</p>
        ) : (
          <>
            <p>{plural(balances.length, 'opening balance', 'opening balances')}</p>
            <Balances balances={balances.slice(0, maxShown)} mayChange={mayChange} links={page.links} />
          </>
        )}
        <p class="soft small">Many at a time, from a CSV file: tax-nexus opening-balances balances.csv</p>
      </section>
      {mayChange ? <NewBalance action={page.links.openingBalances} /> : null}
    </Page>,
    problem === null ? 200 : 422,
  );
};

const Balances = ({
  balances,
  mayChange,
  links,
}: {
  readonly balances: readonly ListedOpeningBalance[];
  readonly mayChange: boolean;
  readonly links: Pick<Links, 'openingBalances'>;
}): Html => (
  <Table<ListedOpeningBalance>
    caption="Opening balances by state and month; US dollars without tax"
    rows={balances}
    columns={[
      { head: 'state', tone: '', cell: ({ state }) => stateName(state) },
      { head: 'month', tone: 'nowrap', cell: ({ month }) => month },
      {
        head: 'channel',
        cell: ({ channel, isMarketplace }) => (isMarketplace ? `${channel} (remits the tax)` : channel),
      },
      { head: 'sales', isNumber: true, cell: ({ sales }) => grouped(sales) },
      { head: 'number', isNumber: true, cell: ({ transactions }) => count(transactions) },
      {
        head: 'entered',
        cell: ({ notedBy, notedAt }) => (
          <>
            {notedBy}, <Moment at={notedAt} isDay />
          </>
        ),
      },
      ...(mayChange
        ? [
            {
              head: 'remove',
              cell: (one: ListedOpeningBalance): Html => <RemoveButton {...one} action={links.openingBalances} />,
            },
          ]
        : []),
    ]}
  />
);

const RemoveButton = ({ channel, state, month, action }: ListedOpeningBalance & { readonly action: string }): Html => (
  <form method="post" action={action}>
    {Object.entries({ channel, state, month }).map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
    <button
      name="what"
      value="remove"
      aria-label={`Remove the opening balance of ${channel}, ${stateName(state)}, ${month}`}
    >
      Remove
    </button>
  </form>
);

const NewBalance = ({ action }: { readonly action: string }): Html => (
  <form class="card" method="post" action={action}>
    <h2>Add a month of a state</h2>
    <div class="row ends">
      <label>
        Channel
        <input name="channel" required maxlength={200} autocomplete="off" />
      </label>
      <StateChoice />
      <label>
        Month
        <input name="month" required placeholder="2026-01" pattern="\d{4}-\d{2}" maxlength={7} autocomplete="off" />
      </label>
      <label>
        Sales in USD without tax
        <input name="sales" required inputmode="decimal" maxlength={20} autocomplete="off" />
      </label>
      <label>
        Number of sales
        <input name="transactions" required inputmode="numeric" maxlength={9} autocomplete="off" />
      </label>
    </div>
    <label class="pick below">
      <input type="checkbox" name="isMarketplace" value="yes" />
      <span>A marketplace remits the tax of these sales</span>
    </label>
    <p class="below">
      <button name="what" value="save">
        Add opening balance
      </button>
    </p>
  </form>
);

const states = Object.keys(facilitatorLaws)
  .map((code) => ({ code, name: stateName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name));

const StateChoice = (): Html => (
  <label>
    State
    <select name="state" required>
      <option value="">Choose a state</option>
      {states.map(({ code, name }) => (
        <option value={code}>{name}</option>
      ))}
    </select>
  </label>
);
