/**
 * `tax-nexus correct --gone` and `--undone`: repairs all sales of a storefront that the service lost or that are no longer true.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';
import { type CorrectOptions, describeResult } from './describe-result.ts';

const texts = {
  'gone from the service': {
    key: 'gone',
    found: 'were sent before, and the service no longer holds them',
    next: 'send them again',
    settled: 'the service holds them again',
  },
  'no longer true': {
    key: 'untrue',
    found: 'were sent before, and are no longer true',
    next: 'offset each by its opposite',
    settled: 'they are true again, or the service no longer holds them',
  },
} as const;

/** Without `--yes`, only lists them. */
export const sendAgain = (
  outside: CliIo,
  storefront: string,
  what: keyof typeof texts,
  options: CorrectOptions,
): Promise<ExitCode> => {
  const io: CliIo = options.json === true ? { ...outside, out: outside.err } : outside;
  const { key, found, next, settled } = texts[what];
  return withAccount(
    io,
    options,
    async ({ corrections }) => {
      const { count, names } = await corrections.findGone(storefront, what);
      if (count === 0 || options.yes !== true) {
        if (options.json === true) outside.out(json({ storefront, [key]: count, corrections: [] }));
        io.out(`${count} of ${storefront} ${found}.\n`);
        for (const name of names) io.out(`  ${name}\n`);
        if (count > names.length) io.out(`  and ${count - names.length} more\n`);
        if (count === 0) return exitCode.settled;
        io.out(`Nothing was changed. To ${next}, run the command again with --yes.\n`);
        return exitCode.needsAttention;
      }
      const by = options.by ?? userName(io.env);
      const sent = await outcomeOf(corrections.sendAgain({ storefront, what, by, expected: count }));
      if (E.isLeft(sent)) return fail(io, sent.left);
      const { items, held } = sent.right;
      if (held > 0) io.out(`${held}: ${settled}.\n`);
      if (options.json === true) outside.out(json({ storefront, [key]: count, corrections: items }));
      return describeResult(io, items);
    },
    { storefronts: [storefront] },
  );
};
