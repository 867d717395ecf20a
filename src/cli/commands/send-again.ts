import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';
import { type CorrectOptions, describeResult } from './describe-result.ts';

/** Sends all sales of a storefront again that were sent before and are gone from the service, after `--yes`. */
export const sendAgain = (outside: CliIo, storefront: string, options: CorrectOptions): Promise<ExitCode> => {
  const io: CliIo = options.json === true ? { ...outside, out: outside.err } : outside;
  return withAccount(
    io,
    options,
    async ({ corrections }) => {
      const { count, names } = await corrections.findGone(storefront);
      if (count === 0 || options.yes !== true) {
        if (options.json === true) outside.out(json({ storefront, gone: count, corrections: [] }));
        io.out(`${count} of ${storefront} were sent before, and the service no longer holds them.\n`);
        for (const name of names) io.out(`  ${name}\n`);
        if (count > names.length) io.out(`  and ${count - names.length} more\n`);
        if (count === 0) return exitCode.settled;
        io.out('Nothing was changed. To send them again, run the command again with --yes.\n');
        return exitCode.needsAttention;
      }
      const sent = await outcomeOf(corrections.sendAgain({ storefront, by: userName(io.env), expected: count }));
      if (E.isLeft(sent)) return fail(io, sent.left);
      const { items, held } = sent.right;
      if (held > 0) io.out(`${held}: the service holds them again.\n`);
      if (options.json === true) outside.out(json({ storefront, gone: count, corrections: items }));
      return describeResult(io, items);
    },
    { storefronts: [storefront] },
  );
};
