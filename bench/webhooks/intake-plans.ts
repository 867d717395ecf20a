import type { IntakePlan } from './measure-intake.ts';

export const fullIntake: IntakePlan = { rounds: 7, warmUp: 2_000, measured: 4_000, inFlight: 16 };
export const quickIntake: IntakePlan = { rounds: 3, warmUp: 1_000, measured: 2_000, inFlight: 16 };
