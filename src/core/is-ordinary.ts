import type { OrdinaryFinding } from './run.ts';

const ordinary: readonly OrdinaryFinding[] = ['marketplace sale', 'exempt sale', 'not compared'];

/** Whether a finding only says what kind of sale it is, and asks nobody for anything. */
export const isOrdinary = (finding: string): boolean => ordinary.some((one) => one === finding);
