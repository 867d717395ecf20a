import { nexusThresholds } from '../../src/mapping/nexus-thresholds.ts';
import { right } from '../right.ts';
import { openStore, rawDatabase } from '../raw-database.ts';

/** 50 states and DC. */
const states = [...Object.keys(nexusThresholds).filter((state) => state !== 'PR'), 'DE', 'MT', 'NH', 'OR'].join('');
const months = Array.from(
  { length: 36 },
  (_, n) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
);
const days = Array.from({ length: 28 }, (_, n) => String(n + 1).padStart(2, '0')).join('');
const request = { storefronts: ['us-store'], range: { from: '2024-01-01', to: '2026-12-31' }, dryRun: false };

export const runId = 'run-1';

/** The lines of the run with what their records amount to. */
const lines = `(select run, position, outcome, reason, line_version.* from run_line
  join line_version on line_version.version = run_line.version) as line`;

/** The sums of the run, as the store keeps them. */
const lineTotals = `
  insert into line_total (run, key, count, amounts)
  select 1, '["line","' || outcome || '",' || coalesce('"' || reason || '"', 'null') || ',"' || currency || '","' || jurisdiction || '","' || month || '"]',
    count(*), '["' || sum(total) || '","' || sum(tax_collected) || '","0","0","0"]'
  from ${lines} where run = 1 group by outcome, reason, currency, jurisdiction, month`;
const outcomeTotals = `
  insert into line_total (run, key, count, amounts)
  select 1, '["outcome","' || outcome || '"]', count(*), '[]' from ${lines} where run = 1 group by outcome`;
const findingTotals = `
  insert into line_total (run, key, count, amounts)
  select 1, '["finding","' || kind || '"]', count(*), '[]' from finding group by kind`;
const adjustmentTotals = `
  insert into line_total (run, key, count, amounts)
  select 1, '["adjustment","' || kind || '","' || currency || '","' || sent || '"]', count(*), '["' || sum(amount) || '"]'
  from adjustment group by kind, currency, sent`;
const refundTotals = `
  insert into line_total (run, key, count, amounts)
  select 1, '["refund","USD","' || jurisdiction || '","' || month || '"]', count(*), '["' || sum(amount) || '"]'
  from adjustment join ${lines} on line.version = adjustment.version
  group by jurisdiction, month`;

/** What needs you: one sale in 200, a finding of one in 100, a refund of one in 20. */
const matterColumns =
  'account, line, id, what, storefront, source_id, sent, run, position, currency, total, occurred_at, jurisdiction';
const heldMatters = `insert into matter (${matterColumns})
  select 'default', id, id, reason, storefront, source_id, 0, run, position, currency, total, occurred_at, jurisdiction from ${lines}
  where outcome in ('held', 'failed')`;
const findingMatters = `insert into matter (${matterColumns})
  select 'default', line.id, line.id, finding.kind, storefront, source_id, 1, line.run, line.position, currency, total, line.occurred_at, jurisdiction
  from finding join ${lines} on line.version = finding.version`;
const adjustmentMatters = `insert into matter (${matterColumns})
  select 'default', line.id, line.id || '/' || adjustment.id, 'adjustment: ' || adjustment.kind, storefront, source_id, 1, line.run,
    line.position, adjustment.currency, adjustment.amount, line.occurred_at, jurisdiction
  from adjustment join ${lines} on line.version = adjustment.version`;

const matterTotals = `
  insert into matter_total (account, run, storefront, what, sent, currency, hidden_until, count, summed)
  select account, run, storefront, what, sent, currency, '', count(*), sum(total) from matter
  group by account, run, storefront, what, sent, currency`;

const figureColumns =
  'account, state, reason, storefront, marketplace, exempt, resale, discount, shipping, shown, service_total, service_tax, ' +
  'service_reported_tax, taxed, not_taxable_count, not_taxable_sales, day, kind, jurisdiction, currency, entries, count, gross, unknown_if_taxed, tax, without_tax, ' +
  'threshold_count, threshold_sales, untaxed_sales';
const figuresOf = (state: string, reason: string): string =>
  `'default', '${state}', ${reason}, 'us-store', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0`;
const ofAllFigures = figuresOf('in service', "''");
const gross = 'total - tax_collected';
const salesOfDays = `insert into day_figure (${figureColumns})
  select ${ofAllFigures}, day, 'sale', jurisdiction, currency, count(*), count(*), sum(${gross}),
    sum(case when tax_collected = 0 then 0 else ${gross} end), sum(tax_collected), 0, count(*), sum(${gross}),
    sum(case when tax_collected = 0 then ${gross} else 0 end)
  from ${lines} where outcome = 'succeeded' group by day, jurisdiction, currency`;
