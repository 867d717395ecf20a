/** `tax-nexus status`: what waits, is held or failed now, in live work and the newest run, from the sync database alone. */
import { liveRunId } from '../../domain/run.ts';
import { millisecondsOf } from '../../domain/instant.ts';
import type { CliIo } from '../cli-io.ts';
import { paint } from '../colors.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, nextCommand, withAccount } from '../open-command.ts';
import { formatDuration } from '../../domain/format-duration.ts';
import { describeStops } from '../../reconcile/why-ended.ts';
import { json, table } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface StatusOptions extends CommonOptions {
  readonly json?: boolean;
}

/** Asks neither a platform nor the service. Exit code 1 when something needs a person. */
export const status = (io: CliIo, options: StatusOptions): Promise<ExitCode> =>
  withAccount(io, options, async (account) => {
    const read = await account.status();
    const { storefronts: rows, lastRun, undecided, toSend, closedMonths } = read;
    const open = rows.reduce((sum, { parked }) => sum + parked, undecided);
    const stops = lastRun?.stops ?? [];
    const code = open === 0 && stops.length === 0 ? exitCode.settled : exitCode.needsAttention;
    if (options.json === true) {
      io.out(json(read));
      return code;
    }
    const since = (oldest: string | null): string =>
      oldest === null ? '' : formatDuration(io.now() - millisecondsOf(oldest));
    const head = ['new sales of', 'waiting', 'longest', 'parked', 'sent', 'held', 'failed'];
    const lines = rows.map((one) => [
      ...[one.storefront, String(one.waiting), since(one.oldest)],
      ...[one.parked, one.sent, one.held, one.failed].map(String),
    ]);
    io.out(`${table([head, ...lines], [1, 2, 3, 4, 5, 6])}\n\n`);
    io.out(
      lastRun === null
        ? 'No historical sync yet.\n'
        : `Last run ${lastRun.id}: ${lastRun.range.from} to ${lastRun.range.to}, ${lastRun.dryRun ? 'dry run, ' : ''}${lastRun.status}${openOf(lastRun)}.\n`,
    );
    for (const line of describeStops(stops, null)) io.out(`${paint('red', line)}\n`);
    if (toSend.count > 0)
      io.out(
        `${counted(toSend.count, 'decided sale or correction waits', 'decided sales and corrections wait')} to be sent: ${totalsText(toSend.totals)}. Send them on the screen, or sync their days.\n`,
      );
    if (closedMonths.length > 0) io.out(`Closed months: ${closedMonths.join(', ')}.\n`);
    if (open === 0 && stops.length > 0) {
      io.out(`${paint('yellow', 'The last run stopped.')}\n\nNext: ${nextCommand(options, 'check')}\n`);
      return code;
    }
    const needy = rows.find((one) => one.parked + one.held + one.failed > 0)?.storefront;
    const next = needy === undefined ? lastRun?.id : liveRunId(needy);
    io.out(
      code === exitCode.settled
        ? `${paint('green', 'Nothing needs you.')}${lastRun?.dryRun === true ? ` What the dry run found: ${nextCommand(options, `report --run ${lastRun.id}`)}` : ''}\n`
        : `${paint('yellow', `${counted(open, 'sale needs', 'sales need')} you.`)}\n\nNext: ${nextCommand(options, `report --run ${next}`)}\n`,
    );
    return code;
  });

const openOf = ({ held, failed }: { readonly held: number; readonly failed: number }): string =>
  `${held === 0 ? '' : `, ${held} held`}${failed === 0 ? '' : `, ${failed} failed`}`;

const totalsText = (totals: readonly { readonly currency: string | null; readonly total: string }[]): string =>
  totals.flatMap(({ currency, total }) => (currency === null ? [] : `${total} ${currency}`)).join(', ');
