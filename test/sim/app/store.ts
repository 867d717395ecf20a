import type { SyncDatabase } from '../../../src/domain/inbox.ts';
import type { Run } from '../../../src/domain/run.ts';
import type { Submission } from '../../../src/domain/sync-store.ts';
import type { ResyncRequestRow } from '../../../src/store/schema.ts';
import type { SqliteDatabase } from '../../../src/store/sqlite/driver.ts';
import { storeInMemory } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { memoryDatabase } from '../../support/memory-store.ts';

/** A transaction as the sync database holds it, and its body as long as that is kept. */
export interface KeptSubmission {
  readonly id: string;
  readonly storefront: string;
  readonly sourceId: string;
  readonly status: Submission['status'];
  readonly body: string | null;
}

export interface KeptRequest {
  readonly storefront: string;
  readonly recordId: string;
  readonly isParked: boolean;
}

/** The disk that the sync database lies on: it outlives processes, and it can be lost or brought back older. */
export interface Store {
  /** The sync database as a new process opens it. */
  readonly open: () => SyncDatabase;
  /** What observers see in its tables. */
  readonly submissions: () => readonly KeptSubmission[];
  readonly resyncRequests: () => readonly KeptRequest[];
  readonly runs: () => readonly Pick<Run, 'id' | 'status'>[];
  readonly caughtUpTo: () => ReadonlyMap<string, string>;
  readonly deliveries: () => readonly string[];
  /** How often it was lost or brought back older. */
  readonly losses: () => number;
  /** Puts a copy away, as a backup. */
  readonly backUp: () => void;
  /** What lies there from now on: nothing, or the latest backup. */
  readonly lose: () => void;
  readonly restore: () => void;
  /** The world is over: another one may have its place. */
  readonly giveBack: () => void;
}

interface Disk {
  readonly database: SqliteDatabase;
  readonly tables: readonly string[];
}

const newDisk = (): Disk => {
  const database = memoryDatabase();
  const rows = database.prepare("select name from sqlite_master where type = 'table'").all();
  const tables = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
  database.exec("attach ':memory:' as backup");
  for (const table of tables) database.exec(`create table backup.${table} as select * from main.${table} where false`);
  return { database, tables };
};

/** Of worlds that are over: emptying the tables is faster than making them, and their statements stay prepared. */
const unused: Disk[] = [];

type Place = 'main' | 'backup';

/** Does something to each table, in any order. */
const onTables = ({ database, tables }: Disk, statementOf: (table: string) => string): void =>
  database.exec(`pragma foreign_keys = off; ${tables.map(statementOf).join('; ')}; pragma foreign_keys = on`);

const empty = (disk: Disk, place: Place): void => onTables(disk, (table) => `delete from ${place}.${table}`);

const copy = (disk: Disk, from: Place, to: Place): void =>
  onTables(disk, (table) => `insert into ${to}.${table} select * from ${from}.${table}`);

/** What observers see in the tables of a disk. */
const observed = ({
  database,
}: Disk): Pick<Store, 'submissions' | 'resyncRequests' | 'runs' | 'caughtUpTo' | 'deliveries'> => {
  const rows = (text: string): readonly unknown[] => database.prepare(text).all();
  return {
    submissions: () =>
      rows(`select id, storefront, source_id as "sourceId", status, body
        from submission left join submission_body using (account, id) order by saved_at, id`) as readonly KeptSubmission[],
    resyncRequests: () =>
      (
        rows('select storefront, record_id, parked from resync_request') as readonly Pick<
          ResyncRequestRow,
          'storefront' | 'record_id' | 'parked'
        >[]
      ).map(({ storefront, record_id, parked }) => ({ storefront, recordId: record_id, isParked: parked !== 0 })),
    runs: () => rows('select id, status from run order by number') as readonly Pick<Run, 'id' | 'status'>[],
    caughtUpTo: () =>
      new Map(
        (
          rows('select storefront, caught_up_to from catch_up') as readonly {
            readonly storefront: string;
            readonly caught_up_to: string;
          }[]
        ).map(({ storefront, caught_up_to }) => [storefront, caught_up_to]),
      ),
    deliveries: () => (rows('select id from delivery') as readonly { readonly id: string }[]).map(({ id }) => id),
  };
};

export const newStore = (): Store => {
  const disk = unused.pop() ?? newDisk();
  let losses = 0;
  const lose = (): void => {
    losses += 1;
    empty(disk, 'main');
  };
  return {
    ...observed(disk),
    open: () => storeInMemory(disk.database),
    losses: () => losses,
    backUp: () => {
      empty(disk, 'backup');
      copy(disk, 'main', 'backup');
    },
    lose,
    restore: () => {
      lose();
      copy(disk, 'backup', 'main');
    },
    giveBack: () => {
      empty(disk, 'main');
      empty(disk, 'backup');
      unused.push(disk);
    },
  };
};
