/** `tax-nexus reason`: explains a reason or finding that a report names: an example, why it matters, and what to do. */
import { type Reason, reasonTitle, reasons, reasonText, remedyOf } from '../../reconcile/reasons/reasons.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { json, table } from '../render/text.ts';

/** Without a reason, lists all. */
export const reason = (io: CliIo, text: string | undefined, { json: asJson }: { json?: boolean }): ExitCode => {
  if (text === undefined) {
    const titles = [...new Set(reasons.map(reasonTitle))];
    io.out(asJson === true ? json({ reasons: titles }) : `${titles.join('\n')}\n`);
    return exitCode.settled;
  }
  const found = findReason(text);
  if (found === undefined) {
    io.err(`There is no reason "${text}". tax-nexus reason lists all.\n`);
    return exitCode.usage;
  }
  const { todo } = remedyOf(found);
  io.out(
    asJson === true
      ? json({ ...reasonText(found), reason: found, label: reasonTitle(found), todo })
      : `${describe(found)}\n`,
  );
  return exitCode.settled;
};

/** Finds a reason by its title or its stored value, in any case of letters. */
const findReason = (text: string): Reason | undefined => {
  const wanted = text.toLowerCase();
  return reasons.find((reason) => [reason, reasonTitle(reason)].some((name) => name.toLowerCase() === wanted));
};

const describe = (reason: Reason): string => {
  const help = reasonText(reason);
  const { todo, settings = [] } = remedyOf(reason);
  const picture = help?.picture.map(([what, value, cause]) => [what, value, cause === undefined ? '' : '<-']) ?? [];
  const parts = [
    ['What to do', todo],
    ['In Shopify', help?.shopify ?? ''],
    ['In Stripe', help?.stripe ?? ''],
    ['Settings', settings.join(', ')],
  ].flatMap(([title = '', text = '']) => (text === '' ? [] : [`${title}: ${text}`]));
  return [reasonTitle(reason), table(picture, [1]), help?.why ?? '', ...parts].join('\n\n');
};
