/** `tax-nexus sign-off`, `close` and `reopen`: a person approves a run or a month, and first sees whether matters are open. */
import * as E from 'fp-ts/lib/Either.js';
import type { TaxNexusError } from '../../app/plugin/tax-nexus-error.ts';
import type { ChangedPeriod } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { type CommonOptions, withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';

interface ApproveOptions extends CommonOptions {
  /** How many open matters the person agrees to leave open. */
  readonly open?: number;
  /** Default: the user of this machine, see `userName`. */
  readonly by?: string;
  readonly json?: boolean;
}

interface SignOffOptions extends ApproveOptions {
  /** The newest run when left out. */
  readonly run?: string;
  readonly note: string;
}

/** Stores the current counts and totals of a finished run under a person's name. */
export const signOff = (io: CliIo, options: SignOffOptions): Promise<ExitCode> =>
  withAccount(
    io,
    options,
    async ({ historicalSync }) => {
      const found = await historicalSync.find(options.run);
      const signed = await outcomeOf(historicalSync.signOff(found.runId, { ...byOf(io, options), note: options.note }));
      if (E.isLeft(signed)) return refused(io, signed.left);
      const { runId, by } = signed.right;
      io.out(options.json === true ? json(signed.right) : `Run ${runId} is signed off by ${by}.\n`);
      return exitCode.settled;
    },
    { run: options.run ?? null },
  );

interface MonthOptions extends ApproveOptions {
  readonly month: string;
  /** Why it is opened again. */
  readonly reason?: string;
}

/** For all storefronts of the account. */
export const changeMonth =
  (action: 'close' | 'reopen') =>
  (io: CliIo, options: MonthOptions): Promise<ExitCode> =>
    withAccount(io, options, async ({ closedPeriods }) => {
      const { month, reason = '' } = options;
      const changed = await outcomeOf(
        action === 'close'
          ? closedPeriods.close({ month, ...byOf(io, options) })
          : closedPeriods.reopen({ month, reason, ...byOf(io, options) }),
      );
      if (E.isLeft(changed)) return refused(io, changed.left);
      io.out(options.json === true ? json(changed.right) : `${describe(changed.right)}\n`);
      return exitCode.settled;
    });

const byOf = (io: CliIo, { by, open }: ApproveOptions): { readonly by: string; readonly open?: number } => ({
  by: by ?? userName(io.env),
  ...(open !== undefined && { open }),
});

/** Prints why the approval failed, and how to agree to open matters. */
const refused = (io: CliIo, failure: TaxNexusError): ExitCode => {
  const code = fail(io, failure);
  if (failure.open === undefined) return code;
  io.err(
    `Nothing was changed. To see them, run tax-nexus screen. To agree, run the command again with --open ${failure.open}.\n`,
  );
  return exitCode.needsAttention;
};

const describe = ({ month, isClosed, hasChanged, closed }: ChangedPeriod): string => {
  if (!isClosed)
    return hasChanged
      ? `${month} is open again. Its sales are sent like others.`
      : `${month} was not closed. Nothing was changed.`;
  return hasChanged
    ? `${month} is closed. Sales of it that come later are held.`
    : `${month} was closed before, by ${closed?.by} on ${closed?.at.slice(0, 10)}. Nothing was changed.`;
};
