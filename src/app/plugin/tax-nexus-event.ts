import type { Outcome, RunStatus } from '../../domain/run.ts';
import type { WebEvent } from '../../web/index.ts';
import type { ServiceEvent } from '../service-health.ts';
import type { LiveEvent } from '../../live/index.ts';

/** A historical sync came to its end in this process. */
export interface RunEvent {
  readonly type: 'run.finished';
  readonly runId: string;
  readonly status: RunStatus;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** What a host is sent as it happens. Ids, outcomes and reasons; never personal data. */
export type TaxNexusEvent = LiveEvent | WebEvent | RunEvent | ServiceEvent;

/** The event of a type, for listeners of that type alone. */
export type TaxNexusEventOf<Type extends TaxNexusEvent['type']> = Extract<TaxNexusEvent, { readonly type: Type }>;
