/**
 * The statements that give the rows of a table an account, as the first part of their key. What depends on the service must
 * name it: the column has no default.
 *
 * @param columns those of the table as it is
 * @param key the rest of the new key
 */
const rebuilt = (table: string, columns: string, key = ''): readonly string[] => {
  const names = columns
    .split(',')
    .map((column) => column.trim().split(' ')[0])
    .join(', ');
  return [
    `create table account_${table} (account text not null, ${columns},
      constraint ${table}_of_account primary key (account${key === '' ? '' : `, ${key}`})) clustered`,
    `insert into account_${table} (account, ${names}) select 'default', ${names} from ${table}`,
    `drop table ${table}`,
    `alter table account_${table} rename to ${table}`,
  ];
};

/**
 * Every change of the tables, by its name, in the order of its number; schema.ts says what each column means. In the statements,
 * `text` stands for `SqlEngine.text`, `counted` for `SqlEngine.countedKey`, and a last `clustered` for `SqlEngine.clusteredTable`.
 *
 * A migration that was published is never changed: a new one follows it, and adds rather than alters, so that an older
 * program at work beside a newer one does no harm.
 */
export const migrations: Readonly<Record<string, readonly string[]>> = {
  '0001-first-tables': [
    `create table run (number integer primary key, id text not null unique, request text not null, status text not null,
      started_at text not null, finished_at text, next_place bigint not null)`,
    `create table run_time_zone (run integer not null references run (number), storefront text not null,
      time_zone text not null, constraint run_time_zone_key primary key (run, storefront)) clustered`,
    `create table lease (storefront text not null primary key, owner text not null, until bigint not null) clustered`,
    `create table checkpoint (run integer not null references run (number), storefront text not null,
      window_key text not null, next_cursor text,
      constraint checkpoint_key primary key (run, storefront, window_key)) clustered`,
    // By place, so that a page of new entries is appended side by side.
    `create table entry (run integer not null references run (number), place bigint not null, id text not null,
      storefront text not null, source_id text not null, name text not null, kind text not null, outcome text not null,
      reason text, message text, currency text, jurisdiction text, month text, total text, tax_collected text,
      constraint entry_key primary key (run, place)) clustered`,
    'create unique index entry_by_id on entry (id, run)',
    `create table finding (run integer not null, place bigint not null, position integer not null, kind text not null,
      constraint finding_key primary key (run, place, position),
      constraint finding_entry foreign key (run, place) references entry (run, place) on delete cascade) clustered`,
    `create table movement (run integer not null, place bigint not null, position integer not null, kind text not null,
      id text not null, occurred_at text not null, currency text not null, amount text not null, tax text,
      sent integer not null, message text not null, constraint movement_key primary key (run, place, position),
      constraint movement_entry foreign key (run, place) references entry (run, place) on delete cascade) clustered`,
    `create table sending (id text not null primary key, name text not null, storefront text not null,
      source_id text not null, status text not null, digest text not null, saved_at text not null, settled_at text)
      clustered`,
    'create table sending_body (id text not null primary key, body text not null)',
    'create table service_transaction (id text not null primary key, name text, walk integer not null) clustered',
    'create index service_transaction_by_name on service_transaction (name)',
    `create table presence_state (one integer primary key, latest_walk integer not null, complete_walk integer not null,
      next_cursor text)`,
  ],
  '0002-sale-references': [
    `create table sale_reference (run integer not null, reference text not null, id text not null,
      storefront text not null, noted_at text not null,
      constraint sale_reference_key primary key (run, reference, id)) clustered`,
    'create index sale_reference_by_id on sale_reference (id, run)',
  ],
  '0003-inbox': [
    `create table delivery (storefront text not null, id text not null, received_at bigint not null,
      constraint delivery_key primary key (storefront, id)) clustered`,
    'create index delivery_by_time on delivery (received_at)',
    `create table bell (storefront text not null, record_id text not null, is_deletion integer not null,
      rings integer not null, attempts integer not null, parked integer not null, first_rung_at bigint not null,
      due_at bigint not null, claim_owner text not null, claim_until bigint not null, reason text,
      constraint bell_key primary key (storefront, record_id)) clustered`,
    'create index bell_by_time on bell (storefront, parked, due_at)',
    'create table catch_up (storefront text not null primary key, caught_up_to text not null) clustered',
    `create table task (name text not null, storefront text not null, begun_at bigint not null,
      constraint task_key primary key (name, storefront)) clustered`,
    `create table resolution (number integer primary key, storefront text not null, id text not null, note text not null,
      resolved_by text not null, resolved_at text not null)`,
    'create index resolution_by_storefront on resolution (storefront)',
  ],
  '0004-lane': ['create table lane (one integer primary key, paused_until bigint not null, next_turn bigint not null)'],
  '0005-worker': ['create table worker (id text not null primary key, owner text not null, seen_at bigint not null)'],
  '0010-sign-offs': [
    `create table sign_off (number integer primary key, run_id text not null, signed_by text not null,
      signed_at text not null, note text not null, statement text not null)`,
    'create index sign_off_by_run on sign_off (run_id)',
    `create table closed_month (month text not null primary key, closed_by text not null, closed_at text not null)
      clustered`,
  ],
  '0011-counted-days': [
    `create table counted_day (storefront text not null, day text not null, source integer not null,
      service integer not null, missing integer not null, differing integer not null, counted_at text not null,
      constraint counted_day_key primary key (storefront, day)) clustered`,
  ],
  '0012-service-facts': [
    `create table service_facts (service_key text not null primary key, facts text not null, noted_at text not null)
      clustered`,
    'alter table sending add column remote_id text',
    'alter table sending add column attempted_at text',
    "update sending set attempted_at = saved_at where status = 'intent'",
    'alter table entry add column reported_tax text',
    'alter table entry add column reported_amount text',
    'alter table service_transaction add column shown text',
  ],
  // An older program, which leaves the column out, may not send into closed periods.
  '0013-into-closed-periods': ['alter table run add column into_closed_periods integer default 0 not null'],
  // No key can be changed in place in both databases. What was there is of the account `default`.
  '0014-accounts': [
    `create table storefront_account (storefront text not null primary key, account text not null) clustered`,
    `insert into storefront_account (storefront, account)
      select storefront, 'default' from sending union select storefront, 'default' from catch_up`,
    "alter table run add column account text default 'default' not null",
    'create index run_by_account on run (account, number)',
    "alter table sign_off add column account text default 'default' not null",
    ...rebuilt(
      'sending',
      `id text not null, name text not null, storefront text not null, source_id text not null, status text not null,
        digest text not null, saved_at text not null, attempted_at text, settled_at text, remote_id text`,
      'id',
    ),
    ...rebuilt('sending_body', 'id text not null, body text not null', 'id'),
    ...rebuilt('service_transaction', 'id text not null, name text, shown text, walk integer not null', 'id'),
    'create index service_transaction_by_name on service_transaction (account, name)',
    ...rebuilt(
      'sale_reference',
      `run integer not null, reference text not null, id text not null, storefront text not null, noted_at text not null`,
      'run, reference, id',
    ),
    'create index sale_reference_by_id on sale_reference (account, id, run)',
    ...rebuilt(
      'service_facts',
      'service_key text not null, facts text not null, noted_at text not null',
      'service_key',
    ),
    ...rebuilt('closed_month', 'month text not null, closed_by text not null, closed_at text not null', 'month'),
    ...rebuilt(
      'counted_day',
      `storefront text not null, day text not null, source integer not null, service integer not null,
        missing integer not null, differing integer not null, counted_at text not null`,
      'storefront, day',
    ),
    ...rebuilt('presence_state', 'latest_walk integer not null, complete_walk integer not null, next_cursor text'),
    ...rebuilt('lane', 'paused_until bigint not null, next_turn bigint not null'),
  ],
  '0015-occurred-at': ['alter table entry add column occurred_at text'],
  '0016-nightly-proof': [
    `create table listed (account text not null, id text not null, place bigint not null, owner text not null,
      day text not null, hash integer not null, night integer not null,
      constraint listed_key primary key (account, id)) clustered`,
    'create index listed_by_place on listed (account, place)',
    'create index listed_by_day on listed (account, owner, day)',
    `create table proof_state (account text not null, name text not null, state text not null,
      constraint proof_state_key primary key (account, name)) clustered`,
    `create table proved_day (account text not null, storefront text not null, day text not null, digest text,
      seen_at bigint not null, constraint proved_day_key primary key (account, storefront, day)) clustered`,
  ],
  // The sums of a run beside its lines, and ways to the lines that people look for.
  '0017-line-totals': [
    `create table line_total (run integer not null references run (number), key text not null, count bigint not null,
      amounts text not null, constraint line_total_key primary key (run, key)) clustered`,
    'alter table run add column totaled integer default 0 not null',
    'create index entry_by_outcome on entry (run, outcome, place)',
    'create index entry_by_reason on entry (run, reason, place)',
    'create index entry_by_month on entry (run, jurisdiction, month, place)',
    'create index entry_by_source on entry (storefront, source_id)',
    'create index finding_by_kind on finding (run, kind, place)',
    'create index movement_by_kind on movement (run, kind, sent, place)',
  ],
  // What waits for a person, and what was decided. Of runs of before, only what is held or failed; findings come with the next reading.
  '0019-decisions': [
    `create table matter (account text not null, line text not null, id text not null, what text not null,
      storefront text not null, source_id text not null, sent integer not null, run integer not null, place bigint not null,
      currency text, total text, constraint matter_key primary key (account, line, id, what)) clustered`,
    'create index matter_by_what on matter (account, what, storefront)',
    `create table decision (account text not null, line text not null, id text not null, what text not null,
      storefront text not null, source_id text not null, action text not null, note text not null, decided_by text not null,
      decided_at text not null, until_at text, batch text not null,
      constraint decision_key primary key (account, line, id, what)) clustered`,
    'create index decision_by_batch on decision (account, batch)',
    `insert into matter (account, line, id, what, storefront, source_id, sent, run, place, currency, total)
      select run.account, entry.id, entry.id, entry.reason, entry.storefront, entry.source_id, 0, entry.run, entry.place,
        entry.currency, entry.total
      from entry join run on run.number = entry.run
      where entry.outcome in ('held', 'failed') and entry.reason is not null and run.request not like '%,true]'
        and not exists (select 1 from entry later join run later_run on later_run.number = later.run
          where later.storefront = entry.storefront and later.source_id = entry.source_id and later.id = entry.id
            and later_run.account = run.account and later_run.request not like '%,true]'
            and (later.run > entry.run or later.outcome in ('succeeded', 'alreadyPresent')))`,
  ],
  // The ZIP is apart, so that it can be erased.
  '0020-line-detail': ['alter table entry add column detail text', 'alter table entry add column zip text'],
  // In the order in which they were added. What older versions settled has no row, and is read from `sending`.
  '0021-audit': [
    `create table audit (audit_number counted, account text not null, storefront text not null, source_id text not null,
      id text not null, name text not null, action text not null, sent_at text not null, answered_at text not null,
      answer text not null, message text, remote_id text, digest text not null, body text, occurred_at text,
      currency text, jurisdiction text, total text, tax_collected text, cause text, decided_by text, run_id text,
      settings text)`,
    'create index audit_by_source on audit (storefront, source_id)',
    'create index audit_by_account on audit (account, audit_number)',
    'create index sending_by_source on sending (account, storefront, source_id)',
    'create table audit_settings (digest text not null primary key, settings text not null) clustered',
    'alter table bell add column from_webhook integer default 0 not null',
  ],
  // Exports of some days read what is of those days.
  '0022-days': [
    'create index entry_by_day on entry (run, occurred_at, place)',
    'create index movement_by_day on movement (run, occurred_at, place)',
  ],
  // What was erased stays so when a page that was read before is committed after it. An empty `source_id` is a whole storefront.
  '0023-erased': [
    `create table erased (source_id text not null, storefront text not null,
      constraint erased_key primary key (source_id, storefront)) clustered`,
    'insert into erased (source_id, storefront) select distinct source_id, storefront from sending where name = id',
  ],
  '0024-taxed': ['alter table entry add column taxed text', 'alter table movement add column taxed text'],
  // Pages read these sums instead of all matters. An older program at work beside this one does not keep them.
  '0025-matter-totals': [
    `create table matter_total (account text not null, run integer not null, storefront text not null, what text not null,
      sent integer not null, currency text not null, hidden_until text not null, count bigint not null, summed numeric not null,
      constraint matter_total_key primary key (account, run, storefront, what, sent, currency, hidden_until)) clustered`,
    `insert into matter_total (account, run, storefront, what, sent, currency, hidden_until, count, summed)
      select account, run, storefront, what, sent, currency, hidden, count(*), coalesce(sum(amount), 0)
      from (select matter.account, run, matter.storefront, matter.what, sent, coalesce(currency, '') as currency,
          case when decision.line is null then '' else coalesce(until_at, 'forever') end as hidden,
          case when length(total) <= 15 then cast(total as numeric) end as amount
        from matter left join decision on decision.account = matter.account and decision.line = matter.line
          and decision.id = matter.id and decision.what = matter.what) as found
      group by account, run, storefront, what, sent, currency, hidden`,
    // The largest are listed first.
    "create index matter_by_size on matter (account, what, abs(cast(coalesce(total, '0') as numeric)) desc, line, id)",
    'drop index matter_by_what',
  ],
  // What the thresholds of states are compared with. An older program at work beside this one does not note what it changes.
  '0026-sold-days': [
    `create table sold_day (account text not null, day text not null, sums text not null,
      constraint sold_day_key primary key (account, day)) clustered`,
    `create table changed_day (account text not null, day text not null, changes integer not null,
      constraint changed_day_key primary key (account, day)) clustered`,
    `insert into changed_day (account, day, changes)
      select distinct run.account, coalesce(substr(occurred_at, 1, 10), month), 1 from entry join run on run.number = entry.run
      where coalesce(occurred_at, month) is not null`,
  ],
  // Searches among millions. The first lists names without their first word, which is the platform's: `#1001 · 5012345678`. PostgreSQL
  // refuses a row whose part in an index is long.
  '0027-searches': [
    "create index entry_by_number on entry (lower(substr(name, instr(name, ' ') + 1, 100)), run, place)",
    'create index entry_by_total on entry (run, substr(total, 1, 20), place)',
  ],
  // What a statement shows is kept by day as well: a commit notes each day once, and who counts it keeps the number of its changes.
  '0028-summed-days': [
    'drop table sold_day',
    'delete from changed_day',
    ...['sold_day', 'summed_day'].map(
      (table) => `create table ${table} (account text not null, day text not null, changes integer not null,
        sums text not null, constraint ${table}_key primary key (account, day)) clustered`,
    ),
    `insert into changed_day (account, day, changes)
      select account, day, 1 from (
        select run.account, coalesce(substr(occurred_at, 1, 10), month) as day from entry join run on run.number = entry.run
          where coalesce(occurred_at, month) is not null
        union select run.account, substr(occurred_at, 1, 10) from movement join run on run.number = movement.run) as days`,
    'create index sending_by_remote on sending (account, remote_id) where remote_id is not null',
  ],
  // Searches among many matters, and those of some days. An older program at work beside this one leaves these cells empty.
  '0029-matters-by-day-and-place': [
    'alter table matter add column occurred_at text',
    'alter table matter add column jurisdiction text',
    `update matter set
      occurred_at = (select entry.occurred_at from entry where entry.run = matter.run and entry.place = matter.place),
      jurisdiction = (select entry.jurisdiction from entry where entry.run = matter.run and entry.place = matter.place)`,
    "create index matter_by_time on matter (account, what, coalesce(occurred_at, '') desc, line, id)",
    'create index matter_by_place on matter (account, upper(jurisdiction), what, line, id)',
  ],
  // How far historical syncs have read what changed, and which lines are of sales outside of the run's range.
  '0030-changes-read': [
    `create table changes_read (account text not null, storefront text not null, up_to text not null,
      constraint changes_read_key primary key (account, storefront)) clustered`,
    'alter table entry add column older integer default 0 not null',
  ],
  // Storefronts whose merchant left and had everything erased: nothing of them is read until they are reopened.
  // What was learned of the service held the name of the first sale: it is learned again from the next one.
  '0031-left-storefronts': [
    'create table left_storefront (storefront text not null primary key) clustered',
    'delete from service_facts',
  ],
};
