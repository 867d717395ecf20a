/** What may be in a column. Money is decimals in major units; a day is `2026-03-31`, a month `2026-03`, an instant in UTC. */
export type ColumnKind = 'text' | 'day' | 'month' | 'instant' | 'money' | 'count';

export const isNumber = (kind: ColumnKind | undefined): boolean => kind === 'money' || kind === 'count';

export interface Column<Row> {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Empty where it is not known. */
  readonly of: (row: Row) => string;
}

/** The name and kind of each column, in the order of the cells of a row. */
export type Head = readonly Pick<Column<never>, 'name' | 'kind'>[];

const columnOfKind =
  (kind: ColumnKind) =>
  <Row>(name: string, of: (row: Row) => string | null | undefined): Column<Row> => ({
    name,
    kind,
    of: (row) => of(row) ?? '',
  });

export const text = columnOfKind('text');
export const day = columnOfKind('day');
export const month = columnOfKind('month');
export const instant = columnOfKind('instant');
export const money = columnOfKind('money');

export const count = <Row>(name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  kind: 'count',
  of: (row) => String(of(row)),
});

export const cellsOf =
  <Row>(columns: readonly Column<Row>[]) =>
  (row: Row): readonly string[] =>
    columns.map(({ of }) => of(row));

/** `CA-ON` as country and state; the key of totals by jurisdiction, see `jurisdictionOf`. */
export const placeOf = (jurisdiction: string): { readonly country: string; readonly state: string } => {
  const [first = '', second] = jurisdiction.split('-', 2);
  if (second === undefined) return { country: 'US', state: first === 'US' ? '' : first };
  return { country: first, state: second === '*' ? '' : second };
};
