import * as E from 'fp-ts/lib/Either.js';
import {
  type Correctable,
  correct as correctAtService,
  type Correction,
  findCorrections,
} from '../../operations/correct.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { type CommonOptions, withEngine } from '../open-engine.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';

interface CorrectOptions extends CommonOptions {
  /** The person agrees to the change at the service. */
  readonly yes?: boolean;
  readonly json?: boolean;
}

const describe = (correction: Correction): readonly string[] => {
  switch (correction._tag) {
    case 'Same':
      return [`${correction.id}: the service holds the same.`];
    case 'NotConfirmed':
      return [`${correction.id}: ${correction.message}`];
    case 'Unknown':
      return [`${correction.id}: the service gave no clear response: ${correction.message}`];
    case 'Gone':
      return [`${correction.id}: sent before, and the service no longer holds it.`];
    case 'Differs':
      return [
        `${correction.id}: the service holds other values.`,
        ...correction.differences.map(({ field, ours, theirs }) =>
          ours === undefined || theirs === undefined ? `  ${field}` : `  ${field}: ${theirs} becomes ${ours}`,
        ),
      ];
  }
};

const isCorrectable = (one: Correction): one is Correctable => one._tag === 'Differs' || one._tag === 'Gone';

/** Replaces the transactions of one record at the service by what the platform states now, after `--yes`. */
export const correct = async (
  outside: CliIo,
  storefront: string,
  record: string,
  options: CorrectOptions,
): Promise<ExitCode> => {
  // Steps are texts for a person; as JSON they go to stderr, and the result stands alone.
  const io: CliIo = options.json === true ? { ...outside, out: outside.err } : outside;
  const corrected: string[] = [];
  let corrections: readonly Correction[] | undefined;
  const code = await withEngine(
    io,
    options,
    async ({ operations }) => {
      const found = await findCorrections(operations, storefront, record)();
      if (E.isLeft(found)) return fail(io, found.left);
      const { isSupported } = found.right;
      ({ corrections } = found.right);
      for (const line of corrections.flatMap(describe)) io.out(`${line}\n`);
      const correctable = corrections.filter(isCorrectable);
      if (correctable.length === 0) {
        if (corrections.length === 0) io.out('It is skipped or held, so there is nothing to correct: see explain.\n');
        return corrections.every(({ _tag }) => _tag === 'Same') ? exitCode.settled : exitCode.needsAttention;
      }
      if (!isSupported) {
        io.out(
          'Nothing was changed: service.wire.corrections names no way to change a transaction at the service. Correct it in the service by hand, then note it with tax-nexus resolve.\n',
        );
        return exitCode.needsAttention;
      }
      if (options.yes !== true) {
        io.out('Nothing was changed. To replace it at the service, run the command again with --yes.\n');
        return exitCode.needsAttention;
      }
      for (const correction of correctable) {
        const result = await correctAtService(operations, correction, userName(io.env))();
        if (E.isLeft(result)) return fail(io, result.left);
        if (result.right._tag === 'NotCorrected') {
          io.err(
            `${correction.id}: not corrected. ${result.right.message} Run the command again; it shows what the service holds.\n`,
          );
          return result.right.answer === 'credentials refused' ? exitCode.credentials : exitCode.needsAttention;
        }
        io.out(`${correction.id}: corrected at the service.\n`);
        corrected.push(correction.id);
        if (result.right.notNoted !== undefined) io.err(`The correction was not noted: ${result.right.notNoted}\n`);
      }
      return exitCode.settled;
    },
    { storefronts: [storefront] },
  );
  if (options.json === true && corrections !== undefined) {
    const states = corrections.map((one) => ({
      ...{ id: one.id, state: one._tag, isCorrected: corrected.includes(one.id) },
      differences: one._tag === 'Differs' ? one.differences : [],
    }));
    outside.out(json({ storefront, corrections: states }));
  }
  return code;
};
