/** `tax-nexus check`: whether keys, permissions and settings allow a sync, before anything is read or sent. */
import type { ReadinessFinding } from '../../mapping/source-connector.ts';
import type { Chosen } from '../../app/plugin/command.ts';
import type { CheckedPart } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { paint } from '../colors.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, nextCommand, withAccount } from '../open-command.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface CheckOptions extends CommonOptions {
  /** Default: all configured storefronts. */
  readonly storefront?: readonly string[];
  readonly json?: boolean;
  /** Reads again how the service stored the first pushed transaction. */
  readonly probe?: boolean;
  /** Counts all transactions again. */
  readonly sums?: boolean;
}

interface Checked {
  readonly subject: string;
  readonly findings: readonly ReadinessFinding[];
}

/** Whether a sync would work, and how much there is to do. */
interface CheckSummary {
  readonly isReady: boolean;
  readonly stops: number;
  readonly todo: number;
}

/**
 * Checks the service and every storefront: credentials, permissions, reachable history. Changes nothing. Exit code 1 when there
 * is anything to do.
 */
export const check = (io: CliIo, options: CheckOptions): Promise<ExitCode> =>
  withAccount(io, options, checked(io, options), { storefronts: options.storefront });

/** The findings of a part, preceded by the account whose sales a storefront reads. */
const toChecked = ({ subject, account, records, findings }: CheckedPart): Checked => {
  if (account === null) return { subject, findings };
  const count = records === null ? 'the platform does not state how many records' : counted(records, 'record');
  const message = `${account.name}, days counted in ${account.timeZone}, ${count}`;
  return { subject, findings: [{ level: 'fine', subject: 'account', message }, ...findings] };
};

const marks: Readonly<Record<ReadinessFinding['level'], string>> = {
  fine: paint('green', 'ok  '),
  warns: paint('yellow', 'todo'),
  stops: paint('red', 'STOP'),
};

const permission = 'permission: ';

/** Sums up granted permissions in one line; each missing one keeps its line. */
const withPermissionsSummedUp = (findings: readonly ReadinessFinding[]): readonly ReadinessFinding[] => {
  const isGranted = ({ level, subject }: ReadinessFinding): boolean =>
    level === 'fine' && subject.startsWith(permission);
  const granted = findings.filter(isGranted);
  const first = findings.findIndex(isGranted);
  if (granted.length < 2) return findings;
  const all = findings.filter(({ subject }) => subject.startsWith(permission)).length;
  const message = `${granted.length} of ${all} granted: ${granted.map(({ subject }) => subject.slice(permission.length)).join(', ')}`;
  const sum: ReadinessFinding = { level: 'fine', subject: 'permissions', message };
  return findings.flatMap((finding, at) => (at === first ? [sum] : isGranted(finding) ? [] : [finding]));
};

const describe = ({ subject, findings }: Checked): string =>
  `${paint('bold', subject)}\n${withPermissionsSummedUp(findings)
    .map((finding) => `  ${marks[finding.level]}  ${finding.subject}: ${finding.message}\n`)
    .join('')}`;

const summaryOf = (checked: readonly Checked[]): CheckSummary => {
  const levels = checked.flatMap(({ findings }) => findings.map(({ level }) => level));
  const stops = levels.filter((level) => level === 'stops').length;
  return { isReady: stops === 0, stops, todo: levels.filter((level) => level === 'warns').length };
};

const summaryText = ({ isReady, stops, todo }: CheckSummary, options: CheckOptions): string => {
  const next = (words: string): string => nextCommand(options, words, options.storefront);
  const things = todo === 0 ? '' : ` ${counted(todo, 'thing')} to do.`;
  return isReady
    ? `${paint(todo === 0 ? 'green' : 'yellow', `Ready.${things}`)}\n\nNext: ${next('sync --from 90d --dry-run')}\n`
    : `${paint('red', `Not ready: ${counted(stops, 'problem')}.${things}`)}\n\nNext: correct what is marked STOP, then run ${next('check')} again.\n`;
};

const checked =
  (io: CliIo, options: CheckOptions): ((account: Chosen) => Promise<ExitCode>) =>
  async (account) => {
    const found = await account.check({
      storefronts: options.storefront ?? account.storefronts,
      probe: options.probe === true,
      sums: options.sums === true,
      again: 'run tax-nexus check again',
    });
    const parts = found.parts.map(toChecked);
    const summary = summaryOf(parts);
    io.out(
      options.json === true
        ? json({ checked: parts, summary })
        : `${parts.map(describe).join('\n')}\n${summaryText(summary, options)}`,
    );
    return summary.isReady && summary.todo === 0 ? exitCode.settled : exitCode.needsAttention;
  };
