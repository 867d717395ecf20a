import { type File, openFile } from './case.ts';
import type { Evidence } from './evidence.ts';
import { deliveryLost } from './rules/delivery-lost.ts';
import { doubled } from './rules/doubled.ts';
import { falseFailure } from './rules/false-failure.ts';
import { falseSuccess } from './rules/false-success.ts';
import { falseProof } from './rules/false-proof.ts';
import { forgeryTaken } from './rules/forgery-taken.ts';
import { impolite } from './rules/impolite.ts';
import { lost } from './rules/lost.ts';
import { neverSettled } from './rules/never-settled.ts';
import { personalData } from './rules/personal-data.ts';
import { reportAddsUp } from './rules/report-adds-up.ts';
import { silentDifference } from './rules/silent-difference.ts';
import { silentDrift } from './rules/silent-drift.ts';
import { sentAgain } from './rules/sent-again.ts';
import { sentOtherwise } from './rules/sent-otherwise.ts';
import { unexpected } from './rules/unexpected.ts';
import { unproven } from './rules/unproven.ts';
import { vacuous } from './rules/vacuous.ts';
import { wrongSum } from './rules/wrong-sum.ts';
import { wrongMoney } from './rules/wrong-money.ts';
import type { Violation } from './violation.ts';

const rules: readonly ((file: File) => readonly Violation[])[] = [
  lost,
  doubled,
  wrongMoney,
  wrongSum,
  falseProof,
  unexpected,
  silentDrift,
  silentDifference,
  falseSuccess,
  falseFailure,
  neverSettled,
  reportAddsUp,
  unproven,
  impolite,
  personalData,
  sentAgain,
  sentOtherwise,
  forgeryTaken,
  deliveryLost,
  vacuous,
];

/**
 * Judges a world by its sources, the service's journal and the sync database; empty when nothing is wrong. Pure. It
 * does not use the engine, so that a defect there cannot hide itself here.
 */
export const check = (evidence: Evidence): readonly Violation[] => {
  const file = openFile(evidence);
  return rules.flatMap((rule) => rule(file));
};
