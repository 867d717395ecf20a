/** Creates all tables of the first version. It is long because a reader sees here, in one place, what the database promises. */

/** Where the engines write a table differently. */
export interface TableSyntax {
  /** The type of a column of texts. They are compared byte by byte everywhere, whatever the database's own language is. */
  readonly text: string;
  /** The type of a key that the database counts up. */
  readonly countedKey: string;
  /** Ends a `create table` whose rows lie in the order of their key; empty where the database cannot do that. */
  readonly clustered: string;
  /** The function that gives the position of one text in another, from 1, or 0. */
  readonly positionIn: 'instr' | 'strpos';
}

/** Selects historical runs that are not over. There may be ten thousand live runs, which are never over. */
export const isAtWork = "status = 'running' and kind = 'historical'";

/** Historical syncs: what they asked for, how far they are, their lines and the sums of these. */
const runs = ({ text, clustered, countedKey, positionIn }: TableSyntax): readonly string[] => [
  `create table run (
    number integer primary key,
    account ${text} not null,
    id ${text} not null unique,
    kind ${text} not null,
    dry_run integer not null,
    storefronts ${text} not null,
    from_day ${text} not null,
    to_day ${text} not null,
    status ${text} not null,
    started_at ${text} not null,
    finished_at ${text},
    pruned_at ${text},
    next_position bigint not null,
    into_closed_periods integer not null)`,
  'create index run_by_account on run (account, number)',
  `create index run_at_work on run (number) where ${isAtWork}`,
  `create table run_time_zone (
    run integer not null references run (number),
    storefront ${text} not null,
    time_zone ${text} not null,
    primary key (run, storefront)) ${clustered}`,
  `create table checkpoint (
    run integer not null references run (number),
    storefront ${text} not null,
    window_key ${text} not null,
    next_cursor ${text},
    primary key (run, storefront, window_key)) ${clustered}`,
  `create table line_version (
    version ${countedKey},
    account ${text} not null,
    id ${text} not null,
    storefront ${text} not null,
    source_id ${text} not null,
    name ${text} not null,
    kind ${text} not null,
    currency ${text},
    jurisdiction ${text},
    month ${text},
    day ${text},
    occurred_at ${text},
    total bigint,
    tax_collected bigint,
    taxed bigint,
    not_taxable bigint,
    discount bigint,
    shipping bigint,
    remitted_by ${text},
    exemption ${text},
    parent_id ${text},
    zip ${text})`,
  'create index line_version_by_day on line_version (account, day)',
  'create index line_version_by_id on line_version (account, id)',
  'create index line_version_by_jurisdiction on line_version (account, jurisdiction, month)',
  `create index line_version_by_name on line_version (account, lower(substr(name, ${positionIn}(name, ' ') + 1, 100)))`,
  'create index line_version_by_source on line_version (account, storefront, source_id)',
  'create index line_version_by_tax on line_version (account, tax_collected)',
  'create index line_version_by_total on line_version (account, total)',
  'create index line_version_by_zip on line_version (account, zip) where zip is not null',
  `create table finding (
    version bigint not null references line_version (version) on delete cascade,
    position bigint not null,
    account ${text} not null,
    kind ${text} not null,
    primary key (version, position)) ${clustered}`,
  'create index finding_by_kind on finding (account, kind, version)',
  `create table adjustment (
    version bigint not null references line_version (version) on delete cascade,
    position bigint not null,
    account ${text} not null,
    kind ${text} not null,
    id ${text} not null,
    occurred_at ${text} not null,
    day ${text} not null,
    currency ${text} not null,
    amount bigint not null,
    tax bigint,
    taxed bigint,
    sent integer not null,
    message ${text} not null,
    primary key (version, position)) ${clustered}`,
  'create index adjustment_by_day on adjustment (account, day, version)',
  'create index adjustment_by_kind on adjustment (account, kind, sent, version)',
  `create table run_line (
    run integer not null references run (number),
    position bigint not null,
    version bigint not null references line_version (version),
    outcome ${text} not null,
    reason ${text},
    message ${text},
    reported_tax ${text},
    reported_amount bigint,
    older integer not null,
    primary key (run, position)) ${clustered}`,
  // The first two letters distinguish all outcomes, and this index has an entry for each line of each run.
  'create index run_line_by_outcome on run_line (run, substr(outcome, 1, 2), position)',
  'create index run_line_by_reason on run_line (run, reason, position) where reason is not null',
  'create unique index run_line_by_version on run_line (version, run)',
  `create table present_line (
    account ${text} not null,
    id ${text} not null,
    state ${text} not null,
    run integer not null,
    position bigint not null,
    primary key (account, id)) ${clustered}`,
  `create table line_total (
    run integer not null references run (number),
    key ${text} not null,
    count bigint not null,
    amounts ${text} not null,
    primary key (run, key)) ${clustered}`,
];

