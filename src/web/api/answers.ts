import { adjustmentKinds, outcomes } from './words.ts';
import {
  count,
  day,
  fields,
  instant,
  list,
  mapOf,
  money,
  named,
  oneOf,
  orNull,
  type Schema,
  text,
  whole,
  yesNo,
} from './schema.ts';
import { decisionSchemas } from './decision-schemas.ts';
import { explained } from './explanation-schemas.ts';
import { totalsSchemas } from './totals-schemas.ts';
import { problemCodes } from './problem.ts';

const runCounts = {
  considered: whole('attempted + skipped + held', { minimum: 0 }),
  attempted: whole('succeeded + alreadyPresent + failed', { minimum: 0 }),
  succeeded: count,
  alreadyPresent: count,
  failed: count,
  skipped: count,
  held: count,
};
const status = oneOf('running', 'interrupted', 'stopped', 'finished', 'cancelled');
const stop = fields({
  who: text('A storefront, or "service"'),
  cause: oneOf('credentials', 'address', 'no answer', 'refused'),
  message: text(),
});
const range = fields({ from: day, to: day });
const finding = fields({ level: oneOf('fine', 'warns', 'stops'), subject: text(), message: text() });
const account = fields({ id: text(), name: text(), timeZone: text('IANA') });
const note = fields({ note: text(), by: text(), at: instant });

const adjustment = fields({
  kind: oneOf(...adjustmentKinds),
  id: text(),
  occurredAt: instant,
  currency: text(),
  amount: money,
  tax: orNull(money),
  sent: yesNo('Whether it was sent as a transaction of its own'),
  message: text(),
});

const reportedTax = fields({ count, reported: money, collected: money, difference: money });
const total = fields({ count, total: money, taxCollected: money }, { reportedTax });

const page = (of: string): Schema =>
  fields({ items: list(named(of)), next: orNull(text('Pass it as "cursor" for the following page')) });

const totals = fields({ count, total: money, taxCollected: money });
const resolution = orNull(note);

