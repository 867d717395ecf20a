import { expect } from '@jest/globals';
import type { Sale } from '../../src/mapping/sale.ts';
import type { DialectService } from '../support/dialects/dialect-service.ts';
import type { Json } from '../support/dialects/json.ts';
import type { Ran } from './a-dialect-world.ts';
import { theSales } from './the-sales.ts';
import { heldOf, meaningOf } from './truth-of.ts';

/** How often the service was given each sale, by the number of times: `{ 1: 24 }` is as it should be. */
export const timesStored = ({ journal }: DialectService, sales: readonly Sale[] = theSales): Json => {
  const times: Record<string, number> = {};
  for (const { identity } of sales) {
    const count = journal.filter(({ key }) => key === identity.recordId).length;
    times[count] = (times[count] ?? 0) + 1;
  }
  return times;
};

const without = (fields: Json, leavesOut: readonly string[]): Json =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !leavesOut.includes(field)));

/** Names of the sales that we stored with another meaning than they have, apart from fields that are left out. */
export const storedOtherwise = ({ journal }: DialectService, leavesOut: readonly string[] = []): readonly string[] =>
  journal
    .filter(({ isForeign }) => !isForeign)
    .filter(({ key, fields }) => {
      const sale = theSales.find(({ identity }) => identity.recordId === key);
      return (
        sale === undefined ||
        meaningOf(without(heldOf(sale).fields, leavesOut)) !== meaningOf(without(fields, leavesOut))
      );
    })
    .map(({ name }) => name);

/** The counts of a report. */
export const countsOf = ({ report }: Ran): Json => {
  const { succeeded, alreadyPresent, failed } = report;
  return { succeeded, alreadyPresent, failed };
};

export const counts = (succeeded: number, alreadyPresent: number): Json => ({ succeeded, alreadyPresent, failed: 0 });

/** Of the entries of a run, how many carry a finding. */
export const findingsOf = ({ entries }: Ran, finding: 'differs' | 'not compared'): number =>
  entries.filter(({ findings }) => (findings as readonly string[]).includes(finding)).length;

/** Reading costs less than half a request for each sale. */
const maxGets = theSales.length / 2 - 1;

export const expectFewGets = ({ gets }: Ran): void => expect(gets).toBeLessThanOrEqual(maxGets);

/** The run ended well, and says so. */
export const expectFinished = ({ status, isRight, texts }: Ran): void =>
  expect({ status, isRight, texts }).toMatchObject({ status: 'finished', isRight: true });
