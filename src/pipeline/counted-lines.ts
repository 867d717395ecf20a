import * as E from 'fp-ts/lib/Either.js';
import { isInService, type Finding, type LineDetail, type ReportLine } from '../domain/run.ts';
import { correctionWithin } from '../mapping/identity.ts';
import type { MappedTransaction } from './mapped-record.ts';

/*
 * How the lines of a corrected transaction count in exports, statements and thresholds: each offset takes the oldest copy away that
 * still stands, and each copy counts as what it is a copy of.
 */

interface CountedChain {
  /** The id that it was sent under first. */
  readonly base: string;
  readonly saleId: string;
  /** The copies that were sent of it, the first one first. */
  readonly copies: readonly string[];
  /** As the record maps to it now. */
  readonly now: MappedTransaction | undefined;
}

const takenBack: Finding = 'taken back';

const isOpposite = (one: ReportLine, other: ReportLine): boolean =>
  one.amounts !== null &&
  other.amounts !== null &&
  one.amounts.total === -other.amounts.total &&
  one.amounts.taxCollected === -other.amounts.taxCollected;

/** How much of it was taxed; undefined where that is not known. */
const taxedOf = (line: ReportLine, copies: readonly ReportLine[], now: CountedChain['now']): bigint | undefined => {
  if (line.detail?.taxed !== undefined) return line.detail.taxed;
  if (correctionWithin(line.id)?.kind === 'undone') {
    const taxed = copies.find((copy) => isOpposite(copy, line))?.detail?.taxed;
    return taxed === undefined ? undefined : -taxed;
  }
  const isNow =
    now !== undefined &&
    E.isRight(now) &&
    now.right.amounts.total === line.amounts?.total &&
    now.right.amounts.taxCollected === line.amounts.taxCollected;
  return isNow ? now.right.detail?.taxed : undefined;
};

const withTaxed = (detail: LineDetail | undefined, taxed: bigint | undefined): Pick<ReportLine, 'detail'> =>
  detail === undefined ? {} : { detail: { ...detail, ...(taxed !== undefined && { taxed }) } };

/** A sale of a marketplace or to an exempt buyer stays one when it is sent again. */
const kindsOf = ({ detail }: ReportLine): readonly Finding[] => [
  ...(detail !== undefined && detail.marketplace !== null ? ['marketplace sale' as const] : []),
  ...(detail !== undefined && detail.exemption !== null ? ['exempt sale' as const] : []),
];

const isTaken = ({ outcome, reason }: ReportLine): boolean => isInService(outcome) || reason === 'dry run';

/** The lines of a chain, each as it counts. Pure. */
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
      ...withTaxed(line.detail, taxedOf(line, linesOfCopies, now)),
    };
  });
};
