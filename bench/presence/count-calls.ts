import type { StoredTransaction } from '../../src/domain/tax-service.ts';
import { aSync, paged, sales } from '../../test/support/a-sync.ts';
import { ratioOf, type Row } from '../row.ts';
import { longList, type LongList } from './long-list.ts';

const pageSize = 250;

interface Situation {
  readonly sold: number;
  /** Of others, newer than what the service holds of ours. */
  readonly foreign: number;
  /** Whether the service holds all of what was sold, and the sync database was lost. */
  readonly isHeld: boolean;
}

const situations: readonly Situation[] = [
  { sold: 300, foreign: 100_000, isHeld: false },
  { sold: 300, foreign: 100_000, isHeld: true },
  { sold: 10_000, foreign: 0, isHeld: false },
  { sold: 10_000, foreign: 0, isHeld: true },
  { sold: 10_000, foreign: 100_000, isHeld: true },
];

interface Synced {
  readonly list: LongList;
  /** Runs the same days once more. */
  readonly again: () => Promise<unknown>;
}

const sync = async (sold: number, held: readonly StoredTransaction[], foreign: number): Promise<Synced> => {
  const list = longList(held, foreign);
  const script = { pages: paged(sales(sold), pageSize) };
  const { finish } = aSync({ script, ports: { service: list.service, concurrency: 32 } });
  await finish();
  return { list, again: () => finish() };
};

const plain = new Intl.NumberFormat('en-US');

const rowOf = async ({ sold, foreign, isHeld }: Situation): Promise<Row> => {
  const held = isHeld ? (await sync(sold, [], 0)).list.pushed : [];
  const { list, again } = await sync(sold, held, foreign);
  const { calls, pushed } = list;
  const pages = Math.max(1, Math.ceil((held.length + foreign) / 100));
  const asked = calls.pages + calls.questions;
  const before = { ...calls };
  await again();
  const there = isHeld ? 'all there' : 'none there';
  return {
    what: `(e) reading the list: ${plain.format(sold)} sales, ${there}, ${plain.format(foreign)} of others in the list`,
    ratio: ratioOf(asked, pages),
    goal: '<= 1.00 x, later only what is new',
    measured: `${plain.format(before.pages)} pages, ${plain.format(before.questions)} questions by id, ${plain.format(pushed.length)} pushed; later ${plain.format(calls.pages - before.pages)} pages`,
    'compared with': `the list itself, ${plain.format(pages)} pages; by id alone ${plain.format(sold)} questions`,
  };
};

/** How many calls it costs a run to know what the service holds; counted in virtual time. */
export const countCalls = async (): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  for (const situation of situations) rows.push(await rowOf(situation));
  return rows;
};
