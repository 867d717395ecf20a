/** The statement of a period, with files for an accountant; of a single month also its closing and comparisons. */
import * as E from 'fp-ts/lib/Either.js';
import type { FC } from 'hono/jsx';
import { monthsLater, parseDateRange, wholeMonth } from '../../../domain/date-range.ts';
import { instantOfMilliseconds } from '../../../domain/instant.ts';
import type { Links } from '../links.ts';
import type { ScreenHandler } from '../page.tsx';
import { Closing } from '../parts/closing.tsx';
import { StatementContent } from '../parts/statement.tsx';
import { sendPageInParts, sendRefusal } from '../responses.tsx';
import { ExportPart } from './export.tsx';

/** `GET /period?from=…&to=…`: one statement of the account and a period, to be printed. Default: the last month. */
export const showPeriod: ScreenHandler = async (context) => {
  const { page, host, taxNexus } = context.var;
  // Where the sync database is not available, the status says so.
  await taxNexus.pages.service();
  const today = instantOfMilliseconds(host.clock.now()).slice(0, 10);
  const last = wholeMonth(monthsLater(today.slice(0, 7), -1));
  const { from = last.from, to = last.to } = context.req.query();
  const range = parseDateRange(from, to);
  if (E.isLeft(range)) return sendRefusal(context, `The range cannot be read: ${range.left}.`);
  const { business, account } = page;
  const month = from.slice(0, 7);
  const isMonth = to === wholeMonth(month).to && from.endsWith('-01');
  const states = isMonth ? await taxNexus.closedPeriods.months() : [];
  const client = account === null || account === 'default' || account === business ? null : account;
  return sendPageInParts(context, {
    // The name of the file, where it is printed to one.
    title: `Statement of ${business} ${from} to ${to}`,
    opening: (
      <>
        <h1>Statement of {business}</h1>
        {client === null ? null : <p>Client: {client}</p>}
        <form class="row ends" method="get" action={page.links.period()}>
          <label>
            First day
            <input type="date" name="from" value={from} required />
          </label>
          <label>
            Last day
            <input type="date" name="to" value={to} required />
          </label>
          <button>Show</button>
        </form>
        <div class="grid top">
          <ExportPart links={page.links} today={today} {...range.right} />
          {isMonth ? (
            <div>
              <Closing
                links={page.links}
                month={month}
                state={states.find((one) => one.month === month)}
                isOver={to < today}
                seesAll={await taxNexus.pages.seesAll()}
              />
              <MonthLinks links={page.links} month={month} storefronts={taxNexus.pages.storefronts()} />
            </div>
          ) : null}
        </div>
      </>
    ),
    // Of millions of sales it takes a while.
    content: async () => <StatementContent statement={await taxNexus.statement({ from, to })} />,
  });
};

/** Where the numbers of a month are compared with those of the platforms. */
const MonthLinks: FC<{ readonly links: Links; readonly month: string; readonly storefronts: readonly string[] }> = ({
  links,
  month,
  storefronts,
}) => (
  <section class="card noprint" aria-labelledby="compare">
    <h2 id="compare">Compare</h2>
    <ul class="plain list">
      {storefronts.map((storefront) => (
        <li>
          <span>{storefront}</span>
          <span class="row">
            <a href={links.calendar({ month, storefront })} aria-label={`Day by day, ${storefront}`}>
              Day by day
            </a>
            {links.may('operate') ? (
              <a href={links.tieOut({ month, storefront })} aria-label={`Tie out ${storefront}`}>
                Tie out
              </a>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  </section>
);
