import type { Alterations } from '../app/alterations.ts';
import type { VerdictName } from '../checker/verdict.ts';

/** A bug that is planted, and by what name it must be found. */
export interface Mutant {
  readonly name: string;
  readonly alter: Alterations;
  /** One of these verdicts must be given. */
  readonly foundBy: readonly [VerdictName, ...(readonly VerdictName[])];
}