/** What we sent, what the service lists, and the references by which another storefront knows a sale. */
const transactions = ({ text, clustered }: TableSyntax): readonly string[] => [
  `create table storefront_account (
    storefront ${text} not null primary key,
    account ${text} not null) ${clustered}`,
  `create table submission (
    account ${text} not null,
    id ${text} not null,
    name ${text} not null,
    storefront ${text} not null,
    source_id ${text} not null,
    status ${text} not null,
    digest ${text} not null,
    saved_at ${text} not null,
    attempted_at ${text},
    settled_at bigint,
    remote_id ${text},
    primary key (account, id)) ${clustered}`,
  'create index submission_by_remote on submission (account, remote_id) where remote_id is not null',
  'create index submission_by_source on submission (account, storefront, source_id)',
  `create table submission_body (
    account ${text} not null,
    id ${text} not null,
    body ${text} not null,
    primary key (account, id)) ${clustered}`,
  `create table sale_reference (
    account ${text} not null,
    run integer not null,
    reference ${text} not null,
    id ${text} not null,
    storefront ${text} not null,
    claimed_at bigint not null,
    primary key (account, run, reference, id)) ${clustered}`,
  'create index sale_reference_by_id on sale_reference (account, id, run)',
  `create table service_transaction (
    account ${text} not null,
    id ${text} not null,
    name ${text},
    shown ${text},
    scan integer not null,
    primary key (account, id)) ${clustered}`,
  'create index service_transaction_by_name on service_transaction (account, name)',
  `create table list_scan (
    account ${text} not null,
    latest_scan integer not null,
    complete_scan integer not null,
    next_cursor ${text},
    primary key (account)) ${clustered}`,
  `create table service_facts (
    account ${text} not null,
    service_key ${text} not null,
    facts ${text} not null,
    noted_at ${text} not null,
    primary key (account, service_key)) ${clustered}`,
];

/** Live work: webhooks, records that are to be read again, and the process that works on each. */
const liveWork = ({ text, clustered }: TableSyntax): readonly string[] => [
  `create table delivery (
    storefront ${text} not null,
    id ${text} not null,
    received_at bigint not null,
    primary key (storefront, id)) ${clustered}`,
  'create index delivery_by_time on delivery (received_at)',
  `create table resync_request (
    storefront ${text} not null,
    record_id ${text} not null,
    is_deletion integer not null,
    request_count integer not null,
    attempts integer not null,
    parked integer not null,
    first_requested_at bigint not null,
    due_at bigint not null,
    claim_owner ${text} not null,
    claim_until bigint not null,
    reason ${text},
    from_webhook integer not null,
    primary key (storefront, record_id)) ${clustered}`,
  'create index resync_request_by_time on resync_request (storefront, parked, due_at)',
  `create table catch_up (
    storefront ${text} not null primary key,
    caught_up_to ${text} not null) ${clustered}`,
  `create table changes_read (
    account ${text} not null,
    storefront ${text} not null,
    up_to ${text} not null,
    primary key (account, storefront)) ${clustered}`,
  `create table task (
    name ${text} not null,
    storefront ${text} not null,
    begun_at bigint not null,
    primary key (name, storefront)) ${clustered}`,
  `create table lease (
    storefront ${text} not null primary key,
    owner ${text} not null,
    until bigint not null) ${clustered}`,
  `create table rate_limit (
    account ${text} not null,
    paused_until bigint not null,
    next_start bigint not null,
    primary key (account)) ${clustered}`,
  `create table worker (
    id ${text} not null primary key,
    owner ${text} not null,
    seen_at bigint not null)`,
];

