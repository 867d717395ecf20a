import { aDialect, type Dialect, type DialectDifferences, type Normalization } from '../support/dialects/dialect.ts';
import type { Wire } from './a-dialect-world.ts';

/** A kind of service that is served exactly. */
export interface Kind {
  /** What such a service does; the test's name. */
  readonly name: string;
  readonly dialect: Dialect;
  readonly wire?: Wire;
  /** Fields that the settings leave out, so that they are not stored. */
  readonly leavesOut?: readonly string[];
}

export const kind = (name: string, differences: DialectDifferences, wire?: Wire): Kind => ({
  name,
  dialect: aDialect(differences),
  ...(wire && { wire }),
});

/** A service that answers in full and stores in these forms. */
export const storing = (name: string, ...stores: readonly Normalization[]): Kind => kind(name, { stores });
