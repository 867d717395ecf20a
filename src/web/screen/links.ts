/** The addresses of the screen's pages: links to them, and the pattern that recognizes them in a request. */
import type { ReportLine } from '../../domain/run.ts';
import type { Right } from './screen-ports.ts';

/** Query parameters. Empty ones are left out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The ids of a line's record. */
export type LineIds = Pick<ReportLine, 'storefront' | 'sourceId' | 'id'>;

/** Addresses of the screen's pages, relative to the current page. */
export interface Links {
  readonly home: string;
  /** Historical syncs, the newest first. */
  readonly activity: (before?: string) => string;
  readonly newSync: (query?: Query) => string;
  readonly check: (query?: Query) => string;
  /** Where a CSV file is uploaded. */
  readonly import: string;
  readonly start: string;
  readonly live: string;
  /** The months of a year. */
  readonly months: (query?: Query) => string;
  /** The statement of a period. */
  readonly period: (query?: Query) => string;
  /** How near the thresholds of states are, or the page of one state. */
  readonly nexus: (state?: string, query?: Query) => string;
  /** Sales of channels that are not connected. */
  readonly openingBalances: string;
  /** A file for an accountant. */
  readonly export: (query: Query) => string;
  readonly sales: (query?: Query) => string;
  readonly needsYou: (query?: Query) => string;
  readonly needsYouEvents: (query: Query) => string;
  readonly decided: string;
  /** The preview of a decision. */
  readonly decide: (query: Query) => string;
  /** The preview of a setting. */
  readonly setting: (query: Query) => string;
  readonly calendar: (query?: Query) => string;
  readonly calendarEvents: string;
  /** A month of storefronts against their platforms' own totals. */
  readonly tieOut: (query: Query) => string;
  /** Help for a reason or finding, or the list of them. */
  readonly help: (reason?: string) => string;
  readonly run: (id: string, query?: Query) => string;
  /** The page of a line's record at its platform; null without such a page. */
  readonly record: (line: LineIds) => string | null;
  /** Whether the user may follow links and send forms that need a right; others are not shown. */
  readonly may: (right: Right) => boolean;
  /** A page, action or file of a run: `events`, `pause`, `cancel`, `lines`, `lines.csv`. */
  readonly runPage: (id: string, name: string, query?: Query) => string;
}

/** @param root how links begin: see `screenPath` */
export const linksFrom = (
  root: string,
  may: Links['may'] = () => true,
  record: Links['record'] = () => null,
): Links => {
  const run = (id: string): string => `${root}/runs/${encodeURIComponent(id)}`;
  return {
    may,
    record,
    home: root,
    activity: (before) => `${root}/activity${format({ before })}`,
    newSync: (query = {}) => `${root}/new${format(query)}`,
    check: (query = {}) => `${root}/check${format(query)}`,
    import: `${root}/import`,
    start: `${root}/runs`,
    live: `${root}/live`,
    months: (query = {}) => `${root}/months${format(query)}`,
    period: (query = {}) => `${root}/period${format(query)}`,
    openingBalances: `${root}/opening-balances`,
    nexus: (state, query = {}) => `${root}/nexus${state === undefined ? '' : `/${state}`}${format(query)}`,
    export: (query) => `${root}/export${format(query)}`,
    sales: (query = {}) => `${root}/sales${format(query)}`,
    needsYou: (query = {}) => `${root}/needs-you${format(query)}`,
    needsYouEvents: (query) => `${root}/needs-you/events${format(query)}`,
    decided: `${root}/needs-you/decided`,
    decide: (query) => `${root}/needs-you/decide${format(query)}`,
    setting: (query) => `${root}/needs-you/setting${format(query)}`,
    calendar: (query = {}) => `${root}/calendar${format(query)}`,
    calendarEvents: `${root}/calendar/events`,
    tieOut: (query) => `${root}/tie-out${format(query)}`,
    help: (reason) => (reason === undefined ? `${root}/help` : `${root}/help/${encodeURIComponent(reason)}`),
    run: (id, query = {}) => `${run(id)}${format(query)}`,
    runPage: (id, name, query = {}) => `${run(id)}/${name}${format(query)}`,
  };
};

/** Where the screen is mounted, and which part of it is requested. */
export interface ScreenPath {
  /** `/` for the list of runs, `/runs/20260102-abc`. */
  readonly path: string;
  /**
   * How a link begins: `screen`, `../screen`. Relative, so that it works under every mount path and behind a proxy that strips
   * a part of the path.
   */
  readonly root: string;
  /** The same without the account: the page where the user chooses one. */
  readonly base: string;
  /** The account in the path; undefined if the path names none. */
  readonly account: string | undefined;
}

/** A text without trailing slashes. A regular expression would take quadratic time. */
export const withoutEndSlashes = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
};

/** A storefront named `screen` has webhooks; its path is not the screen's. */
const own =
  /^(?:.*?\/|)(?<!webhooks\/)screen(?:\/accounts\/([A-Za-z0-9_-]{1,63}))?(\/(?:activity|sales|new|check|import|live|months|period|nexus(?:\/[A-Z]{2})?|opening-balances|export|tie-out|needs-you(?:\/(?:decided?|events|setting))?|help(?:\/[^/]*)?|calendar(?:\/events)?|runs(?:\/[\s\S]*)?)?)?$/;

/**
 * The part of a path that belongs to the screen; undefined for any other path.
 *
 * @example
 * screenPath('/tax-nexus/screen/runs/r1') // { path: '/runs/r1', root: '../../screen', … }
 */
export const screenPath = (path: string): ScreenPath | undefined => {
  const found = own.exec(path);
  if (found === null) return undefined;
  const [, account, below = ''] = found;
  const depth = below.split('/').length - 1 + (account === undefined ? 0 : 2);
  const trimmed = withoutEndSlashes(below);
  const base = `${'../'.repeat(depth)}screen`;
  const root = account === undefined ? base : `${base}/accounts/${account}`;
  return { path: trimmed === '' ? '/' : trimmed, root, base, account };
};

const format = (query: Query): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) if (one !== '') parameters.append(name, one);
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
};
