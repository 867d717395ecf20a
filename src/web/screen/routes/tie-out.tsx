/** Ties out a month: the platform's own totals against the service's, with every difference by its reason, read now. */
import * as E from 'fp-ts/lib/Either.js';
import type { FC } from 'hono/jsx';
import { reasonTitle } from '../../../reconcile/reasons/reasons.ts';
import { describeCompared, whyNotCompared } from '../../../reconcile/reconciliation.ts';
import {
  describeNotInService,
  type TieOut,
  tieOutMonth,
  type TiedAmount,
  type TiedCurrency,
} from '../../../reconcile/tie-out.ts';
import { count, grouped, monthLabel } from '../labels.ts';
import type { ScreenHandler } from '../page.tsx';
import { Bar, Table } from '../parts/table.tsx';
import { sendMessage, sendPageInParts } from '../responses.tsx';
import { amountOf, largestOf, shareOf } from '../sums.ts';

/** `GET /tie-out?month=2026-03&storefront=…` */
export const showTieOut: ScreenHandler = (context) => {
  const {
    page: { links },
    taxNexus,
  } = context.var;
  const month = context.req.query('month') ?? '';
  if (E.isLeft(tieOutMonth(month)))
    return sendMessage(context, 'Month not found', 'Enter it as YYYY-MM, such as 2026-01.', 404);
  const asked = context.req.queries('storefront') ?? [];
  const storefronts = taxNexus.pages.storefronts().filter((name) => asked.includes(name));
  return sendPageInParts(context, {
    title: 'Sent against the platform',
    opening: (
      <>
        <h1>Sent against the platform, {monthLabel(month)}</h1>
        <p class="soft">
          The platform’s own totals next to what the service holds, with every difference by its reason. Both are read
          now, which takes a while for many sales; nothing is sent.
        </p>
        <p>
          <a href={links.calendar({ month, storefront: storefronts })}>Calendar of {monthLabel(month)}</a>
        </p>
      </>
    ),
    content: async () => {
      const tied = await taxNexus.tieOut({ storefronts, month });
      return (
        <>
          {tied.map((one) => (
            <Tied tied={one} />
          ))}
        </>
      );
    },
  });
};

const tiedBadge = ({ isTied }: TieOut, held: string): { readonly tone: string; readonly label: string } => {
  if (!isTied) return { tone: 'warn', label: 'does not tie out' };
  return held === '' ? { tone: 'good', label: 'ties out' } : { tone: 'warn', label: 'ties out, but not complete' };
};

const tiedText = ({ isTied, unavailable }: TieOut, held: string): string => {
  if (unavailable !== null) return unavailable;
  if (!isTied) return 'What has no reason is named below.';
  return held === ''
    ? 'Every difference is explained, and the service holds what it should.'
    : `Every difference is explained. Not in the service: ${held}.`;
};

const Tied: FC<{ readonly tied: TieOut }> = ({ tied }) => {
  const held = describeNotInService(tied);
  const { tone, label } = tiedBadge(tied, held);
  return (
    <section class="card" aria-label={tied.storefront}>
      <div class="row spread">
        <h2>{tied.storefront}</h2>
        <span class={`badge ${tone}`}>{label}</span>
      </div>
      <p>{tiedText(tied, held)}</p>
      {tied.unavailable === null ? <p class="soft">{describeCompared(tied.compared)}</p> : null}
      {tied.notCompared === 0 ? null : <p>{whyNotCompared(tied.notCompared)}</p>}
      {tied.currencies.map((sums) => (
        <Sums source={tied.source ?? 'the platform'} sums={sums} />
      ))}
      {tied.unexplained.length === 0 && tied.atService.length === 0 ? null : (
        <ul class="plain list">
          {tied.unexplained.map(({ about, currency, total, message }) => (
            <li>
              <div class="what">
                <strong>{about}</strong>
                <p class="small">{message}</p>
              </div>
              <span class="num">
                {grouped(total)} {currency}
              </span>
            </li>
          ))}
          {tied.atService.map(({ kind, name, message }) => (
            <li>
              <div class="what">
                <strong>{name}</strong> <span class="badge warn">{reasonTitle(kind)}</span>
                <p class="small">{message}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

interface Row extends TiedAmount {
  readonly label: string;
  readonly count: number | null;
}

/** In one currency, from top to bottom: the platform's total, minus the sums with a reason, is the sum to be sent. */
const Sums: FC<{ readonly source: string; readonly sums: TiedCurrency }> = ({ source, sums }) => {
  const { currency, platform, reasons, expected, service, rest } = sums;
  const row = (label: string, amount: TiedAmount): Row => ({ label, count: null, ...amount });
  const rows: readonly Row[] = [
    row(`The platform: ${source}`, platform),
    ...reasons.map(({ reason, ...one }) => ({ ...one, label: `less: ${reasonTitle(reason)}` })),
    row('To be sent', expected),
    row('Held by the service', service),
    row('Rest without a reason', rest),
  ];
  const largest = largestOf(rows.map(({ total }) => amountOf(currency, total)));
  const isNumber = true;
  return (
    <Table<Row>
      caption={`In ${currency}`}
      rows={rows}
      columns={[
        { head: 'what', tone: '', cell: ({ label }) => label },
        { head: '', tone: 'bar', cell: ({ total }) => <Bar share={shareOf(amountOf(currency, total), largest)} /> },
        { head: 'records', isNumber, cell: (one) => (one.count === null || one.count === 0 ? '' : count(one.count)) },
        { head: 'total', isNumber, cell: ({ total }) => grouped(total) },
        { head: 'of it tax', isNumber, cell: ({ tax }) => (tax === null ? '' : grouped(tax)) },
      ]}
    />
  );
};
