export type Right = 'view' | 'operate' | 'approve';

/** A request of the screen or of the API. `run`, `storefront`: what it is about. */
export interface Asked {
  readonly face: 'screen' | 'api';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly right: Right;
  readonly body: Readonly<Record<string, boolean | number | string | readonly string[] | readonly object[]>>;
  readonly run?: string;
  readonly storefront?: string;
  /** Needs no account. */
  readonly isOfAll?: boolean;
  /** Shows all accounts of the user, whichever is chosen. */
  readonly isOverview?: boolean;
  /** Is of all storefronts of the account together, so that users of some of them are refused. */
  readonly needsAll?: boolean;
  /** Where a hidden storefront is refused by another status, or is only left out. */
  readonly leavesOut?: boolean;
  /** What the JSON of an answer counts, and how many of it there are for each storefront that the user sees. */
  readonly counted?: { readonly each: number; readonly of: (body: never) => number };
}

/** What a request may be about. */
export interface Subject {
  readonly run: string;
  readonly storefront: string;
  /** Whether the user sees the storefront: then what would begin or change something is asked for in vain. */
  readonly isSeen: boolean;
  /** The id of a line and of a record of the storefront, and of decisions that were made about it. */
  readonly line: string;
  readonly record: string;
  readonly batch: string;
}

interface Paged {
  readonly items: readonly object[];
}

const openingBalance = { channel: 'Fairs', state: 'TX', month: '2009-01', sales: '1.00', transactions: 1 };

const days = { from: '2026-01-01', to: '2026-01-31' };
const never = { from: 'never', to: 'never' };
const year = 'from=2010-01-01&to=2026-12-31';
const held = { what: 'partially paid', isSent: false };

const itemsOf = ({ items }: Paged): number => items.length;
const matters = {
  each: 1,
  of: ({ items }: { readonly items: readonly { readonly count: number }[] }) =>
    items.reduce((all, { count }) => all + count, 0),
};

const get = (face: Asked['face'], path: string, right: Right, more: Partial<Asked> = {}): Asked => ({
  ...{ face, method: 'GET', path, right, body: {} },
  ...more,
});

const post = (
  face: Asked['face'],
  path: string,
  right: Right,
  body: Asked['body'] = {},
  more: Partial<Asked> = {},
): Asked => ({ ...{ face, method: 'POST', path, right, body }, ...more });

const ofScreen = ({ run, storefront, isSeen, line, batch }: Subject): readonly Asked[] => {
  const at = `/runs/${encodeURIComponent(run)}`;
  const range = isSeen ? never : days;
  const note = { storefront, id: line, note: 'fuzz' };
  const entry = new URLSearchParams({ id: line, storefront }).toString();
  const group = `what=partially+paid&sent=no&storefront=${storefront}`;
  const leavesOut = true;
  return [
    get('screen', '', 'view'),
    get('screen', '/new', 'operate'),
    get('screen', '/import', 'operate'),
    get('screen', `/check?storefront=${storefront}&from=${range.from}&to=${range.to}`, 'operate', { leavesOut }),
    get('screen', '/live', 'view'),
    get('screen', `/calendar?month=2026-01&storefront=${storefront}`, 'view', { leavesOut }),
    get('screen', '/calendar/events', 'view'),
    get('screen', '/activity', 'view'),
    get('screen', '/sales', 'view'),
    get('screen', '/sales?text=CA&show=open', 'view'),
    get('screen', '/months?year=2026', 'view'),
    get('screen', '/help', 'view'),
    get('screen', '/help/partially%20paid', 'view'),
    get('screen', `/tie-out?month=2026-02&storefront=${storefront}`, 'operate', { leavesOut }),
    get('screen', `/period?${year}`, 'view'),
    ...['transactions', 'adjustments', 'summary', 'audit'].map((what) =>
      get('screen', `/export?${year}&what=${what}`, 'view'),
    ),
    get('screen', '/nexus', 'view', { needsAll: true }),
    get('screen', '/opening-balances', 'view', { needsAll: true }),
    get('screen', '/nexus/TX', 'view', { needsAll: true }),
    get('screen', '/needs-you', 'view'),
    get('screen', '/needs-you/decided', 'view'),
    get('screen', '/needs-you?what=partially+paid&sent=no', 'view'),
    get('screen', `/needs-you?batch=${batch}`, 'view', { leavesOut }),
    get('screen', `/needs-you/events?batch=${batch}`, 'view', { leavesOut }),
    get('screen', `/needs-you/decide?${group}&action=leave+out`, 'approve', { leavesOut }),
    get('screen', '/needs-you/decide?what=partially+paid&sent=no&action=later', 'approve'),
    get('screen', `/needs-you/setting?${group}&choice=0`, 'operate', { leavesOut }),
    get('screen', '/needs-you/setting?what=partially+paid&sent=no&choice=0', 'operate'),
    ...['decide', 'undo', 'resync'].map((what) =>
      post(
        'screen',
        '/needs-you',
        what === 'resync' ? 'operate' : 'approve',
        {
          ...{ do: what, what: isSeen ? 'none' : 'partially paid', sent: 'no', storefront, note: 'fuzz' },
          ...{ batch: isSeen ? 'none' : batch, action: 'leave out', expected: isSeen ? 99 : 1 },
        },
        { leavesOut },
      ),
    ),
    ...['', '/needs', '/sums', '/sign-off', '/statement', '/events'].map((page) =>
      get('screen', `${at}${page}`, 'view', { run, leavesOut: page === '/statement' }),
    ),
    ...['/lines', '/lines?moved=yes', '/lines.csv', '/report.json'].map((page) =>
      get('screen', `${at}${page}`, 'view', { run }),
    ),
    get('screen', `${at}/line?${entry}`, 'view', { run, leavesOut }),
    ...['pause', 'cancel', 'retry'].map((page) => post('screen', `${at}/${page}`, 'operate', { id: 'none' }, { run })),
    post('screen', `${at}/acknowledge`, 'approve', note, { run, leavesOut }),
    post('screen', `${at}/sign-off`, 'approve', { note: 'fuzz' }, { run }),
    post('screen', '/months', 'approve', { month: '2009-01', what: 'close' }, { needsAll: true }),
    post('screen', '/opening-balances', 'approve', { channel: 'Fairs', what: 'remove' }, { needsAll: true }),
    post('screen', '/nexus/TX', 'approve', { what: 'remove' }, { needsAll: true }),
    post('screen', '/import', 'operate', { of: storefront }, { leavesOut }),
    post('screen', '/calendar', 'operate', { storefront, ...range }, { leavesOut }),
    post('screen', '/runs', 'operate', { storefront, ...range, mode: 'preview' }, { leavesOut }),
  ];
};

