import * as E from 'fp-ts/lib/Either.js';
import type { ComparedTransaction, CorrectedTransaction } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';
import { type CorrectOptions, describeResult } from './describe-result.ts';
import { sendAgain } from './send-again.ts';

const describe = ({ id, state, differences, message }: ComparedTransaction): readonly string[] => {
  switch (state) {
    case 'Same':
      return [`${id}: the service holds the same.`];
    case 'NotConfirmed':
      return [`${id}: ${message}`];
    case 'NoLongerTrue':
      return [`${id}: no longer true. ${message}`];
    case 'Unknown':
      return [`${id}: the service gave no clear response: ${message}`];
    case 'Gone':
      return [`${id}: sent before, and the service no longer holds it.`];
    case 'Differs':
      return [
        `${id}: the service holds other values.`,
        ...differences.map(({ field, ours, theirs }) =>
          ours === undefined || theirs === undefined ? `  ${field}` : `  ${field}: ${theirs} becomes ${ours}`,
        ),
      ];
  }
};

/** Replaces the transactions of one record at the service by what the platform states now, after `--yes`. */
export const correct = async (
  outside: CliIo,
  storefront: string,
  record: string | undefined,
  options: CorrectOptions,
): Promise<ExitCode> => {
  if (options.gone === true && record === undefined) {
    return sendAgain(outside, storefront, options);
  }
  if (record === undefined || options.gone === true) {
    outside.err('Name one order, or use --gone for all that are gone from the service.\n');
    return exitCode.usage;
  }
  // Steps are texts for a person; as JSON they go to stderr, and the result stands alone.
  const io: CliIo = options.json === true ? { ...outside, out: outside.err } : outside;
  let items: readonly ComparedTransaction[] | undefined;
  let results: readonly CorrectedTransaction[] = [];
  const code = await withAccount(
    io,
    options,
    async ({ corrections }) => {
      const found = await corrections.find(storefront, record);
      const { isSupported, seen } = found;
      ({ items } = found);
      for (const line of items.flatMap(describe)) io.out(`${line}\n`);
      if (items.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
      const isUntrue = items.some(({ state }) => state === 'NoLongerTrue');
      if (!isUntrue && !items.some(({ state }) => state === 'Differs' || state === 'Gone')) {
        if (items.length === 0) io.out('It is skipped or held, so there is nothing to correct: see explain.\n');
        return items.every(({ state }) => state === 'Same') ? exitCode.settled : exitCode.needsAttention;
      }
      if (!isSupported && !isUntrue) {
        io.out(
          'Nothing was changed: service.wire.corrections names no way to change a transaction at the service. Correct it in the service by hand, then note it with tax-nexus resolve.\n',
        );
        return exitCode.needsAttention;
      }
      if (options.yes !== true) {
        io.out(
          isUntrue
            ? 'Nothing was changed. To offset what is no longer true by its opposite, run the command again with --yes.\n'
            : 'Nothing was changed. To replace it at the service, run the command again with --yes.\n',
        );
        return exitCode.needsAttention;
      }
      const corrected = await outcomeOf(corrections.correct({ storefront, record, by: userName(io.env), seen }));
      if (E.isLeft(corrected)) {
        const failed = fail(io, corrected.left);
        return corrected.left.code === 'RUN_STATE' ? exitCode.needsAttention : failed;
      }
      results = corrected.right.items;
      return describeResult(io, results);
    },
    { storefronts: [storefront] },
  );
  if (options.json === true && items !== undefined) {
    const corrected = new Set(results.filter(({ isCorrected }) => isCorrected).map(({ id }) => id));
    const printed = items.map(({ id, state, differences }) => ({
      ...{ id, state, isCorrected: corrected.has(id), differences },
    }));
    outside.out(json({ storefront, corrections: printed }));
  }
  return code;
};