/** The answers of the API by name, exactly as they are: no other field is sent. */
export const schemas: Readonly<Record<string, Schema>> = {
  ...decisionSchemas,
  Problem: fields(
    {
      type: text('urn:tax-nexus-sync:problem: and the code'),
      title: text(),
      status: whole(),
      code: oneOf(...problemCodes),
      detail: text('What happened and what to do'),
    },
    { open: whole('How many matters are open. Send the same number to confirm it', { minimum: 1 }) },
  ),
  User: fields({
    name: text(),
    may: list(oneOf('view', 'operate', 'approve')),
    account: orNull(text('The account of this request; null for a user of several who names none')),
  }),
  AccountPage: page('Account'),
  Account: fields({ name: text('Pass it as "account"') }),
  StorefrontPage: page('Storefront'),
  Storefront: fields({ name: text(), platform: text(), account: text(), liveRunId: text('The run of its live sales') }),
  Check: fields({
    isReady: yesNo('Whether nothing stops a sync'),
    parts: list(
      fields({
        subject: text('"service", or a storefront'),
        account: orNull(account),
        findings: list(finding),
        records: orNull(count),
      }),
    ),
  }),
  Started: fields({ runId: text() }),
  Ended: fields({ hasEnded: yesNo('False when it was over before') }),
  Run: fields({
    runId: text(),
    storefronts: list(text()),
    range,
    kind: oneOf('historical', 'live'),
    dryRun: yesNo(),
    intoClosedPeriods: yesNo(),
    status,
    startedAt: instant,
    finishedAt: orNull(instant),
    ...runCounts,
    isSignedOff: yesNo(),
  }),
  RunPage: page('Run'),
  Progress: fields({
    runId: text(),
    phase: oneOf('reading the service', 'syncing', 'over'),
    status,
    storefront: orNull(text()),
    windows: fields({ done: count, total: count }),
    listed: count,
    ...runCounts,
    stops: list(stop),
  }),
  Line: fields({
    storefront: text(),
    id: text(),
    sourceId: text('The id at the platform'),
    name: text(),
    kind: oneOf('sale', 'refund'),
    outcome: oneOf(...outcomes),
    reason: orNull(text()),
    message: orNull(text()),
    occurredAt: orNull(instant),
    stated: orNull(fields({ currency: text(), total: orNull(money), jurisdiction: orNull(text()) })),
    amounts: orNull(
      fields({
        currency: text(),
        jurisdiction: text('CA, CA-ON, DE-*'),
        month: text('YYYY-MM'),
        total: money,
        taxCollected: money,
        reportedTax: orNull(money),
      }),
    ),
    findings: list(text()),
    adjustments: list(adjustment),
    note: orNull(note),
  }),
  LinePage: page('Line'),
  ...totalsSchemas,
  Report: fields({
    runId: text(),
    storefronts: list(text()),
    range: fields({ from: day, to: day, timeZone: mapOf(text()) }),
    dryRun: yesNo(),
    considered: count,
    olderSales: count,
    attempted: count,
    succeeded: count,
    failed: count,
    alreadyPresent: count,
    differing: count,
    noLongerTrue: count,
    notCompared: count,
    notReadAgain: count,
    skipped: mapOf(count),
    held: mapOf(count),
    undecided: list(fields({ currency: text(), count, total: money })),
    failures: list(fields({ storefront: text(), sourceId: text(), name: text(), reason: text(), message: text() })),
    totals: mapOf(mapOf(total)),
    startedAt: instant,
    finishedAt: orNull(instant),
    status,
    adjustments: list(
      fields({ kind: oneOf(...adjustmentKinds), currency: text(), count, amount: money, sent: yesNo() }),
    ),
    findings: mapOf(count),
    openChannels: list(fields({ channel: text(), currency: text(), count, total: money })),
    review: fields({
      service: text(),
      url: orNull(text()),
      look: list(
        fields({
          state: text(),
          month: text(),
          currency: text(),
          count,
          total: money,
          taxCollected: money,
          url: orNull(text()),
        }),
      ),
      decide: list(fields({ what: text(), count, message: text(), settings: list(text()) })),
      prompt: text(),
    }),
    kind: oneOf('historical', 'live'),
    prunedAt: orNull(instant),
  }),
  SignOff: fields({
    runId: text(),
    by: text(),
    at: instant,
    note: text(),
    statement: orNull(
      fields({
        counts: mapOf(count),
        totals: list(
          fields({ state: text(), month: text(), currency: text(), count, total: money, taxCollected: money }),
        ),
      }),
    ),
  }),
  SignOffPage: page('SignOff'),
  Compared: fields({
    transactions: count,
    changes: count,
    followed: count,
    notFollowed: list(text('What could not be read, and why: nothing is complete then')),
  }),
  Reconciliation: fields({
    storefront: text(),
    range: fields({ from: day, to: day, timeZone: text() }),
    isComplete: yesNo(),
    differing: count,
    notCompared: count,
    compared: named('Compared'),
    source: fields({ transactions: count, excluded: mapOf(count) }),
    service: fields({ transactions: count }),
    totals: list(
      fields({ currency: text(), month: text(), place: text(), source: totals, service: totals, isSame: yesNo() }),
    ),
    days: list(fields({ day, source: count, service: count })),
    differences: list(
      fields({
        kind: text(),
        id: text('Of the difference: a note resolves it under this id'),
        transactionId: text(),
        sourceId: text(),
        name: text(),
        message: text(),
        day: orNull(day),
        resolution,
      }),
    ),
    changes: list(
      fields({
        kind: oneOf(...adjustmentKinds),
        id: text(),
        name: text(),
        occurredAt: instant,
        currency: text(),
        amount: money,
        resolution,
      }),
    ),
  }),
  ReconciliationPage: page('Reconciliation'),
  Explanation: fields(
    {
      storefront: text(),
      sourceId: text(),
      name: text(),
      url: orNull(text()),
      result: explained,
      adjustments: list(adjustment),
      sent: list(
        fields({
          ...{ id: text(), what: text(), status: oneOf('intent', 'confirmed', 'refused', 'conflict', 'listed') },
          ...{ transactedAt: orNull(text()), currency: orNull(text()) },
          ...{ total: orNull(text('Decimals')), taxCollected: orNull(text('Decimals')) },
        }),
      ),
      audit: list(named('AuditRecord')),
    },
    { marketplacePart: explained },
  ),
  Subscription: fields({
    topic: text(),
    state: oneOf('present', 'missing', 'wrong', 'created', 'repaired', 'set by hand'),
    message: text(),
  }),
  SubscriptionPage: page('Subscription'),
};
