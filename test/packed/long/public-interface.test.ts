import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checker, exported, ownOf, typesReachedBy } from '../../support/public-doors.ts';
import { publicInterface } from '../../support/public-interface.ts';

const kept = new URL('public-interface.txt', import.meta.url);

/*
 * Who changes a line of public-interface.txt changes what hosts have written against. A line that is new is a minor step; one
 * that is gone or different is a major one, unless it only takes more or gives more. State it in the changeset, and write the
 * list again: INTERFACE=write npm test -- test/packed/long/public-interface
 */
describe('the public interface of the package', () => {
  it('is the one that is written down', () => {
    const now = publicInterface();
    if (process.env['INTERFACE'] === 'write') writeFileSync(kept, now);
    const [lines, before] = [now.split('\n'), readFileSync(kept, 'utf8').split('\n')];
    expect({
      gone: before.filter((line) => !lines.includes(line)),
      added: lines.filter((line) => !before.includes(line)),
    }).toStrictEqual({ gone: [], added: [] });
    expect(now.length).toBeGreaterThan(10_000);
  });

  it('has a docstring, each name of it', () => {
    expect(exported.length).toBeGreaterThan(100);
    const silent = exported.filter(({ symbol }) => ownOf(symbol).getDocumentationComment(checker).length === 0);
    expect(silent.map(({ door, symbol }) => `${door}: ${symbol.name}`)).toStrictEqual([]);
  });

  it('exports from tax-nexus-sync each type to which a result of the plugin leads', () => {
    const root = exported.filter(({ door }) => door === 'tax-nexus-sync').map(({ symbol }) => ownOf(symbol));
    const plugin = root.find(({ name }) => name === 'TaxNexus');
    if (plugin === undefined) throw new Error('the plugin has no type');
    const reached = [...typesReachedBy(checker.getDeclaredTypeOfSymbol(plugin))];
    expect(reached.length).toBeGreaterThan(100);
    expect(reached.filter((symbol) => !root.includes(symbol)).map(({ name }) => name)).toStrictEqual([]);
  });
});
