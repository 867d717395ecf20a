import type { AdjustmentKind, Outcome } from '../../domain/run.ts';

const eachOutcome: Readonly<Record<Outcome, true>> = {
  succeeded: true,
  alreadyPresent: true,
  failed: true,
  skipped: true,
  held: true,
};

const eachAdjustment: Readonly<Record<AdjustmentKind, true>> = {
  refund: true,
  edit: true,
  cancellation: true,
  return: true,
  dispute: true,
  drift: true,
  deletion: true,
};

export const outcomes = Object.keys(eachOutcome) as readonly Outcome[];

export const adjustmentKinds = Object.keys(eachAdjustment) as readonly AdjustmentKind[];
