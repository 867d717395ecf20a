/** Updates the day figures in the same transaction as each change of a sale, and recounts them when someone checks them. */
import { sql } from 'kysely';
import type { DayFigure } from '../../domain/day-figures.ts';
import type { ReviewStore, SumsCheck } from '../../domain/review-store.ts';
import { figuresOfLine } from '../../mapping/figures-of-line.ts';
import type { SubmissionRow } from '../schema.ts';
import { type AccountDatabase, listStatement, readFrom, type SqlTransaction } from './database.ts';
import { addFigures, describeSums, prepareAddToSums, readAllSums, type Sums } from './day-figures.ts';
import { prepareListedOf } from './listed-of.ts';
import { countedColumns, type CountedRow, toCountedLine, toNumber } from './rows.ts';

/** What a commit changes. */
interface Changed {
  /** Ids of transactions whose lines it writes. */
  readonly lines: readonly string[];
  /** Ids, at the service or ours, of transactions for which the service now shows something else. */
  readonly shown: readonly string[];
}

type Find = (transaction: SqlTransaction, shown: readonly string[]) => Promise<readonly string[]>;

interface KeepFigures {
  /**
   * The ids of everything that a commit may change, locked until it ends. Call it before any of it is read: then this commit sees
   * the concurrent change of another commit, or the other one sees this change.
   */
  readonly lock: (transaction: SqlTransaction, changed: Changed) => Promise<readonly string[]>;
  readonly heldAs: Find;
  /** Updates the sums of days while `write` changes these transactions, and no others. */
  readonly keep: (transaction: SqlTransaction, ids: readonly string[], write: () => Promise<void>) => Promise<void>;
}

export const prepareKeepFigures = (database: AccountDatabase): KeepFigures => {
  const { engine, account } = database;
  const figuresOf = prepareFiguresOf(database);
  const heldAs = prepareHeldAs(database);
  const addToSums = prepareAddToSums(database);
  return {
    heldAs,
    lock: async (transaction, { lines, shown }) => {
      const locked = new Set<string>();
      for (let wanted = [...lines, ...(await heldAs(transaction, shown))]; wanted.length > 0;) {
        await engine.lock(transaction, `days ${account}`, wanted);
        for (const id of wanted) locked.add(id);
        // During the wait, the service may have assigned an id to one of them.
        wanted = engine.supportsRowLocks ? (await heldAs(transaction, shown)).filter((id) => !locked.has(id)) : [];
      }
      return [...locked];
    },
    keep: async (transaction, ids, write) => {
      const differences: Sums = new Map();
      addFigures(differences, -1n, await figuresOf(transaction, ids));
      await write();
      addFigures(differences, 1n, await figuresOf(transaction, ids));
      await addToSums(transaction, differences);
    },
  };
};

const idsAtATime = 500;

const maxWrong = 20;

/** Counts everything again, as of one moment. */
export const sqlCheckSums = (database: AccountDatabase): Pick<ReviewStore, 'checkSums'> => {
  const figuresOf = prepareFiguresOf(database);
  const { account } = database;
  return {
    checkSums: readFrom(database, async (transaction): Promise<SumsCheck> => {
      const counted: Sums = new Map();
      let transactions = 0;
      for (let after: string | undefined = ''; after !== undefined;) {
        const { rows } = await sql<{ readonly id: string }>`select id from present_line
          where account = ${account} and id > ${after} order by id limit ${sql.lit(idsAtATime)}`.execute(transaction);
        const ids = rows.map(({ id }) => id);
        addFigures(counted, 1n, await figuresOf(transaction, ids));
        transactions += ids.length;
        after = ids.length === idsAtATime ? ids.at(-1) : undefined;
      }
      const kept = await readAllSums(transaction, account);
      const keys = [...new Set([...kept.keys(), ...counted.keys()])].sort();
      const wrong = keys.filter((key) => !isSame(kept.get(key), counted.get(key)));
      return {
        ...{ transactions, sums: keys.length, wrongCount: wrong.length },
        wrong: wrong.slice(0, maxWrong).map((key) => {
          const { group, sums } = describeSums(key, kept.get(key));
          return { group, kept: sums, counted: describeSums(key, counted.get(key)).sums };
        }),
      };
    }),
  };
};

/**
 * The figures of the changed transactions are subtracted before the change and added after it. Both are computed from the same
 * rows, so that a full count gives the same sums: see `checkSums`.
 */

type FiguresOf = (transaction: SqlTransaction, ids: readonly string[]) => Promise<readonly DayFigure[]>;

/** The day figures of transactions, by their ids. */
const prepareFiguresOf = ({ engine, account }: AccountDatabase): FiguresOf => {
  // The order of the tables keeps the planner from reading runs whole.
  const rowsOf = listStatement<CountedRow>(
    engine,
    `select ${countedColumns}, present_line.state as state, service_transaction.shown as shown
     from present_line cross join run_line cross join line_version
       left join submission on submission.account = present_line.account and submission.id = present_line.id
       left join service_transaction on service_transaction.account = present_line.account
         and service_transaction.id = coalesce(submission.remote_id, present_line.id)
     where run_line.run = present_line.run and run_line.position = present_line.position and line_version.version = run_line.version
       and present_line.account = ? and present_line.id in (`,
  );
  const listedOf = prepareListedOf(engine);
  return async (transaction, ids) => {
    const rows = await rowsOf(transaction, ids, account);
    const listed = await listedOf(
      transaction,
      rows.map(({ version }) => toNumber(version)),
    );
    const figures: DayFigure[] = [];
    for (const row of rows) {
      const { findings, adjustments } = listed(toNumber(row.version));
      figures.push(...figuresOfLine(toCountedLine(row, findings, adjustments), row.state, row.reason));
    }
    return figures;
  };
};

type RemoteIds = Pick<SubmissionRow, 'id' | 'remote_id'>;

/** The ids, at the service and ours, of all our transactions that the service holds under one of these ids. */
const prepareHeldAs = ({ engine, account }: AccountDatabase): Find => {
  const select = 'select id, remote_id from submission where account = ? and remote_id is not null and';
  const byId = listStatement<RemoteIds>(engine, `${select} id in (`);
  const byRemoteId = listStatement<RemoteIds>(engine, `${select} remote_id in (`);
  return async (transaction, shown) => {
    if (shown.length === 0) return [];
    const own = await byId(transaction, shown, account);
    const keys = new Set([...shown, ...own.flatMap(({ remote_id }) => remote_id ?? [])]);
    const sharing = await byRemoteId(transaction, [...keys], account);
    return [...new Set([...keys, ...sharing.map(({ id }) => id)])];
  };
};

const isSame = (some: readonly bigint[] = [], others: readonly bigint[] = []): boolean => {
  const length = Math.max(some.length, others.length);
  return Array.from({ length }, (_, n) => (some[n] ?? 0n) === (others[n] ?? 0n)).every(Boolean);
};
