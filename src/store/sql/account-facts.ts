/** Reads what the overview of all accounts shows, with as many queries for one account as for a thousand. */
import * as E from 'fp-ts/lib/Either.js';
import { sql } from 'kysely';
import type { CountedDay, CountedSpan, RequestedRun } from '../../domain/account-facts.ts';
import type { Inbox } from '../../domain/inbox.ts';
import { listStatement, readFrom, type SqlDatabase, toPlain } from './database.ts';
import { toSend } from './matters.ts';
import { type RequestRow, toNumber, toRunRequest } from './rows.ts';

interface MatterSum {
  readonly account: string;
  readonly storefront: string;
  readonly sent: number;
  readonly currency: string | null;
  readonly count: number;
  readonly total: string | null;
  /** 1: decided to be sent, but not sent yet; otherwise open. */
  readonly waits: number;
}

interface HistoricalRuns extends RequestRow {
  readonly account: string;
  readonly at: string;
  /** When the newest stopped run of the request ended, or began. */
  readonly stopped: string | null;
  readonly signed: number;
}

export const sqlAccountFacts = (database: SqlDatabase): Pick<Inbox, 'accountFacts' | 'countedDays'> => {
  const daysOf = listStatement<CountedDay>(
    database.engine,
    'select storefront, day, missing from counted_day where storefront in (',
    ') order by storefront, day',
  );
  return {
    accountFacts: (now, noteKey) =>
      readFrom(database, async (transaction) => {
        const matters = await sql<MatterSum>`
          select account, storefront, sent, nullif(currency, '') as currency, sum(count) as count,
            cast(sum(summed) as ${sql.raw('text')}) as total, case when hidden_until = ${toSend} then 1 else 0 end as waits
          from matter_total where hidden_until <= ${now} or hidden_until = ${toSend}
          group by account, storefront, sent, currency, waits having sum(count) > 0`.execute(transaction);
        const counted = await sql<CountedSpan>`
          select storefront, min(day) as first, max(day) as last, count(*) as days,
            sum(case when missing > 0 then 1 else 0 end) as incomplete, sum(missing) as missing,
            sum(differing) as differing
          from counted_day group by account, storefront`.execute(transaction);
        const runs = await sql<HistoricalRuns>`
          select run.account, kind, dry_run, storefronts, from_day, to_day, max(coalesce(run.finished_at, run.started_at)) as at,
            max(case when run.status = 'stopped' then coalesce(run.finished_at, run.started_at) end) as stopped,
            max(case when signed.run_id is null then 0 else 1 end) as signed
          from run left join (select distinct account, run_id from sign_off) as signed
            on signed.account = run.account and signed.run_id = run.id
          where kind = 'historical'
          group by run.account, kind, dry_run, storefronts, from_day, to_day`.execute(transaction);
        const stops = await transaction
          .selectFrom('checkpoint')
          .innerJoin('run', 'run.number', 'checkpoint.run')
          .where('run.status', '=', 'stopped')
          .where('checkpoint.window_key', '=', noteKey)
          .select(({ fn }) => ['run.account', fn.coalesce('run.finished_at', 'run.started_at').as('at')])
          .select('checkpoint.next_cursor as note')
          .execute();
        const closed = await transaction.selectFrom('closed_period').select(['account', 'month']).execute();
        const caughtUp = await transaction
          .selectFrom('catch_up')
          .select(['storefront', 'caught_up_to as at'])
          .execute();
        return {
          matters: matters.rows.filter(({ waits }) => toNumber(waits) === 0).map(toMatters),
          toSend: matters.rows.filter(({ waits }) => toNumber(waits) === 1).map(toMatters),
          counted: counted.rows.map(toSpan),
          runs: runs.rows.flatMap(toRequestedRun),
          stops: stops.flatMap(({ account, at, note }) => (note === null ? [] : [{ account, at, note }])),
          closedMonths: toPlain(closed),
          caughtUp: toPlain(caughtUp),
        };
      }),

    countedDays: (storefronts) =>
      readFrom(database, async (transaction) => toPlain(await daysOf(transaction, storefronts))),
  };
};

const toMatters = ({ account, storefront, sent, currency, count, total }: MatterSum) => ({
  ...{ account, storefront, isSent: toNumber(sent) === 1, currency, count: toNumber(count) },
  total: BigInt(total ?? 0),
});

const toSpan = ({ storefront, first, last, ...counts }: CountedSpan): CountedSpan => ({
  ...{ storefront, first, last, days: toNumber(counts.days), incomplete: toNumber(counts.incomplete) },
  ...{ missing: toNumber(counts.missing), differing: toNumber(counts.differing) },
});

const toRequestedRun = ({ account, at, stopped, signed, ...row }: HistoricalRuns): readonly RequestedRun[] => {
  const parsed = toRunRequest(row);
  if (E.isLeft(parsed) || parsed.right.dryRun) return [];
  const { storefronts, range } = parsed.right;
  return [{ account, storefronts, range, at, isStopped: stopped === at, isSignedOff: toNumber(signed) === 1 }];
};
