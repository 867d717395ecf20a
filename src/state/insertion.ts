import type { BookTables } from './schema.ts';

/** How rows of one table are inserted. */
export interface Insertion<Row> {
  readonly into: keyof BookTables;
  readonly columns: readonly (keyof Row & string)[];
  /** What follows the values, such as `on conflict …` or `returning id`. */
  readonly tail?: string;
}