const refundsOfDays = `insert into day_figure (${figureColumns})
  select ${ofAllFigures}, adjustment.day, 'refund', jurisdiction, adjustment.currency, count(*), count(*),
    sum(amount), sum(amount), 0, count(*), 0, 0, 0
  from adjustment join ${lines} on line.version = adjustment.version
  where line.outcome = 'succeeded' group by adjustment.day, jurisdiction, adjustment.currency`;

const notSentOfDays = `insert into day_figure (${figureColumns})
  select ${figuresOf('not sent', 'reason')}, day, 'sale', jurisdiction, currency, count(*), count(*),
    sum(${gross}), 0, sum(tax_collected), 0, 0, 0, 0
  from ${lines} where outcome <> 'succeeded' group by day, reason, jurisdiction, currency`;

/** Fills a sync database with one finished run of so many sales, over three years and all states, by bare inserts. */
export const fillStore = async (state: string, sales: number): Promise<void> => {
  right(await (await openStore(state)).close());
  const { isFile, run, close } = await rawDatabase(state);
  const numbers = isFile
    ? `(with recursive all_of (n) as (select 0 union all select n + 1 from all_of where n < ${sales - 1}) select n from all_of) as s`
    : `(select cast(n as bigint) as n from generate_series(0, ${sales - 1}) as g (n)) as s`;
  await run(
    `insert into run (number, id, kind, dry_run, storefronts, from_day, to_day, status, started_at, finished_at, next_position, account, into_closed_periods)
      values (1, ?, 'historical', 0, ?, ?, ?, 'finished', '2027-01-02T00:00:00Z', '2027-01-02T06:00:00Z', ${sales}, 'default', 0)`,
    runId,
    ...[JSON.stringify(request.storefronts), request.range.from, request.range.to],
  );
  await run(`insert into run_time_zone (run, storefront, time_zone) values (1, 'us-store', 'America/New_York')`);
  // Versions are numbered from 1, positions from 0.
  await run(`
    insert into line_version (account, id, storefront, source_id, name, kind, currency, jurisdiction, month, total, tax_collected, occurred_at, day)
    select 'default', 'shopify:1:' || (5000000000000 + n), 'us-store', '' || (5000000000000 + n), 'Shopify #' || n || ' · ' || (5000000000000 + n),
      'sale', 'USD', substr('${states}', cast(1 + 2 * (n * 7919 % 51) as integer), 2),
      substr('${months.join('')}', cast(1 + 7 * (n * 36 / ${sales}) as integer), 7), 1000 + n % 9000, n % 700,
      substr('${months.join('')}', cast(1 + 7 * (n * 36 / ${sales}) as integer), 7) || '-' || substr('${days}', cast(1 + 2 * (n % 28) as integer), 2) || 'T12:00:00Z',
      substr('${months.join('')}', cast(1 + 7 * (n * 36 / ${sales}) as integer), 7) || '-' || substr('${days}', cast(1 + 2 * (n % 28) as integer), 2)
    from ${numbers} order by n`);
  await run(`
    insert into run_line (run, position, version, outcome, reason, older)
    select 1, n, n + 1,
      case when n % 1000 = 0 then 'failed' when n % 1000 < 5 then 'held' when n % 100 = 7 then 'skipped' else 'succeeded' end,
      case when n % 1000 = 0 then 'refused' when n % 1000 < 5 then 'missing address' when n % 100 = 7 then 'test order' end, 0
    from ${numbers}`);
  await run(
    `insert into finding (version, position, account, kind) select n + 1, 0, 'default', 'differs' from ${numbers} where n % 100 = 3`,
  );
  await run(`
    insert into adjustment (version, position, account, kind, id, occurred_at, currency, amount, tax, sent, message, day)
    select n + 1, 0, 'default', 'refund', 'r-' || n, '2026-01-01T00:00:00Z', 'USD', -500, null, 0, '', '2025-12-31' from ${numbers} where n % 20 = 11`);
  for (const matters of [heldMatters, findingMatters, adjustmentMatters]) await run(matters);
  await run(
    `insert into counted_day (account, storefront, day, source, service, missing, differing, counted_at)
      select 'default', 'us-store', day, count(*), count(*), 0, 0, '2027-01-02T06:00:00Z'
      from (select substr(occurred_at, 1, 10) as day from line_version) as days group by day`,
  );
  await run(
    `insert into present_line (account, id, state, run, position)
      select 'default', id, case when outcome = 'succeeded' then 'in service' else 'not sent' end, run, position from ${lines}`,
  );
  for (const totals of [
    ...[lineTotals, outcomeTotals, findingTotals, adjustmentTotals, refundTotals, matterTotals],
    ...[salesOfDays, refundsOfDays, notSentOfDays],
  ])
    await run(totals);
  // PostgreSQL plans its statements by what it has learned of tables in use.
  if (!isFile) await run('analyze');
  await close();
};
