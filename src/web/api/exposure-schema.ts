import { fields, list, oneOf, orNull, text, whole, yesNo } from './schema.ts';

const day = text('YYYY-MM-DD', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const count = whole(undefined, { minimum: 0 });

/** See `Exposure`. */
export const exposureSchema = fields({
  on: day,
  known: orNull(fields({ from: day, to: day })),
  states: list(
    fields({
      state: text('TX'),
      sales: text('US dollars without tax in the measuring period'),
      transactions: count,
      period: fields({
        rule: oneOf('calendar year', 'previous calendar year', '12 months', 'four quarters', 'year to September'),
        from: day,
        to: day,
      }),
      threshold: fields({
        sales: whole('US dollars', { minimum: 0 }),
        transactions: orNull(count),
        needsBoth: yesNo('Sales and transactions; otherwise either is enough'),
      }),
      percent: count,
      crossedOn: orNull(day),
      includesMarketplaceSales: yesNo(),
    }),
  ),
  notInDollars: whole('Sales in other currencies, left out', { minimum: 0 }),
  reviewedOn: day,
  isOutdated: yesNo('The thresholds are older than a year'),
});
