/** Query parameters; an empty one is left out. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

const written = (query: Query): string => {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) if (one !== '') words.append(name, one);
  }
  const text = words.toString();
  return text === '' ? '' : `?${text}`;
};

/** Addresses of the screen's pages, relative to the page at hand. */
export interface Links {
  readonly runs: (before?: string) => string;
  readonly fresh: (query?: Query) => string;
  readonly check: (query?: Query) => string;
  readonly start: string;
  readonly live: string;
  readonly months: string;
  readonly calendar: (query?: Query) => string;
  readonly calendarEvents: string;
  readonly run: (id: string, query?: Query) => string;
  /** A page, an action or a file below a run: `events`, `pause`, `cancel`, `entries`, `entries.csv`. */
  readonly of: (id: string, what: string, query?: Query) => string;
}

/**
 * @param root how links begin: see `screenPath`
 */
export const linksFrom = (root: string): Links => {
  const run = (id: string): string => `${root}/runs/${encodeURIComponent(id)}`;
  return {
    runs: (before) => `${root}${written({ before })}`,
    fresh: (query = {}) => `${root}/new${written(query)}`,
    check: (query = {}) => `${root}/check${written(query)}`,
    start: `${root}/runs`,
    live: `${root}/live`,
    months: `${root}/months`,
    calendar: (query = {}) => `${root}/calendar${written(query)}`,
    calendarEvents: `${root}/calendar/events`,
    run: (id, query = {}) => `${run(id)}${written(query)}`,
    of: (id, what, query = {}) => `${run(id)}/${what}${written(query)}`,
  };
};