/** What people review and decide, and the record of what was sent. */
const review = ({ text, clustered, countedKey }: TableSyntax): readonly string[] => [
  `create table matter (
    account ${text} not null,
    line ${text} not null,
    id ${text} not null,
    what ${text} not null,
    storefront ${text} not null,
    source_id ${text} not null,
    sent integer not null,
    run integer not null,
    position bigint not null,
    currency ${text},
    total bigint,
    occurred_at ${text},
    jurisdiction ${text},
    primary key (account, line, id, what)) ${clustered}`,
  'create index matter_by_jurisdiction on matter (account, upper(jurisdiction), what, line, id)',
  'create index matter_by_size on matter (account, what, abs(coalesce(total, 0)) desc, line, id)',
  `create index matter_by_time on matter (account, what, coalesce(occurred_at, '') desc, line, id)`,
  `create table matter_total (
    account ${text} not null,
    run integer not null,
    storefront ${text} not null,
    what ${text} not null,
    sent integer not null,
    currency ${text} not null,
    hidden_until ${text} not null,
    count bigint not null,
    summed numeric not null,
    primary key (account, run, storefront, what, sent, currency, hidden_until)) ${clustered}`,
  `create table decision (
    account ${text} not null,
    line ${text} not null,
    id ${text} not null,
    what ${text} not null,
    storefront ${text} not null,
    source_id ${text} not null,
    action ${text} not null,
    note ${text} not null,
    decided_by ${text} not null,
    decided_at ${text} not null,
    until_at ${text},
    batch ${text} not null,
    name ${text} not null,
    message ${text},
    day ${text},
    jurisdiction ${text},
    currency ${text},
    total bigint,
    primary key (account, line, id, what)) ${clustered}`,
  'create index decision_by_batch on decision (account, batch)',
  `create index decision_left_out on decision (account, day) where action = 'leave out'`,
  `create table resolution (
    number integer primary key,
    storefront ${text} not null,
    id ${text} not null,
    note ${text} not null,
    resolved_by ${text} not null,
    resolved_at ${text} not null)`,
  'create index resolution_by_storefront on resolution (storefront)',
  `create table sign_off (
    number integer primary key,
    account ${text} not null,
    run_id ${text} not null,
    signed_by ${text} not null,
    signed_at ${text} not null,
    note ${text} not null,
    statement ${text} not null)`,
  'create index sign_off_by_run on sign_off (run_id)',
  `create table closed_period (
    account ${text} not null,
    month ${text} not null,
    closed_by ${text} not null,
    closed_at ${text} not null,
    primary key (account, month)) ${clustered}`,
  `create table period_change (
    account ${text} not null,
    number integer not null,
    month ${text} not null,
    action ${text} not null,
    changed_by ${text} not null,
    changed_at ${text} not null,
    reason ${text} not null,
    totals ${text},
    primary key (account, number))`,
  `create table registration (
    account ${text} not null,
    state ${text} not null,
    status ${text} not null,
    since ${text},
    registered_by ${text},
    noted_by ${text} not null,
    noted_at ${text} not null,
    primary key (account, state)) ${clustered}`,
  `create table opening_balance (
    account ${text} not null,
    channel ${text} not null,
    state ${text} not null,
    month ${text} not null,
    marketplace integer not null,
    sales bigint not null,
    sale_count integer not null,
    noted_by ${text} not null,
    noted_at ${text} not null,
    primary key (account, channel, state, month)) ${clustered}`,
  `create table audit (
    audit_number ${countedKey},
    account ${text} not null,
    storefront ${text} not null,
    source_id ${text} not null,
    id ${text} not null,
    name ${text} not null,
    action ${text} not null,
    sent_at ${text} not null,
    answered_at ${text} not null,
    answer ${text} not null,
    message ${text},
    remote_id ${text},
    digest ${text} not null,
    body ${text},
    occurred_at ${text},
    currency ${text},
    jurisdiction ${text},
    total bigint,
    tax_collected bigint,
    cause ${text},
    decided_by ${text},
    run_id ${text},
    settings_number bigint)`,
  'create index audit_by_account on audit (account, audit_number)',
  'create index audit_by_source on audit (storefront, source_id)',
  `create table audit_settings (
    settings_number ${countedKey},
    digest ${text} not null unique,
    settings ${text} not null)`,
  `create table erased (
    source_id ${text} not null,
    storefront ${text} not null,
    primary key (source_id, storefront)) ${clustered}`,
  // Storefronts whose merchant left and had everything erased: nothing of them is read until they are reopened.
  `create table left_storefront (storefront ${text} not null primary key) ${clustered}`,
];

