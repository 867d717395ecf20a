import type { FindingKind, ReportLine } from '../../../src/domain/run.ts';
import type { Evidence, Inserted } from './evidence.ts';
import type { Fact } from './fact.ts';
import { insertsByFact, keysIn } from './pushed.ts';

/** A fact with all evidence about it. */
export interface Case {
  readonly fact: Fact;
  readonly inserts: readonly Inserted[];
  readonly entries: readonly ReportLine[];
  /** The differences that the reconciliation reports. */
  readonly differences: readonly string[];
}

/** The evidence, sorted by what it is about. */
export interface File {
  readonly evidence: Evidence;
  readonly cases: readonly Case[];
  /** Inserts that are about nothing that is known. */
  readonly strays: readonly Inserted[];
}

const isAbout = (fact: Fact, { transactionId, name }: Evidence['differences'][number]): boolean => {
  const keys = keysIn({ id: transactionId, name });
  const isRefund = /:(?:refund|edit|return):/.test(transactionId);
  return isRefund === (fact.kind === 'refund') && fact.keys.some((key) => keys.has(key));
};

const entriesAbout = (fact: Fact, entries: readonly ReportLine[]): readonly ReportLine[] =>
  entries.filter((entry) => {
    const keys = fact.kind === 'refund' ? keysIn(entry) : new Set([entry.sourceId]);
    return entry.kind === fact.kind && fact.keys.some((key) => keys.has(key));
  });

export const openFile = (evidence: Evidence): File => {
  const { facts, journal, runs } = evidence;
  const byFact = insertsByFact(facts, journal);
  const entries = runs.flatMap((run) => run.entries);
  const known = new Set([...byFact.values()].flat());
  return {
    evidence,
    cases: facts.map((fact) => ({
      fact,
      inserts: byFact.get(fact) ?? [],
      entries: entriesAbout(fact, entries),
      differences: evidence.differences.filter((one) => isAbout(fact, one)).map(({ kind }) => kind),
    })),
    // Of months, what is held is judged as a whole.
    strays: evidence.months === null ? journal.filter((line) => !known.has(line) && !line.isForeign) : [],
  };
};

/** Whether some line of a report carries a finding about it. */
export const hasFinding = ({ entries }: Case, finding: FindingKind): boolean =>
  entries.some(({ findings }) => findings.includes(finding));

/** Inserts of our own pushes; one by another client under its id counts if it has the same content. */
export const ownInserts = ({ inserts }: Case): readonly Inserted[] => inserts.filter(({ isForeign }) => !isForeign);
