import type { OrderSearch } from './order-search.ts';

/** The response's warnings about its filters. */
export interface SearchReport {
  readonly path: readonly (string | number)[];
  readonly query: string;
  readonly parsed: Readonly<Record<string, unknown>>;
  readonly warnings: OrderSearch['warnings'];
}

/** One report for each filter in which something was ignored. */
export const searchReport = (
  path: readonly (string | number)[],
  query: string,
  { warnings }: OrderSearch,
): readonly SearchReport[] =>
  warnings.length === 0
    ? []
    : [
        {
          path,
          query,
          warnings,
          parsed: { field: warnings[0]?.field, match_all: query.split(':').slice(1).join(':') },
        },
      ];
