import * as E from 'fp-ts/lib/Either.js';
import type { ReadinessFinding } from '../../mapping/source-connector.ts';
import { check as checkAll, type CheckedPart } from '../../operations/check.ts';
import type { CliIo } from '../cli-io.ts';
import { paint } from '../colors.ts';
import { exitCode, type ExitCode, fail } from '../exit-code.ts';
import { type CommonOptions, withEngine } from '../open-engine.ts';
import { json } from '../render/text.ts';
import { counted } from '../render/words.ts';

interface CheckOptions extends CommonOptions {
  readonly json?: boolean;
  /** Reads again what the service holds of the first transaction. */
  readonly probe?: boolean;
}

interface Checked {
  readonly subject: string;
  readonly findings: readonly ReadinessFinding[];
}

/** What was found, and first whose sales a storefront reads. */
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

/** Permissions that are granted, in one line: each that is missing keeps its own. */
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

/** Whether a sync would work, and how much there is to do. */
interface CheckSummary {
  readonly isReady: boolean;
  readonly stops: number;
  readonly todo: number;
}

const summaryOf = (checked: readonly Checked[]): CheckSummary => {
  const levels = checked.flatMap(({ findings }) => findings.map(({ level }) => level));
  const stops = levels.filter((level) => level === 'stops').length;
  return { isReady: stops === 0, stops, todo: levels.filter((level) => level === 'warns').length };
};

const summaryText = ({ isReady, stops, todo }: CheckSummary): string => {
  const things = todo === 0 ? '' : ` ${counted(todo, 'thing')} to do.`;
  return isReady
    ? `${paint(todo === 0 ? 'green' : 'yellow', `Ready.${things}`)}\n\nNext: tax-nexus sync --from 90d --dry-run\n`
    : `${paint('red', `Not ready: ${counted(stops, 'problem')}.${things}`)}\n\nNext: correct what is marked STOP, then run tax-nexus check again.\n`;
};

/**
 * Looks at the service and at every storefront: credentials, permissions, reach. Changes nothing. Exit code 1 when there is
 * anything to do.
 */
export const check = (io: CliIo, options: CheckOptions): Promise<ExitCode> =>
  withEngine(io, options, async ({ operations }) => {
    const found = await checkAll(operations, operations.storefronts(), {
      isProbe: options.probe === true,
      again: 'run tax-nexus check again',
    })();
    if (E.isLeft(found)) return fail(io, found.left);
    const checked = found.right.parts.map(toChecked);
    const summary = summaryOf(checked);
    io.out(
      options.json === true
        ? json({ checked, summary })
        : `${checked.map(describe).join('\n')}\n${summaryText(summary)}`,
    );
    return summary.isReady && summary.todo === 0 ? exitCode.settled : exitCode.needsAttention;
  });
