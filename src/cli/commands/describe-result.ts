/** Options and results that the two ways of `tax-nexus correct` share: one sale, or all that are gone or no longer true. */
import type { CorrectedTransaction } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import type { CommonOptions } from '../open-command.ts';

export interface CorrectOptions extends CommonOptions {
  /** The person agrees to the change at the service. */
  readonly yes?: boolean;
  /** Corrects all sales that are gone from the service, instead of one order. */
  readonly gone?: boolean;
  /** Corrects all transactions that are no longer true, instead of one order. */
  readonly undone?: boolean;
  readonly way?: 'offset' | 'replace' | 'delete';
  /** Who agrees. Default: the user of this machine. */
  readonly by?: string;
  readonly json?: boolean;
}

/** Prints the result for each transaction. Returns the exit code. */
export const describeResult = (io: CliIo, items: readonly CorrectedTransaction[]): ExitCode => {
  for (const { id, isCorrected, way, offset, replacement, message } of items) {
    const again = replacement === null ? '' : `, sent again as ${replacement}`;
    if (isCorrected && way === 'offset') io.out(`${id}: offset by ${offset ?? ''}${again}.\n`);
    else if (isCorrected && way === 'delete') io.out(`${id}: deleted at the service.\n`);
    else if (isCorrected) io.out(`${id}: corrected at the service.\n`);
    else io.err(`${id}: not corrected. ${message} Run the command again; it shows what the service holds.\n`);
    if (isCorrected && message !== null) io.err(`${message}\n`);
  }
  if (items.some(({ answer }) => answer === 'credentials refused')) return exitCode.credentials;
  return items.every(({ isCorrected }) => isCorrected) ? exitCode.settled : exitCode.needsAttention;
};
