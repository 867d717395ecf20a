/**
 * `tax-nexus correct`: shows how the service differs from what the platform states about a sale, and corrects it after `--yes`.
 */
import * as E from 'fp-ts/lib/Either.js';
import type { ComparedTransaction, CorrectedTransaction, CorrectionWay } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCode, type ExitCode, fail, outcomeOf } from '../exit-code.ts';
import { withAccount } from '../open-command.ts';
import { userName } from '../process.ts';
import { json } from '../render/text.ts';
import { type CorrectOptions, describeResult } from './describe-result.ts';
import { sendAgain } from './send-again.ts';

/** With `--gone` or `--undone`, all sales of a storefront. */
export const correct = async (
  outside: CliIo,
  storefront: string,
  record: string | undefined,
  options: CorrectOptions,
): Promise<ExitCode> => {
  const [isGone, isUndone] = [options.gone === true, options.undone === true];
  if (record === undefined && isGone !== isUndone) {
    return sendAgain(outside, storefront, isGone ? 'gone from the service' : 'no longer true', options);
  }
  if (record === undefined || isGone || isUndone) {
    outside.err(
      'Name one order, or use --gone for all that are gone from the service, or --undone for all that is no longer true.\n',
    );
    return exitCode.usage;
  }
  // With `--json`, the texts for a person go to stderr, and stdout has only the result.
  const io: CliIo = options.json === true ? { ...outside, out: outside.err } : outside;
  let items: readonly ComparedTransaction[] | undefined;
  let results: readonly CorrectedTransaction[] = [];
  const code = await withAccount(
    io,
    options,
    async ({ corrections }) => {
      const found = await corrections.find(storefront, record);
      const { seen } = found;
      ({ items } = found);
      for (const line of items.flatMap(describe)) io.out(`${line}\n`);
      if (items.some(({ cause }) => cause === 'credentials')) return exitCode.credentials;
      if (items.every(({ ways }) => ways.length === 0)) {
        if (items.length === 0) io.out('It is skipped or held, so there is nothing to correct: see explain.\n');
        return items.every(({ state }) => state === 'Same') ? exitCode.settled : exitCode.needsAttention;
      }
      if (options.yes !== true) {
        io.out(describeWays(items, options.way));
        return exitCode.needsAttention;
      }
      const by = options.by ?? userName(io.env);
      const way = options.way === undefined ? {} : { way: options.way };
      const corrected = await outcomeOf(corrections.correct({ storefront, record, by, seen, ...way }));
      if (E.isLeft(corrected)) {
        const failed = fail(io, corrected.left);
        return ['RUN_STATE', 'NOT_SUPPORTED'].includes(corrected.left.code) ? exitCode.needsAttention : failed;
      }
      results = corrected.right.items;
      return describeResult(io, results);
    },
    { storefronts: [storefront] },
  );
  if (options.json === true && items !== undefined) {
    const corrected = new Map(results.filter(({ isCorrected }) => isCorrected).map((one) => [one.id, one]));
    const printed = items.map(({ id, state, differences }) => {
      const { way = null, offset = null, replacement = null } = corrected.get(id) ?? {};
      return { id, state, isCorrected: way !== null, ...{ way, offset, replacement }, differences };
    });
    outside.out(json({ storefront, corrections: printed }));
  }
  return code;
};

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

const howTo: Readonly<Record<CorrectionWay, string>> = {
  offset: 'offset it by its opposite and send what is right',
  replace: 'replace it at the service',
  delete: 'delete it at the service',
  'send again': 'send it again',
};

/** The ways to correct these transactions, each once, the defaults first. */
const waysOf = (items: readonly ComparedTransaction[]): readonly CorrectionWay[] => [
  ...new Set([...items.flatMap(({ ways }) => ways.slice(0, 1)), ...items.flatMap(({ ways }) => ways)]),
];

const describeWays = (items: readonly ComparedTransaction[], wanted: CorrectionWay | undefined): string => {
  const ways = waysOf(items);
  const [first = 'offset'] = ways;
  const others = ways.filter((way) => way !== 'send again' && way !== (wanted ?? first));
  const more = others.map((way) => ` To ${howTo[way]}, add --way ${way}.`).join('');
  return `Nothing was changed. To ${howTo[wanted ?? first]}, run the command again with --yes.${more}\n`;
};
