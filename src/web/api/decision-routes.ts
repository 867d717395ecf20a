import type { CorrectionWay } from '../../operations/correct.ts';
import type { CorrectedTogether } from '../../domain/decision.ts';
import { registrationStatuses } from '../../domain/registration.ts';
import type { OpeningBalanceFilter } from '../../domain/opening-balance.ts';
import type { OpeningBalancesRequest } from '../../operations/opening-balances.ts';
import { openingBalance } from './totals-schemas.ts';
import type { RegistrationRequest } from '../../operations/registrations.ts';
import type { GoneSelection, SendAgainRequest } from '../../operations/send-again.ts';
import { decisionActions, way } from './decision-schemas.ts';
import { type ApiCall, type ApiRoute, asPage, one, openIn, openMatters, record, storefrontName } from './route.ts';
import { fields, list, oneOf, text, whole, yesNo } from './schema.ts';

const what = text('The reason, the finding, or "adjustment: refund"', { minLength: 1, maxLength: 200 });
const isSent = yesNo('Whether the service holds them; otherwise they failed or are held');
const narrowing = {
  storefront: storefrontName,
  currency: text('ISO 4217', { maxLength: 3 }),
  text: text('A number or id, a state or country, or an amount; of up to 5,000 also a part of a number or id', {
    maxLength: 100,
  }),
  lineId: text('Of one line', { minLength: 1 }),
};
const selection = { what, isSent, ...narrowing };
const state = oneOf('open', 'decided');
const action = oneOf(...decisionActions);

const correctedTogether: readonly CorrectedTogether[] = ['gone from the service', 'no longer true'];
const together = {
  what: oneOf(...correctedTogether),
  text: narrowing.text,
  lineId: narrowing.lineId,
};

const togetherIn = (values: ApiCall['query']): GoneSelection & Pick<SendAgainRequest, 'what'> => ({
  // Checked by the schema.
  ...('what' in values && { what: one(values, 'what') as CorrectedTogether }),
  ...('text' in values && { text: one(values, 'text') }),
  ...('lineId' in values && { lineId: one(values, 'lineId') }),
});

const batchOf = ({ path }: ApiCall): string => path['batch'] ?? '';

