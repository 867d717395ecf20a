import * as E from 'fp-ts/lib/Either.js';
import { daysOf, parseDateRange } from '../../domain/date-range.ts';
import { salesBases } from '../../reconcile/thresholds/counted-sales.ts';
import type { ExportRequest } from '../../operations/export/export.ts';
import { contentTypes, exportedThings, exportFormats } from '../../domain/exported.ts';
import { TaxNexusError } from '../../operations/tax-nexus-error.ts';
import { decisionRoutes } from './decision-routes.ts';
import { type ApiCall, type ApiRoute, asPage, one, openIn, openMatters, record, storefrontName } from './route.ts';
import type { RunHandle } from '../../operations/storefront-name.ts';
import { fields, list, oneOf, type Schema, text, whole, yesNo } from './schema.ts';
import { adjustmentKinds, outcomes } from './words.ts';

const day = text('YYYY-MM-DD, of each storefront’s own calendar', { maxLength: 10 });
const storefrontNames = list(storefrontName, 'Default: all that you see');
const address = text(
  'Of the webhooks: the option publicUrl, and behind it /webhooks/ and the name of the storefront or its platform. Default: the storefront',
  { minLength: 1, maxLength: 2_000 },
);
const note = text('What was decided; no customer names', { maxLength: 2_000 });
const intoClosedPeriods = yesNo('Send sales of closed months as well; needs the right "approve". Default false');
const nothing = fields({});

const pageOf = (most: number, usual: number): Readonly<Record<string, Schema>> => ({
  cursor: text('"next" of the page before', { maxLength: 200 }),
  limit: whole(`Items of a page. Default ${usual}`, { minimum: 1, maximum: most }),
});

const namesIn = ({ storefronts }: ApiCall['body']): { readonly storefronts?: readonly string[] } =>
  storefronts === undefined ? {} : { storefronts: storefronts as readonly string[] };

const addressOf = ({ address: given }: ApiCall['query']): { readonly address?: string } =>
  typeof given === 'string' ? { address: given } : {};

const idOf = ({ path }: ApiCall): string => path['runId'] ?? '';

const asStarted = async (started: Promise<RunHandle>): Promise<unknown> => ({ runId: (await started).id });

/** A request waits for the comparison. */
const maxDays = 31;

const daysIn = ({ body }: ApiCall): { readonly from: string; readonly to: string } => {
  const days = { from: one(body, 'from'), to: one(body, 'to') };
  const range = parseDateRange(days.from, days.to);
  if (E.isRight(range) && daysOf(range.right).length > maxDays)
    throw new TaxNexusError('RANGE', `The range has more than ${maxDays} days.`);
  return days;
};

const ofRun = { path: '/runs/{runId}' } as const;

