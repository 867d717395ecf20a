import { describe, expect, it } from '@jest/globals';
import { fieldOf } from '../../../src/domain/fields.ts';
import { loadSqliteDriver, type SqliteDatabase } from '../../../src/store/sqlite/driver.ts';
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { storeOverSqlite } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { describeAccounts } from '../../contracts/accounts.ts';
import { right } from '../../support/right.ts';

describeAccounts('in SQLite', () => sqliteStore(':memory:'));

/** Every text that was prepared while the contract above ran on it. */
const texts = new Set<string>();
const { DatabaseSync } = right(await loadSqliteDriver());

describeAccounts('in SQLite whose statements are recorded', () => {
  const own = new DatabaseSync(':memory:');
  const database: SqliteDatabase = {
    exec: (text) => own.exec(text),
    prepare: (text) => {
      texts.add(text);
      return own.prepare(text);
    },
    close: () => own.close(),
  };
  return storeOverSqlite(database, ':memory:');
});

/** Their rows have an account in their key. */
const ofAccount =
  'run submission submission_body service_transaction list_scan service_facts sale_reference rate_limit sign_off closed_period period_change counted_day ' +
  'listed proof_state proved_day line_version';

/** Their rows hang on a run, whose number is only found with the account. */
const ofRun = 'run_line checkpoint run_time_zone';

/** By a storefront, which has one account; or over all of them. */
const ofAllAccounts = [
  // The next number of a run or a sign-off.
  /^select max\("number"\)/,
  // An id that is taken in any account cannot be given again; the account of a run.
  /^select "number" from "run" where "id" = \?$/,
  /^select "account" from "run" /,
  // A run that was found with its account before.
  /^update "run" set "status" = \?, "finished_at" = \?.* where "number" = \?/,
  // Versions that were found with their account before.
  /^delete from line_version where not exists /,
  // Erasure, by storefront.
  /"?line_version"?\."?storefront"? = \?|"?submission"?\."?storefront"? = \?/,
  // The bodies that are left are written again, whosever they are.
  /body_kept|^delete from submission_body$/,
  // The tables.
  /^create /,
];

const names = (tables: string): RegExp =>
  new RegExp(`(?:from|join|into|update) "?(?:${tables.replaceAll(' ', '|')})"?(?![_a-z])`);

describe('the statements of a sync database', () => {
  const about = (tables: string): readonly string[] =>
    [...texts].filter((text) => names(tables).test(text) && !ofAllAccounts.some((one) => one.test(text)));

  it('name the account once for each table that has one', () => {
    const own = about(ofAccount);
    // What a line of a run amounts to is found by the run.
    const withoutVersions = (text: string): string =>
      text.includes('line_version.version = run_line.version') ? text.replaceAll(/join line_version\b/g, '') : text;
    const forgetful = own.filter(
      (text) =>
        (text.match(/\baccount\b/g)?.length ?? 0) <
        (withoutVersions(text).match(new RegExp(names(ofAccount), 'g'))?.length ?? 0),
    );
    expect(forgetful).toEqual([]);
    expect(own.length).toBeGreaterThan(30);
  });

  it('name the run where the table hangs on one', () => {
    const own = about(ofRun);
    expect(own.filter((text) => !/\brun\b/.test(text))).toEqual([]);
    expect(own.length).toBeGreaterThan(10);
  });

  it('find the rows of given ids and names by an index, and never by all rows of an account, storefront or run', async () => {
    const database = new DatabaseSync(':memory:');
    right(await storeOverSqlite(database, ':memory:')());
    const ofRow = /\b(id|name|reference|source_id) (in \(\?|= (\?|some_rows))/;
    const given = [...texts].filter((text) => ofRow.test(text.replaceAll(/\(select number from run [^)]*\)/g, '')));
    const plans = given.flatMap((text) => {
      const steps = database.prepare(`explain query plan ${text}`).all();
      return steps.map((step) => `${String(fieldOf(step, 'detail'))} <- ${text}`);
    });
    const ofMany = 'audit|line_version|run_line|sale_reference|submission|submission_body|service_transaction';
    const walks = new RegExp(`^(SCAN (${ofMany})\\b|SEARCH (${ofMany}) .*\\((account|run|storefront)=\\?\\))`);
    expect(plans.filter((plan) => walks.test(plan))).toEqual([]);
    expect(given.length).toBeGreaterThan(10);
  });
});
