/** One term of a search filter: `processed_at:>='2026-01-01T00:00:00Z'`. */
export interface SearchTerm {
  readonly field: string;
  readonly operator: '>=' | '<=' | '>' | '<' | '';
  readonly value: string;
  readonly isQuoted: boolean;
}

const term = /^(\w+):(>=|<=|>|<)?(?:'([^']*)'|"([^"]*)"|(\S+))/;

/**
 * The terms of a filter whose terms are joined by AND or by blanks. Undefined when it holds anything else (OR, NOT,
 * parentheses, bare words): the sample shop would have to guess.
 */
export const parseSearch = (query: string): readonly SearchTerm[] | undefined => {
  const terms: SearchTerm[] = [];
  for (let rest = query.trim(); rest !== ''; rest = rest.trim().replace(/^AND\s+/, '')) {
    const match = term.exec(rest);
    if (match === null) return undefined;
    const [whole, field = '', operator = '', single, double, bare = ''] = match;
    const isOperator = (text: string): text is SearchTerm['operator'] => ['>=', '<=', '>', '<', ''].includes(text);
    if (!isOperator(operator)) return undefined;
    terms.push({ field, operator, value: single ?? double ?? bare, isQuoted: (single ?? double) !== undefined });
    rest = rest.slice(whole.length);
  }
  return terms;
};
