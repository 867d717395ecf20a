import type { RunEntry } from '../../core/run.ts';
import type { SetAside } from '../../core/set-aside.ts';
import type { Candidate } from './candidate.ts';
import type { Settled } from './verdict.ts';

/** The line of the report for a record that is not attempted. `id` is the one that its transaction would have. */
export const setAsideEntry = (
  storefront: string,
  { id, kind, sourceId }: Pick<RunEntry, 'id' | 'kind' | 'sourceId'>,
  setAside: SetAside,
): RunEntry => ({
  storefront,
  id,
  sourceId,
  name: setAside.name,
  kind,
  outcome: setAside._tag === 'Skipped' ? 'skipped' : 'held',
  reason: setAside.reason,
  message: setAside.message,
  amounts: null,
  findings: [],
  movements: [],
});

/** The line of the report for a transaction, settled. Its movements are added by the caller. */
export const settledEntry = (storefront: string, candidate: Candidate, settled: Settled): RunEntry => ({
  storefront,
  id: candidate.id,
  sourceId: candidate.sourceId,
  name: candidate.name,
  kind: candidate.kind,
  outcome: settled.outcome,
  reason: settled.reason,
  message: settled.message,
  amounts: candidate.amounts,
  // What is told elsewhere is looked at there: counted here, too, it would be counted twice.
  findings: settled.reason === 'recorded by another storefront' ? [] : candidate.findings,
  movements: settled.drift === null ? [] : [settled.drift],
});
