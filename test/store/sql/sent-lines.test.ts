import { turnBudget } from '../../../src/domain/turns.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as O from 'fp-ts/lib/Option.js';
import type { SentLinesPage } from '../../../src/domain/review-store.ts';
import { fieldOf } from '../../../src/domain/fields.ts';
import { loadSqliteDriver, type SqliteDatabase } from '../../../src/store/sqlite/driver.ts';
import { storeOverSqlite } from '../../../src/store/sqlite/store-over-sqlite.ts';
import { aCommit, anAdjustment, aReportLine, aRequest } from '../../support/a-report-line.ts';
import { right } from '../../support/right.ts';
import { sized } from '../../support/size.ts';

const folder = mkdtempSync(join(tmpdir(), 'tax-nexus-sent-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { DatabaseSync } = right(await loadSqliteDriver());
const at = '2026-04-01T00:00:00Z';

describe('the lines of some days', () => {
  it('are read each once, a page at a time: those of one moment, the ones that changed then, and those without a day', async () => {
    const own = new DatabaseSync(join(folder, 'lines.db'));
    const texts = new Set<string>();
    const database: SqliteDatabase = {
      exec: (text) => own.exec(text),
      prepare: (text) => {
        texts.add(text);
        return own.prepare(text);
      },
      close: () => undefined,
    };
    const store = right(await storeOverSqlite(database, 'lines.db')());
    right(await store.openRun(aRequest(), { id: 'run-1', at })());
    const moments = ['2026-02-01T00:00:00Z', '2026-02-28T23:59:59Z', '2026-01-31T23:59:59Z', '2026-03-01T00:00:00Z'];
    const wanted: string[] = [];
    const lines = Array.from({ length: sized({ quick: 2_500, all: 7_000 }) }, (_, n) => {
      const id = `sale-${String(n)}`;
      // Thousands of one moment, so that pages end in the middle of them.
      const occurredAt = moments[n % 4];
      const isOutside = n % 4 >= 2;
      const isChanged = n % 8 >= 5;
      const isUndated = n % 7 === 0;
      const inside = { ...anAdjustment(), occurredAt: '2026-02-03T00:00:00Z' };
      const adjustments = isChanged ? [inside, { ...inside, id: 'second' }, inside] : [];
      const month = isUndated ? '2026-02' : (occurredAt ?? '').slice(0, 7);
      const amounts = { currency: 'USD', jurisdiction: 'CA', month, total: 10_725n, taxCollected: 725n };
      const line = aReportLine({ id, sourceId: id, adjustments, amounts, ...(!isUndated && { occurredAt }) });
      if (isUndated ? isChanged || line.amounts?.month === '2026-02' : !isOutside || isChanged) wanted.push(id);
      return line;
    });
    for (let n = 0; n < lines.length; n += 500)
      right(await store.commitPage(aCommit('run-1', { lines: lines.slice(n, n + 500) }), at)());
    const found: string[] = [];
    let after: O.Option<string> = O.none;
    let [pages, turnsOfOthers] = [0, 0];
    const { milliseconds } = turnBudget;
    turnBudget.milliseconds = 0;
    let others = setImmediate(function again() {
      turnsOfOthers += 1;
      others = setImmediate(again);
    });
    do {
      const filter = { days: { from: '2026-02-01', to: '2026-02-28' } };
      const page: SentLinesPage = right(await store.reviews.sentLines(filter, after)());
      found.push(...page.lines.map(({ id }) => id));
      after = page.next;
      pages += 1;
    } while (O.isSome(after));
    clearImmediate(others);
    turnBudget.milliseconds = milliseconds;
    await store.close();
    expect(turnsOfOthers).toBeGreaterThanOrEqual(pages - 1);
    expect(found.length).toBe(new Set(found).size);
    expect([...found].sort()).toStrictEqual([...wanted].sort());
    // The lines of a page by their versions: by its days, each page would read all lines of these.
    const pageTexts = [...texts].filter((text) =>
      text.includes('select run_line.*, line_version.*, service_transaction'),
    );
    const plans = pageTexts.flatMap((text) => own.prepare(`explain query plan ${text}`).all());
    const steps = plans
      .map((step) => String(fieldOf(step, 'detail')))
      .filter((step) => /\b(line_version|present_line|run_line)\b/.test(step));
    expect(new Set(steps)).toStrictEqual(
      new Set([
        'SEARCH line_version USING INTEGER PRIMARY KEY (rowid=?)',
        'SEARCH present_line USING PRIMARY KEY (account=? AND id=?)',
        'SEARCH run_line USING PRIMARY KEY (run=? AND position=?)',
      ]),
    );
    own.close();
  });
});
