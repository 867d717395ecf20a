/** The answer of what starts a run. */
import { fields, named, text } from '../shapes.ts';
import type { RunHandle } from '../storefront-name.ts';

export const startedShape = named('Started', fields({ runId: text() }));

export const asStarted = ({ id }: RunHandle): { readonly runId: string } => ({ runId: id });

export const toHandle = (id: string): RunHandle => ({ id });