/** The counts of each day, and the nightly proof. */
const days = ({ text, clustered }: TableSyntax): readonly string[] => [
  `create table counted_day (
    account ${text} not null,
    storefront ${text} not null,
    day ${text} not null,
    source integer not null,
    service integer not null,
    missing integer not null,
    differing integer not null,
    counted_at ${text} not null,
    primary key (account, storefront, day)) ${clustered}`,
  `create table day_figure (
    account ${text} not null,
    day ${text} not null,
    state ${text} not null,
    reason ${text} not null,
    kind ${text} not null,
    jurisdiction ${text} not null,
    currency ${text} not null,
    storefront ${text} not null,
    marketplace integer not null,
    exempt integer not null,
    resale integer not null,
    entries bigint not null,
    count bigint not null,
    gross bigint not null,
    taxed bigint not null,
    unknown_if_taxed bigint not null,
    discount bigint not null,
    shipping bigint not null,
    tax bigint not null,
    without_tax bigint not null,
    threshold_count bigint not null,
    threshold_sales bigint not null,
    not_taxable_count bigint not null,
    not_taxable_sales bigint not null,
    untaxed_sales bigint not null,
    shown bigint not null,
    service_total bigint not null,
    service_tax bigint not null,
    service_reported_tax bigint not null,
    primary key (account, day, state, reason, kind, jurisdiction, currency, storefront, marketplace, exempt, resale)) ${clustered}`,
  `create index day_figure_not_sent on day_figure (account, day) where state = 'not sent'`,
  `create table listed (
    account ${text} not null,
    id ${text} not null,
    position bigint not null,
    owner ${text} not null,
    day ${text} not null,
    hash integer not null,
    night integer not null,
    primary key (account, id)) ${clustered}`,
  'create index listed_by_day on listed (account, owner, day)',
  'create index listed_by_position on listed (account, position)',
  `create table proof_state (
    account ${text} not null,
    name ${text} not null,
    state ${text} not null,
    primary key (account, name)) ${clustered}`,
  `create table proved_day (
    account ${text} not null,
    storefront ${text} not null,
    day ${text} not null,
    digest ${text},
    seen_at bigint not null,
    primary key (account, storefront, day)) ${clustered}`,
];

/** The groups in which docs/database.md shows the tables. */
export const tableGroups = { runs, transactions, liveWork, review, days };

/** Views for the SQL of our users: docs/database.md promises these columns. */
const views: readonly string[] = [
  `create view day_totals as select account, storefront, day, substr(day, 1, 7) as month, jurisdiction, currency, state, reason, kind,
    marketplace, exempt, resale, count, gross, taxed, unknown_if_taxed, discount, shipping, tax, without_tax, threshold_count,
    threshold_sales, not_taxable_count, not_taxable_sales, untaxed_sales, shown as service_count, service_total, service_tax, service_reported_tax
  from day_figure where entries > 0`,
  `create view sales as select present_line.account, line_version.storefront, line_version.id, line_version.source_id, line_version.name,
    line_version.kind, present_line.state, line_version.day, substr(line_version.day, 1, 7) as month, line_version.jurisdiction,
    line_version.currency, line_version.total, line_version.tax_collected as tax, line_version.occurred_at, run.id as settled_by
  from present_line join run_line on run_line.run = present_line.run and run_line.position = present_line.position
    join line_version on line_version.version = run_line.version join run on run.number = present_line.run
  where line_version.month is not null and present_line.state <> 'not sent'`,
];

/** schema.ts and review-schema.ts say what each column means. */
export const tables = (syntax: TableSyntax): readonly string[] => [
  ...Object.values(tableGroups).flatMap((group) => group(syntax)),
  ...views,
];
