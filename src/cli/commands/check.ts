import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import { parseServiceFacts, type ServiceFacts } from '../../domain/tax-service.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { ReadinessFinding } from '../../mapping/source-connector.ts';
import { checkService, describeFacts, describeWire } from '../../pipeline/check-service.ts';
import type { StorefrontPorts, SyncPorts } from '../../pipeline/ports.ts';
import type { CliIo } from '../cli-io.ts';
import { paint } from '../colors.ts';
import { exitCode, type ExitCode } from '../exit-code.ts';
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

const stops = (subject: string, message: string): ReadinessFinding => ({ level: 'stops', subject, message });

const again = 'run tax-nexus check again';

/** Adds the remedy for a platform that does not respond, which the failure does not name. */
const describeSource = (storefront: string, error: SourceError): string => {
  switch (error._tag) {
    case 'SourceUnreachable':
      return `${error.message}. Check this machine's internet connection and the settings under storefronts.${storefront}, wait until the platform is up, and ${again}`;
    case 'SourceThrottled':
      return `${error.message}. Wait a minute and ${again}`;
    case 'SourceCredentialsRefused':
    case 'SourceRefused':
      return error.message;
  }
};

/** Whose sales a storefront reads, the same text for the same account; undefined when it could not be asked. */
interface CheckedStorefront extends Checked {
  readonly account: string | undefined;
}

const checkStorefront = async ([name, { connector }]: [string, StorefrontPorts]): Promise<CheckedStorefront> => {
  const readiness = await connector.check();
  if (E.isLeft(readiness)) {
    return { subject: name, account: undefined, findings: [stops('access', describeSource(name, readiness.left))] };
  }
  const { account, findings, records } = readiness.right;
  const count = O.isSome(records) ? counted(records.value, 'record') : 'the platform does not state how many records';
  return {
    subject: name,
    account: `${connector.platform}:${account.id}`,
    findings: [
      { level: 'fine', subject: 'account', message: `${account.name}, days counted in ${account.timeZone}, ${count}` },
      ...findings,
    ],
  };
};

/** Two keys of one account may read different records, and would then map the same sale differently. */
const withTwins = (all: readonly CheckedStorefront[]): readonly Checked[] =>
  all.map(({ subject, account, findings }) => {
    const first = all.find((other) => account !== undefined && other.account === account);
    if (first === undefined || first.subject === subject) return { subject, findings };
    const message = `it reads the same account as ${first.subject}, and a sale belongs to one storefront. Take one of the two out of storefronts`;
    return { subject, findings: [...findings, { level: 'warns', subject: 'same account', message }] };
  });

const knownFacts = async ({ store, wire }: Pick<SyncPorts, 'store' | 'wire'>): Promise<ServiceFacts | null> => {
  const kept = await store.serviceFacts(wire?.fingerprint ?? '')();
  return E.isLeft(kept) ? null : O.toNullable(O.chain(parseServiceFacts)(kept.right));
};

/** Field names alone: what the service holds may be personal data. */
const probeFirst = async (
  { service }: Pick<SyncPorts, 'service'>,
  facts: ServiceFacts | null,
): Promise<ReadinessFinding> => {
  const subject = 'probe';
  if (facts === null) return { level: 'fine', subject, message: 'nothing to look at yet; nothing was sent' };
  const found = await service.find(facts.first.remoteId === '' ? facts.first.id : facts.first.remoteId)();
  if (E.isLeft(found) || O.isNone(found.right)) {
    return { level: 'fine', subject, message: `${facts.first.name} is not shown by its id; nothing was sent` };
  }
  const fields = Object.keys(found.right.value).sort().join(', ');
  return { level: 'fine', subject, message: `${facts.first.name} is shown with ${fields}; nothing was sent` };
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

/** Storefronts that are asked at the same time. */
const atATime = 8;

const inTurns = async <A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<readonly B[]> => {
  const done: B[] = [];
  for (let at = 0; at < all.length; at += atATime) {
    done.push(...(await Promise.all(all.slice(at, at + atATime).map(work))));
  }
  return done;
};

/**
 * Looks at the service and at every storefront: credentials, permissions, reach. Changes nothing. Exit code 1 when there is
 * anything to do.
 */
export const check = (io: CliIo, options: CheckOptions): Promise<ExitCode> =>
  withEngine(io, options, async ({ ports }) => {
    const facts = await knownFacts(ports);
    const serviceFindings = [
      await checkService(ports.service, again)(),
      describeWire(ports.wire?.settings ?? {}),
      describeFacts(facts),
      ...(options.probe === true ? [await probeFirst(ports, facts)] : []),
    ];
    const storefronts = await inTurns(Object.entries(ports.storefronts), checkStorefront);
    const checked = [{ subject: 'service', findings: serviceFindings }, ...withTwins(storefronts)];
    const summary = summaryOf(checked);
    io.out(
      options.json === true
        ? json({ checked, summary })
        : `${checked.map(describe).join('\n')}\n${summaryText(summary)}`,
    );
    return summary.isReady && summary.todo === 0 ? exitCode.settled : exitCode.needsAttention;
  });