/** All operations but those of `api.ts`: who asks, which accounts there are, and the events of a run. */
export const routes: readonly ApiRoute[] = [
  {
    ...{ method: 'get', path: '/storefronts', operationId: 'listStorefronts', right: 'view', status: 200 },
    summary: 'The storefronts of the account, in order of precedence',
    answer: 'StorefrontPage',
    run: ({ taxNexus }) => asPage(taxNexus.storefronts.list()),
  },
  {
    ...{ method: 'post', path: '/check', operationId: 'check', right: 'operate', status: 200 },
    summary: 'Checks the service and storefronts: credentials, permissions, reachable history. Changes nothing',
    body: fields({}, { storefronts: storefrontNames }),
    answer: 'Check',
    run: ({ taxNexus, body }) => taxNexus.check(namesIn(body)),
  },
  {
    ...{ method: 'get', path: '/exposure', operationId: 'exposure', right: 'view', status: 200 },
    summary: 'How near the economic nexus threshold of each US state the known sales are',
    query: fields(
      {},
      {
        on: text('The day of the question, YYYY-MM-DD. Default: today in UTC', { maxLength: 10 }),
        basis: oneOf(...salesBases),
      },
    ),
    answer: 'Exposure',
    run: ({ taxNexus, query }) => taxNexus.exposure(query),
  },
  {
    ...{ method: 'get', path: '/export', operationId: 'export', right: 'view', status: 200 },
    summary:
      'What was sent, or what counted toward thresholds, as a file for an accountant. An answer that breaks off is not all',
    query: fields(
      { from: day, to: day },
      {
        ...{ what: oneOf(...exportedThings), format: oneOf(...exportFormats), storefronts: storefrontNames },
        state: text('With thresholds: this state alone, such as TX', { maxLength: 2 }),
      },
    ),
    answer: null,
    files: Object.values(contentTypes),
    run: ({ taxNexus, query }) => taxNexus.export(query as unknown as ExportRequest),
  },
  {
    ...{ method: 'get', path: '/statement', operationId: 'statement', right: 'view', status: 200 },
    summary: 'What was sent of a period by state and month, which figures are of the service, and what is on hold',
    query: fields({ from: day, to: day }),
    answer: 'PeriodStatement',
    run: ({ taxNexus, query }) => taxNexus.statement({ from: one(query, 'from'), to: one(query, 'to') }),
  },
  {
    ...{ method: 'get', path: '/runs', operationId: 'listRuns', right: 'view', status: 200 },
    summary: 'Historical syncs, newest first',
    query: fields({}, pageOf(100, 20)),
    answer: 'RunPage',
    run: ({ taxNexus, query }) => taxNexus.historicalSync.list(query),
  },
  {
    ...{ method: 'post', path: '/runs', operationId: 'startRun', right: 'operate', status: 201, isStart: true },
    summary: 'Starts a historical sync, or goes on with the unfinished one of an equal request',
    body: fields(
      { from: day, to: day },
      { storefronts: storefrontNames, dryRun: yesNo('Send nothing. Default false'), intoClosedPeriods },
    ),
    answer: 'Started',
    run: (call) =>
      asStarted(
        call.taxNexus.historicalSync.start({
          ...namesIn(call.body),
          from: one(call.body, 'from'),
          to: one(call.body, 'to'),
          dryRun: call.body['dryRun'] === true,
          intoClosedPeriods: call.body['intoClosedPeriods'] === true,
        }),
      ),
  },
  {
    ...{ ...ofRun, method: 'get', operationId: 'findRun', right: 'view', status: 200 },
    summary: 'One run with its counts',
    answer: 'Run',
    run: (call) => call.taxNexus.historicalSync.find(idOf(call)),
  },
  {
    ...{ method: 'get', path: '/runs/{runId}/progress', operationId: 'readProgress', right: 'view', status: 200 },
    summary: 'How far a run has come',
    answer: 'Progress',
    run: (call) => call.taxNexus.historicalSync.progress(idOf(call)),
  },
  {
    ...{ method: 'get', path: '/runs/{runId}/report', operationId: 'findReport', right: 'view', status: 200 },
    summary: 'The report of a run; of a run under way, as far as it has come',
    answer: 'Report',
    run: (call) => call.taxNexus.historicalSync.report(idOf(call)),
  },
  {
    ...{ method: 'get', path: '/runs/{runId}/lines', operationId: 'listLines', right: 'view', status: 200 },
    summary: 'What became of each transaction, and why',
    query: fields(
      {},
      {
        ...pageOf(500, 50),
        outcomes: list(oneOf(...outcomes)),
        storefront: storefrontName,
        id: text('Of one line'),
        reason: text(),
        finding: text(),
        jurisdiction: text('CA, CA-ON, DE-*'),
        month: text('YYYY-MM'),
        text: text(
          'A number or id, a state or country, or an amount; of up to 100,000 lines also a part of a number or id',
        ),
        hasAdjustments: yesNo('Only sales with a refund, an edit, a drift'),
        unsentAdjustment: oneOf(...adjustmentKinds),
      },
    ),
    answer: 'LinePage',
    run: (call) => call.taxNexus.historicalSync.lines(idOf(call), call.query),
  },
  ...(['pause', 'cancel'] as const).map((how): ApiRoute => ({
    ...{ method: 'post', path: `/runs/{runId}/${how}`, operationId: `${how}Run`, right: 'operate', status: 200 },
    summary:
      how === 'pause' ? 'Pauses a run; "resume" goes on with it' : 'Ends a run for good; what was sent stays sent',
    body: nothing,
    answer: 'Ended',
    run: async (call) => ({ hasEnded: await call.taxNexus.historicalSync[how](idOf(call)) }),
  })),
  {
    ...{ method: 'post', path: '/runs/{runId}/resume', operationId: 'resumeRun', right: 'operate', status: 200 },
    summary: 'Goes on with a run that was paused or stopped',
    isStart: true,
    body: fields({}, { intoClosedPeriods }),
    answer: 'Started',
    run: (call) =>
      asStarted(
        call.taxNexus.historicalSync.resume(idOf(call), { intoClosedPeriods: call.body['intoClosedPeriods'] === true }),
      ),
  },
  {
    ...{ method: 'post', path: '/runs/{runId}/retry', operationId: 'retryRun', right: 'operate', status: 200 },
    summary: 'Reads and settles again what failed or is held, all or one line',
    isStart: true,
    body: fields({}, { lineId: text('Of one line. Default: all', { minLength: 1 }), intoClosedPeriods }),
    answer: 'Started',
    run: (call) => {
      const { lineId, ...rest } = call.body;
      return asStarted(
        call.taxNexus.historicalSync.retry(idOf(call), { ...rest, ...(typeof lineId === 'string' && { lineId }) }),
      );
    },
  },
  {
    ...{ method: 'get', path: '/runs/{runId}/sign-offs', operationId: 'listSignOffs', right: 'view', status: 200 },
    summary: 'The sign-offs of a run, in the order in which they were signed',
    answer: 'SignOffPage',
    run: (call) => asPage(call.taxNexus.historicalSync.signOffs(idOf(call))),
  },
  {
    ...{ method: 'post', path: '/runs/{runId}/sign-offs', operationId: 'signOff', right: 'approve', status: 201 },
    summary: 'Keeps the counts and totals of a finished run under your name',
    isStart: true,
    body: fields({}, { note, open: openMatters }),
    answer: 'SignOff',
    run: (call) =>
      call.taxNexus.historicalSync.signOff(idOf(call), {
        by: call.user.name,
        note: one(call.body, 'note'),
        ...openIn(call.body),
      }),
  },
  {
    ...{ method: 'post', path: '/notes', operationId: 'saveNote', right: 'approve', status: 204 },
    summary: 'Saves a note on a line, a difference or an adjustment, which resolves the last two',
    body: fields({ storefront: storefrontName, id: text('Of what it is about', { minLength: 1 }), note }),
    answer: null,
    run: ({ taxNexus, body, user }) =>
      taxNexus.resolve({
        storefront: one(body, 'storefront'),
        id: one(body, 'id'),
        note: one(body, 'note'),
        by: user.name,
      }),
  },
  ...decisionRoutes,
  {
    ...{ method: 'post', path: '/reconciliations', operationId: 'reconcile', right: 'operate', status: 200 },
    summary: 'Compares what storefronts sold with what the service holds, for at most 31 days. It may take minutes',
    body: fields({ from: day, to: day }, { storefronts: storefrontNames }),
    answer: 'ReconciliationPage',
    run: async (call) => asPage(call.taxNexus.reconcile({ ...namesIn(call.body), ...daysIn(call) })),
  },
  {
    ...{ method: 'post', path: '/tie-out', operationId: 'tieOut', right: 'operate', status: 200 },
    summary:
      "The platforms' own totals of a month beside those of the service, each difference explained or named. It may take minutes",
    body: fields({ month: text('YYYY-MM', { maxLength: 7 }) }, { storefronts: storefrontNames }),
    answer: 'TieOutPage',
    run: ({ taxNexus, body }) => asPage(taxNexus.tieOut({ ...namesIn(body), month: one(body, 'month') })),
  },
  {
    ...{ method: 'get', path: '/explanations', operationId: 'explain', right: 'view', status: 200 },
    summary: 'Every number and decision of one sale, with reasons',
    query: fields({
      storefront: storefrontName,
      record,
    }),
    answer: 'Explanation',
    run: ({ taxNexus, query }) => taxNexus.explain(one(query, 'storefront'), one(query, 'record')),
  },
  {
    ...{ method: 'get', path: '/storefronts/{storefront}/subscriptions', operationId: 'webhooksStatus', status: 200 },
    right: 'operate',
    summary: "The webhook subscriptions to the app's own address, and what is missing or wrong",
    query: fields({}, { address }),
    answer: 'SubscriptionPage',
    run: ({ taxNexus, path, query }) =>
      asPage(taxNexus.webhooks.status({ storefront: path['storefront'] ?? '', ...addressOf(query) })),
  },
  {
    ...{ method: 'post', path: '/storefronts/{storefront}/subscriptions', operationId: 'applyWebhooks', status: 200 },
    right: 'approve',
    summary:
      "Creates missing webhook subscriptions to the app's own address, and repairs wrong ones. Leaves an audit record",
    body: fields({}, { address }),
    answer: 'SubscriptionPage',
    run: ({ taxNexus, path, body, user }) =>
      asPage(taxNexus.webhooks.apply({ storefront: path['storefront'] ?? '', ...addressOf(body), by: user.name })),
  },
];
