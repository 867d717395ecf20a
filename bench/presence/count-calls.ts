import type { StoredTransaction } from '../../src/core/stored-transaction.ts';
import { aSync, paged, sales } from '../../test/support/a-sync.ts';
import { ratioOf, type Row } from '../row.ts';
import { longList, type LongList } from './long-list.ts';

const pageSize = 250;

interface Situation {
  readonly sold: number;
  /** Of others, newer than what the service holds of ours. */
  readonly foreign: number;
  /** Whether the service holds all of what was sold, and the record book was lost. */
  readonly isHeld: boolean;
}

const situations: readonly Situation[] = [
  { sold: 300, foreign: 10_000_000, isHeld: false },
  { sold: 300, foreign: 10_000_000, isHeld: true },
  { sold: 10_000, foreign: 0, isHeld: false },
  { sold: 10_000, foreign: 0, isHeld: true },
  { sold: 10_000, foreign: 100_000, isHeld: true },
  { sold: 2_000, foreign: 1_000_000, isHeld: false },
];

const sync = async (sold: number, held: readonly StoredTransaction[], foreign: number): Promise<LongList> => {
  const list = longList(held, foreign);
  const script = { pages: paged(sales(sold), pageSize) };
  await aSync({ script, ports: { service: list.service, concurrency: 32 } }).finish();
  return list;
};

const plain = new Intl.NumberFormat('en-US');

const rowOf = async ({ sold, foreign, isHeld }: Situation): Promise<Row> => {
  const held = isHeld ? (await sync(sold, [], 0)).pushed : [];
  const { calls, pushed } = await sync(sold, held, foreign);
  const pages = Math.max(1, Math.ceil((held.length + foreign) / 100));
  const asked = calls.pages + calls.questions;
  const there = isHeld ? 'all there' : 'none there';
  return {
    what: `(e) walk or ask: ${plain.format(sold)} sales, ${there}, ${plain.format(foreign)} of others in the list`,
    ratio: ratioOf(asked, Math.min(pages, sold)),
    goal: '<= 2 x and 100 pages',
    measured: `${plain.format(calls.pages)} pages, ${plain.format(calls.questions)} questions by id; ${plain.format(pushed.length)} pushed`,
    'compared with': `the whole list ${plain.format(pages)} pages, by id alone ${plain.format(sold)} questions`,
  };
};

/** How many calls it costs a first run to know what the service holds; counted in virtual time. */
export const countCalls = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const situation of situations) rows.push(await rowOf(situation));
  return rows;
};
