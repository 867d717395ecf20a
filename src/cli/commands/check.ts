/** `tax-nexus check`: whether keys, permissions and settings allow a sync, before anything is read or sent. */
import * as E from 'fp-ts/lib/Either.js';
import { describeComplaint } from '../../app/configuration/complaint.ts';
import type { Foundation } from '../../app/configuration/configuration.ts';
import { type Env, secretOf } from '../../domain/secret-setting.ts';
import { readSetting } from '../../domain/setting.ts';
import type { ReadinessFinding } from '../../mapping/source-connector.ts';
import type { Chosen } from '../../app/plugin/command.ts';
import type { CheckedPart } from '../../app/plugin/tax-nexus.ts';
import type { CliIo } from '../cli-io.ts';
import { paint } from '../colors.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
import { type CommonOptions, type Following, idle, nextCommand, withAccount } from '../open-command.ts';
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
  /** `env:NAME` of another API key of the service, which is checked in place of the present one. */
  readonly withKey?: string;
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
  withAccount(
    io,
    options,
    checked(io, options),
    { storefronts: options.storefront },
    {
      ...idle,
      ...(options.withKey !== undefined && { extend: withKey(io.env, options.withKey) }),
    },
  );

/** The same settings with another API key of the service. */
const withKey =
  (env: Env, named: string): NonNullable<Following['extend']> =>
  (settings) => {
    // The text is not repeated, because it may be the key itself.
    const [, name] = /^env:(.*)$/.exec(named) ?? [];
    const read = readSetting('--with-key')(
      secretOf(env, 'service key', 'Write env:NAME, and put the new key into the variable NAME'),
      { env: name ?? '' },
    );
    if (E.isLeft(read)) return Promise.resolve(E.left(read.left.map(describeComplaint).join('\n')));
    const key = read.right;
    const { foundation, accounts } = settings;
    return Promise.resolve(
      E.right({
        ...settings,
        foundation: () =>
          E.map((one: Foundation) => ({
            ...one,
            service: { ...one.service, apiKey: one.service.apiKey === null ? null : key },
          }))(foundation()),
        accounts:
          accounts &&
          (async (account) => {
            const given = await accounts(account);
            return given === null ? null : { ...given, apiKey: key.reveal() };
          }),
      }),
    );
  };

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
  if (isReady && options.withKey !== undefined)
    return `${paint(todo === 0 ? 'green' : 'yellow', `The new key can be used.${things}`)}\n\nNext: put it in place of the present key, restart what runs, and run ${next('check')}.\n`;
  return isReady
    ? `${paint(todo === 0 ? 'green' : 'yellow', `Ready.${things}`)}\n\nNext: ${next('sync --from 90d --dry-run')}\n`
    : `${paint('red', `Not ready: ${counted(stops, 'problem')}.${things}`)}\n\nNext: correct what is marked STOP, then run ${next('check')} again.\n`;
};

const checked =
  (io: CliIo, options: CheckOptions): ((account: Chosen) => Promise<ExitCode>) =>
  async (account) => {
    const found = await account.check({
      storefronts: options.storefront ?? account.storefronts,
      probe: options.probe === true || options.withKey !== undefined,
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
