import type { Alterations } from '../app/alterations.ts';
import type { Kind } from '../world/setting.ts';
import type { ViolationName } from '../checker/violation.ts';

/** A bug that is planted, and by what name it must be found. */
export interface Mutant {
  readonly name: string;
  readonly alter: Alterations;
  /** The kind of worlds that can show it. Default: all. */
  readonly worlds?: Kind;
  /** One of these violations must be given. */
  readonly foundBy: readonly [ViolationName, ...(readonly ViolationName[])];
}