/** What a person decides: in bulk, of months, and of what the service holds. */
export const decisionRoutes: readonly ApiRoute[] = [
  {
    ...{ method: 'get', path: '/needs-decision', operationId: 'needsDecision', right: 'view', status: 200 },
    summary: 'What waits for a person, over all runs and live sales, by reason',
    query: fields({}, { ...narrowing, state, action }),
    answer: 'OpenGroupPage',
    run: ({ taxNexus, query }) => asPage(taxNexus.decisions.open(query)),
  },
  {
    ...{ method: 'get', path: '/needs-decision/sales', operationId: 'listMatters', right: 'view', status: 200 },
    summary: 'Single sales that wait, or that were decided',
    query: fields(
      {},
      {
        ...selection,
        ...{ state, action },
        batch: text('Of decisions that were made together', { maxLength: 63 }),
        runId: text('Of a run'),
        sort: oneOf('money', 'newest'),
        cursor: text('"next" of the page before', { maxLength: 9 }),
        limit: whole('Items of a page. Default 50', { minimum: 1, maximum: 500 }),
      },
    ),
    answer: 'MatterPage',
    run: ({ taxNexus, query }) => taxNexus.decisions.list(query),
  },
  {
    ...{ method: 'post', path: '/needs-decision/resync', operationId: 'resyncMatters', right: 'operate', status: 200 },
    summary: 'Reads the records of open sales again, so that what was corrected at the platform is sent',
    body: fields({ what, isSent }, narrowing),
    answer: 'RequestedRecords',
    run: ({ taxNexus, body }) => taxNexus.decisions.resync(body),
  },
  {
    ...{ method: 'post', path: '/decisions', operationId: 'decide', right: 'approve', status: 201, isStart: true },
    summary: 'Decides all open sales of a selection together. Sends nothing by itself',
    body: fields(
      { what, isSent, action: oneOf(...decisionActions) },
      {
        ...narrowing,
        note: text('Needed to leave something out; no customer names', { maxLength: 2_000 }),
        expected: whole('How many you saw; another number now is refused', { minimum: 0 }),
      },
    ),
    answer: 'DecidedBatch',
    run: ({ taxNexus, body, user }) => {
      const { what: about, action, note, expected, ...rest } = body;
      return taxNexus.decisions.decide({
        ...rest,
        what: typeof about === 'string' ? about : '',
        isSent: body['isSent'] === true,
        // Checked by the schema.
        action: decisionActions.find((one) => one === action) ?? 'later',
        note: typeof note === 'string' ? note : '',
        by: user.name,
        ...(typeof expected === 'number' && { expected }),
      });
    },
  },
  {
    ...{ method: 'post', path: '/decisions/{batch}/send', operationId: 'sendDecided', right: 'operate', status: 200 },
    summary: 'Sends what was decided together, within seconds',
    body: fields({}),
    answer: 'RequestedRecords',
    run: (call) => call.taxNexus.decisions.resync({ state: 'decided', batch: batchOf(call) }),
  },
  {
    ...{ method: 'post', path: '/decisions/{batch}/undo', operationId: 'undoDecisions', right: 'approve', status: 200 },
    summary: 'Takes decisions back, as far as nothing was sent because of them',
    body: fields({}, { lineId: text('Only that on one line', { minLength: 1 }) }),
    answer: 'UndoneBatch',
    run: (call) =>
      call.taxNexus.decisions.undo({
        batch: batchOf(call),
        ...('lineId' in call.body && { lineId: one(call.body, 'lineId') }),
      }),
  },
  {
    ...{ method: 'get', path: '/decisions/{batch}', operationId: 'decisionProgress', right: 'view', status: 200 },
    summary: 'How far what was decided together is carried out',
    answer: 'DecisionProgress',
    run: (call) => call.taxNexus.decisions.progress({ batch: batchOf(call) }),
  },
  {
    ...{ method: 'get', path: '/closed-periods', operationId: 'listClosedPeriods', right: 'view', status: 200 },
    summary: 'Months whose taxes are filed',
    answer: 'ClosedPeriodPage',
    run: ({ taxNexus }) => asPage(taxNexus.closedPeriods.list()),
  },
  {
    ...{ method: 'post', path: '/closed-periods', operationId: 'closePeriod', right: 'approve', status: 200 },
    summary: 'Closes a month, for all storefronts of the account',
    body: fields({ month: text('YYYY-MM', { maxLength: 7 }) }, { open: openMatters }),
    answer: 'ChangedPeriod',
    run: ({ taxNexus, body, user }) =>
      taxNexus.closedPeriods.close({ month: one(body, 'month'), by: user.name, ...openIn(body) }),
  },
  {
    ...{ method: 'post', path: '/closed-periods/{month}/reopen', operationId: 'reopenPeriod', status: 200 },
    right: 'approve',
    summary: 'Opens a month again',
    body: fields({ reason: text('Why; kept with the month', { minLength: 1, maxLength: 2_000 }) }),
    answer: 'ChangedPeriod',
    run: ({ taxNexus, path, body, user }) =>
      taxNexus.closedPeriods.reopen({ month: path['month'] ?? '', by: user.name, reason: one(body, 'reason') }),
  },
  {
    ...{ method: 'get', path: '/closed-periods/months', operationId: 'listMonths', right: 'view', status: 200 },
    summary: 'The past months since the first synced day, and each time that one was closed or opened again',
    answer: 'PeriodStatePage',
    run: ({ taxNexus }) => asPage(taxNexus.closedPeriods.months()),
  },
  {
    ...{ method: 'get', path: '/opening-balances', operationId: 'listOpeningBalances', right: 'view', status: 200 },
    summary: 'Sales of channels that are not connected, as people stated them; they count toward thresholds alone',
    answer: 'ListedOpeningBalancePage',
    run: ({ taxNexus }) => asPage(taxNexus.openingBalances.list()),
  },
  {
    ...{ method: 'post', path: '/opening-balances', operationId: 'saveOpeningBalances', right: 'approve', status: 200 },
    summary: 'States sales of channels that are not connected: all of the list, or none',
    body: fields({
      balances: list(
        fields(openingBalance, { isMarketplace: yesNo('A marketplace remits the tax of these sales. Default false') }),
      ),
    }),
    answer: 'ListedOpeningBalancePage',
    run: ({ taxNexus, body, user }) =>
      asPage(taxNexus.openingBalances.save({ ...(body as Pick<OpeningBalancesRequest, 'balances'>), by: user.name })),
  },
  {
    ...{ method: 'post', path: '/opening-balances/remove', operationId: 'removeOpeningBalances', status: 200 },
    right: 'approve',
    summary: 'Removes the opening balances of a channel; of one state or month where these are given',
    body: fields({ channel: openingBalance.channel }, { state: openingBalance.state, month: openingBalance.month }),
    answer: 'RemovedOpeningBalances',
    run: ({ taxNexus, body }) => taxNexus.openingBalances.remove(body as unknown as OpeningBalanceFilter),
  },
  {
    ...{ method: 'get', path: '/registrations', operationId: 'listRegistrations', right: 'view', status: 200 },
    summary: 'States in which the business is registered, by the settings and as people noted it',
    answer: 'ListedRegistrationPage',
    run: ({ taxNexus }) => asPage(taxNexus.registrations.list()),
  },
  {
    ...{ method: 'post', path: '/registrations', operationId: 'saveRegistration', right: 'approve', status: 200 },
    summary: 'Notes that the business is registered in a state',
    body: fields(
      { state: text('TX', { maxLength: 2 }) },
      {
        status: oneOf(...registrationStatuses),
        since: text('The first day, YYYY-MM-DD. It may be left out with "managed elsewhere"', { maxLength: 10 }),
        registeredBy: text('Who registered or files there', { maxLength: 200 }),
      },
    ),
    answer: 'ListedRegistration',
    run: ({ taxNexus, body, user }) =>
      taxNexus.registrations.save({ ...(body as Omit<RegistrationRequest, 'by'>), by: user.name }),
  },
  {
    ...{ method: 'post', path: '/registrations/{state}/remove', operationId: 'removeRegistration', status: 200 },
    right: 'approve',
    summary: 'Removes what was noted of a registration',
    body: fields({}),
    answer: 'RemovedRegistration',
    run: ({ taxNexus, path }) => taxNexus.registrations.remove({ state: path['state'] ?? '' }),
  },
  {
    ...{ method: 'get', path: '/corrections', operationId: 'findCorrections', right: 'operate', status: 200 },
    summary: 'The transactions of a sale as they would be sent now, beside what the service holds. Changes nothing',
    query: fields({ storefront: storefrontName, record }),
    answer: 'FoundCorrections',
    run: ({ taxNexus, query }) => taxNexus.corrections.find(one(query, 'storefront'), one(query, 'record')),
  },
  {
    ...{ method: 'post', path: '/corrections', operationId: 'correct', right: 'approve', status: 200, isStart: true },
    summary: 'Corrects the transactions of a sale at the service to what the platform states now',
    body: fields(
      { storefront: storefrontName, record, seen: text('"seen" of what you were shown', { minLength: 1 }) },
      { way },
    ),
    answer: 'Corrected',
    run: ({ taxNexus, body, user }) =>
      taxNexus.corrections.correct({
        ...{ storefront: one(body, 'storefront'), record: one(body, 'record') },
        ...{ by: user.name, seen: one(body, 'seen') },
        ...('way' in body && { way: one(body, 'way') as CorrectionWay }),
      }),
  },
  {
    ...{ method: 'get', path: '/corrections/gone', operationId: 'findGone', right: 'operate', status: 200 },
    summary: 'What was sent and is gone from the service (default), or is no longer true. Changes nothing',
    query: fields({ storefront: storefrontName }, together),
    answer: 'GoneSales',
    run: ({ taxNexus, query }) => {
      const { what: about, ...selected } = togetherIn(query);
      return taxNexus.corrections.findGone(one(query, 'storefront'), about, selected);
    },
  },
  {
    ...{ method: 'post', path: '/corrections/gone', operationId: 'sendAgain', right: 'approve', status: 200 },
    ...{ isStart: true },
    summary: 'Sends them again, or offsets them, each as it is now, where the service still denies or holds it',
    body: fields(
      {
        storefront: storefrontName,
        expected: whole('"count" of what you saw; another number now is refused', { minimum: 0 }),
      },
      together,
    ),
    answer: 'SentAgain',
    run: ({ taxNexus, body, user }) =>
      taxNexus.corrections.sendAgain({
        ...togetherIn(body),
        ...{ storefront: one(body, 'storefront'), by: user.name, expected: Number(body['expected']) },
      }),
  },
];
