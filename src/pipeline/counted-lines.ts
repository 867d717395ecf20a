/**
 * Marks the lines of a corrected transaction so that exports, statements and thresholds count it once: each offset cancels
 * the oldest standing copy, and each copy counts like its original.
 */
import * as E from 'fp-ts/lib/Either.js';
import { isInService, type Finding, type LineDetail, type ReportLine } from '../domain/run.ts';
import { correctionWithin } from '../mapping/identity.ts';
import type { MappedTransaction } from './mapped-record.ts';

interface CountedChain {
  /** The id under which it was first sent. */
  readonly base: string;
  readonly saleId: string;
  /** The copies of it that were sent, oldest first. */
  readonly copies: readonly string[];
  /** The transaction as the record is mapped now. */
  readonly now: MappedTransaction | undefined;
}

const takenBack: Finding = 'taken back';

/** The lines of a chain with the findings and amounts by which they count. Pure. */
export const asCounted = (
  { base, saleId, copies, now }: CountedChain,
  lines: readonly ReportLine[],
): readonly ReportLine[] => {
  const isSale = base === saleId;
  const isOffset = ({ id }: ReportLine): boolean => correctionWithin(id)?.kind === 'undone';
  const offsets = lines.filter((line) => isOffset(line) && isTaken(line)).length;
  const gone = new Set(isSale ? copies.slice(0, offsets) : []);
  const linesOfCopies = copies.flatMap((id) => lines.find((line) => line.id === id) ?? []);
  return lines.map((line): ReportLine => {
    const findings = new Set<Finding>([
      ...line.findings.filter((finding) => finding !== takenBack),
      ...(isSale && !isOffset(line) ? kindsOf(line) : []),
      ...(gone.has(line.id) ? [takenBack] : []),
    ]);
    return {
      ...line,
      kind: isSale ? 'sale' : 'refund',
      findings: [...findings],
      ...withBases(line.detail, () => basesOf(line, linesOfCopies, now)),
    };
  });
};

const isTaken = ({ outcome, reason }: ReportLine): boolean => isInService(outcome) || reason === 'would be sent';

/** The findings of a marketplace sale or exempt sale, which stay when it is sent again. */
const kindsOf = ({ detail }: ReportLine): readonly Finding[] => [
  ...(detail !== undefined && detail.marketplace !== null ? ['marketplace sale' as const] : []),
  ...(detail !== undefined && detail.exemption !== null ? ['exempt sale' as const] : []),
];

type Bases = Pick<LineDetail, 'taxed' | 'notTaxable'>;

const withBases = (detail: LineDetail | undefined, bases: () => Bases): Pick<ReportLine, 'detail'> => {
  if (detail === undefined) return {};
  return { detail: detail.taxed === undefined ? { ...bases(), ...detail } : detail };
};

/** How much of a line was taxed and how much is not taxable, as far as that is known. */
const basesOf = (line: ReportLine, copies: readonly ReportLine[], now: CountedChain['now']): Bases => {
  if (correctionWithin(line.id)?.kind === 'undone')
    return negative(copies.find((copy) => isOpposite(copy, line))?.detail ?? {});
  const isNow =
    now !== undefined &&
    E.isRight(now) &&
    now.right.amounts.total === line.amounts?.total &&
    now.right.amounts.taxCollected === line.amounts.taxCollected;
  const { taxed, notTaxable }: Bases = (isNow ? now.right.detail : undefined) ?? {};
  return { ...(taxed !== undefined && { taxed }), ...(notTaxable !== undefined && { notTaxable }) };
};

const negative = ({ taxed, notTaxable }: Bases): Bases => ({
  ...(taxed !== undefined && { taxed: -taxed }),
  ...(notTaxable !== undefined && { notTaxable: -notTaxable }),
});

const isOpposite = (one: ReportLine, other: ReportLine): boolean =>
  one.amounts !== null &&
  other.amounts !== null &&
  one.amounts.total === -other.amounts.total &&
  one.amounts.taxCollected === -other.amounts.taxCollected;