const ofApi = ({ run, storefront, isSeen, line, record, batch }: Subject): readonly Asked[] => {
  const at = `/runs/${encodeURIComponent(run)}`;
  const range = isSeen ? never : days;
  const note = { storefront, id: line, note: 'fuzz' };
  const address = 'https://app.example/webhooks/x';
  const explained = new URLSearchParams({ storefront, record }).toString();
  const [leavesOut, needsAll] = [true, true];
  // Of storefronts that the user sees there are none of these, so that nothing changes.
  const selected = { ...held, what: isSeen ? 'none' : held.what };
  const made = isSeen ? 'none' : batch;
  const none = { each: 0, of: ({ records }: { readonly records: number }) => records };
  return [
    get('api', '/openapi.json', 'view', { isOfAll: true }),
    get('api', '/me', 'view', { isOfAll: true }),
    get('api', '/accounts', 'view', { isOfAll: true }),
    get('api', '/overview', 'view', {
      ...{ isOfAll: true, isOverview: true },
      counted: {
        each: 2,
        of: ({
          items,
        }: {
          readonly items: readonly {
            readonly storefronts: readonly string[];
            readonly open: { readonly count: number };
          }[];
        }) => items.reduce((all, { storefronts, open }) => all + storefronts.length + open.count, 0),
      },
    }),
    get('api', '/storefronts', 'view', { counted: { each: 1, of: itemsOf } }),
    get('api', '/runs', 'view'),
    get('api', '/closed-periods', 'view'),
    get('api', '/closed-periods/months', 'view'),
    get('api', '/opening-balances', 'view', { needsAll }),
    get('api', '/registrations', 'view', { needsAll }),
    get('api', '/exposure?on=2026-12-31', 'view', {
      needsAll,
      counted: {
        each: 1,
        of: ({ states }: { readonly states: readonly { readonly transactions: number }[] }) =>
          states.reduce((all, { transactions }) => all + transactions, 0),
      },
    }),
    get('api', '/presence', 'view', {
      counted: {
        each: 1,
        of: ({ states }: { readonly states: readonly { readonly locations: readonly object[] }[] }) =>
          states.reduce((all, { locations }) => all + locations.length, 0),
      },
    }),
    get('api', `/statement?${year}`, 'view', {
      counted: {
        each: 4,
        of: ({
          storefronts,
          held: open,
          leftOut,
          totals,
        }: {
          readonly storefronts: readonly string[];
          readonly held: readonly object[];
          readonly leftOut: readonly object[];
          readonly totals: readonly { readonly shops: { readonly sales: number } }[];
        }) => storefronts.length + open.length + leftOut.length + (totals[0]?.shops.sales ?? 0),
      },
    }),
    ...['transactions', 'adjustments', 'summary', 'audit'].map((what) =>
      get('api', `/export?${year}&format=json&what=${what}`, 'view', {
        ...((what === 'transactions' || what === 'audit') && {
          counted: { each: 1, of: (rows: readonly object[]) => rows.length },
        }),
      }),
    ),
    get('api', `/export?${year}&storefronts=${storefront}`, 'view', { storefront }),
    get('api', '/needs-you', 'view', { counted: { ...matters, each: 2 } }),
    get('api', `/needs-you?storefront=${storefront}`, 'view', { leavesOut }),
    get('api', '/needs-you/sales?isSent=false', 'view', { counted: { each: 1, of: itemsOf } }),
    get('api', '/needs-you/sales?state=decided', 'view', { counted: { each: 1, of: itemsOf } }),
    get('api', `/needs-you/sales?runId=${encodeURIComponent(run)}`, 'view', { run }),
    get('api', `/needs-you/sales?state=decided&batch=${batch}`, 'view', { leavesOut }),
    post('api', '/needs-you/resync', 'operate', { ...selected, storefront }, { leavesOut, counted: none }),
    post(
      'api',
      '/decisions',
      'approve',
      { ...held, storefront, action: 'leave out', note: 'fuzz', expected: isSeen ? 99 : 1 },
      { storefront },
    ),
    get('api', `/decisions/${made}`, 'view', { leavesOut }),
    post('api', `/decisions/${made}/send`, 'operate', {}, { leavesOut, counted: none }),
    post(
      'api',
      `/decisions/${made}/undo`,
      'approve',
      {},
      {
        leavesOut,
        counted: {
          each: 0,
          of: ({ undone, kept }: { readonly undone: number; readonly kept: number }) => undone + kept,
        },
      },
    ),
    post('api', '/tie-out', 'operate', { month: '2026-02' }, { counted: { each: 1, of: itemsOf } }),
    post('api', '/tie-out', 'operate', { month: '2026-02', storefronts: [storefront] }, { storefront }),
    ...['', '/progress', '/report', '/lines', '/sign-offs'].map((page) => get('api', `${at}${page}`, 'view', { run })),
    get('api', `${at}/events`, 'view', { run }),
    ...['pause', 'cancel', 'resume'].map((page) => post('api', `${at}/${page}`, 'operate', {}, { run })),
    post('api', `${at}/retry`, 'operate', { lineId: 'none' }, { run }),
    post('api', `${at}/sign-offs`, 'approve', { note: 'fuzz' }, { run }),
    post('api', '/notes', 'approve', note, { storefront }),
    post('api', '/closed-periods', 'approve', { month: '2009-01' }, { needsAll }),
    post('api', '/closed-periods/2009-01/reopen', 'approve', { reason: 'late' }, { needsAll }),
    post('api', '/opening-balances', 'approve', { balances: [openingBalance] }, { needsAll }),
    post('api', '/opening-balances/remove', 'approve', { channel: 'Fairs' }, { needsAll }),
    post('api', '/registrations', 'approve', { state: 'TX', since: '2009-01-01' }, { needsAll }),
    post('api', '/registrations/TX/remove', 'approve', {}, { needsAll }),
    post('api', '/runs', 'operate', { ...range, storefronts: [storefront] }, { storefront }),
    post('api', '/check', 'operate', { storefronts: [storefront] }, { storefront }),
    post('api', '/check', 'operate'),
    post('api', '/reconciliations', 'operate', { ...range, storefronts: [storefront] }, { storefront }),
    get('api', `/explanations?${explained}`, 'view', { storefront }),
    get('api', `/corrections?${explained}`, 'operate', { storefront }),
    post('api', '/corrections', 'approve', { storefront, record, seen: 'fuzz' }, { storefront }),
    get('api', `/corrections/gone?storefront=${storefront}`, 'operate', { storefront }),
    // Another number than what is gone: nothing is sent.
    post('api', '/corrections/gone', 'approve', { storefront, expected: 999 }, { storefront }),
    get('api', `/storefronts/${storefront}/subscriptions?address=${encodeURIComponent(address)}`, 'operate', {
      storefront,
    }),
    post('api', `/storefronts/${storefront}/subscriptions`, 'approve', { address }, { storefront }),
  ];
};

/** Requests to all routes of the screen and of the API about a subject. */
export const routesAbout = (subject: Subject): readonly Asked[] => [...ofScreen(subject), ...ofApi(subject)];

/** Whether a request is to a route: a method and a path with parameters such as `:id`. */
export const isTo = (
  { method, path }: Pick<Asked, 'method' | 'path'>,
  route: { readonly method: string; readonly path: string },
): boolean => {
  const [asked = ''] = path.split('?');
  const pattern = route.path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '[^/]+');
  return method === route.method && new RegExp(`^${pattern}$`).test(asked === '' ? '/' : asked);
};
