/** `check`: whether a historical sync can begin. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { SourceError } from '../domain/errors.ts';
import type { SumsCheck } from '../domain/review-store.ts';
import type { StoreError } from '../domain/sync-store.ts';
import { parseServiceFacts, type ServiceFacts } from '../domain/tax-service.ts';
import type { Account, ReadinessFinding } from '../mapping/source-connector.ts';
import { inParallel } from '../domain/async.ts';
import { checkService, describeFacts, describeSample, describeWire } from '../pipeline/check-service.ts';
import type { SyncPorts } from '../pipeline/ports.ts';
import { checkAccount, sampleSent } from '../pipeline/service-facts.ts';
import { failureOf } from './failure.ts';
import { asIs, ofStorefronts, operation } from './operation.ts';
import type { AccountState, OperationPorts } from './ports.ts';
import type { OfStorefronts } from './requests.ts';
import { count, fields, list, named, oneOf, orNull, storefrontNames, text, yesNo } from './shapes.ts';
import { someStorefronts, withAccount } from './state.ts';

/** The findings about the service or a storefront. */
export interface CheckedPart {
  /** `service`, the name of a storefront, or `sync database`. */
  readonly subject: string;
  /** Null for the service and the sync database, and for a platform that does not answer. */
  readonly account: Account | null;
  readonly findings: readonly ReadinessFinding[];
  /** Records in its whole history; null when the platform does not state it. */
  readonly records: number | null;
}

/** Whether a historical sync can begin. */
export interface Check {
  /** No finding stops it. */
  readonly isReady: boolean;
  /** The service first, then the storefronts in order of precedence. */
  readonly parts: readonly CheckedPart[];
}

/** The options of a check. */
export interface CheckRequest<Name extends string> extends OfStorefronts<Name> {
  /** Reads again what the service holds of the first transaction and of a sample of the others. Default false. */
  readonly probe?: boolean;
  /** Counts all transactions again, and compares them with the sums of days that statements and thresholds read. Default false. */
  readonly sums?: boolean;
  /** How a person checks once more, as the end of a sentence. Default `check again`. */
  readonly again?: string;
}

export interface CheckPromise<Name extends string> {
  /**
   * Checks the service and storefronts of one account: credentials, permissions, reachable history. Changes nothing. Rejects with
   * `UNKNOWN_STOREFRONT` and `ACCOUNT`; a platform or service that does not answer is a finding.
   *
   * @example
   * const { isReady, parts } = await taxNexus.check();
   */
  readonly check: (request?: CheckRequest<Name>) => Promise<Check>;
}

const checkShape = named(
  'Check',
  fields({
    isReady: yesNo('Whether nothing stops a sync'),
    parts: list(
      fields({
        subject: text('"service", or a storefront'),
        account: orNull(fields({ id: text(), name: text(), timeZone: text('IANA') })),
        findings: list(fields({ level: oneOf('fine', 'warns', 'stops'), subject: text(), message: text() })),
        records: orNull(count),
      }),
    ),
  }),
);

/** Adds the remedy for a platform that does not respond, which the failure does not name. */
const describeSource = (storefront: string, error: SourceError, again: string): string => {
  switch (error._tag) {
    case 'SourceUnreachable':
      return `${error.message}. Check the internet connection and the settings of ${storefront}, wait until the platform is up, and ${again}`;
    case 'SourceThrottled':
      return `${error.message}. Wait a minute and ${again}`;
    case 'SourceCredentialsRefused':
    case 'SourceRefused':
      return error.message;
  }
};

const stops = (message: string): readonly ReadinessFinding[] => [{ level: 'stops', subject: 'access', message }];

/** A storefront that is checked, and the platform's account in one text. */
interface CheckedStorefront extends CheckedPart {
  readonly reads: string | null;
}

const checkStorefront = async (
  { connectorOf }: Pick<OperationPorts, 'connectorOf'>,
  subject: string,
  again: string,
): Promise<CheckedStorefront> => {
  const connector = connectorOf(subject);
  const nothing = { subject, account: null, records: null, reads: null };
  if (connector === undefined) return { ...nothing, findings: stops('It is no longer configured.') };
  const readiness = await connector.check();
  if (E.isLeft(readiness)) return { ...nothing, findings: stops(describeSource(subject, readiness.left, again)) };
  const { account, findings, records } = readiness.right;
  return { subject, account, findings, records: O.toNullable(records), reads: `${connector.platform}:${account.id}` };
};

/** Two keys of one account may read different records, and would then map the same sale differently. */
const withTwins = (all: readonly CheckedStorefront[]): readonly CheckedPart[] =>
  all.map(({ reads, ...part }) => {
    const first = all.find((other) => reads !== null && other.reads === reads);
    if (first === undefined || first.subject === part.subject) return part;
    const message = `it reads the same account as ${first.subject}, and a sale belongs to one storefront. Remove one of the two`;
    return { ...part, findings: [...part.findings, { level: 'warns', subject: 'same account', message }] };
  });

/** What a full count says about the sums of days. */
const describeSums = ({ transactions, sums, wrong, wrongCount }: SumsCheck): ReadinessFinding => {
  const [first] = wrong;
  if (first === undefined)
    return {
      ...{ level: 'fine', subject: 'sums' },
      message: `${sums} sums of days are those of all ${transactions} sales and refunds, sent or not`,
    };
  const { storefront, day, jurisdiction, currency } = first.group;
  const place = jurisdiction === '' ? 'an unknown place' : jurisdiction;
  return {
    ...{ level: 'stops', subject: 'sums' },
    message: `${wrongCount} of ${sums} sums of days are not those of their transactions, first of ${storefront} on ${day}, ${place}, ${currency}: statements and thresholds of these days are wrong. Report it with this message, and file from the export of transactions until then`,
  };
};

const checkedSums = async (
  { reviews }: Pick<AccountState, 'reviews'>,
  seesAll: boolean,
): Promise<E.Either<StoreError, readonly CheckedPart[]>> => {
  const part = { subject: 'sync database', account: null, records: null };
  const message = 'they are of all storefronts together, and you do not see all of them';
  if (!seesAll) return E.right([{ ...part, findings: [{ level: 'warns', subject: 'sums', message }] }]);
  const check = await reviews.checkSums();
  return E.isLeft(check) ? check : E.right([{ ...part, findings: [describeSums(check.right)] }]);
};

/** Storefronts that are asked at the same time. */
const atATime = inParallel(8);

export const check = operation<CheckPromise<string>['check']>()({
  name: 'check',
  summary: 'Checks the service and storefronts: credentials, permissions, reachable history. Changes nothing',
  right: 'operate',
  about: ofStorefronts,
  ask: (request = {}) => request,
  run: (ports, { storefronts = ports.storefronts(), probe = false, sums = false, again = 'check again' }) =>
    pipe(
      TE.fromEither(someStorefronts(ports, storefronts)),
      TE.flatMap((names) =>
        withAccount(ports, (state) => async () => {
          const checked: CheckedStorefront[] = [];
          const sees = await state.seesAll();
          if (E.isLeft(sees)) return E.left(failureOf(sees.left));
          const [findings] = await Promise.all([
            state.checkService({ isProbe: probe, again, namesFirst: sees.right })(),
            atATime([...names.entries()], async ([position, name]) => {
              checked[position] = await checkStorefront(ports, name, again);
            }),
          ]);
          const ofSums = sums ? await checkedSums(state, sees.right) : E.right([]);
          if (E.isLeft(ofSums)) return E.left(failureOf(ofSums.left));
          const service = { subject: 'service', account: null, findings, records: null };
          const parts = [service, ...withTwins(checked), ...ofSums.right];
          const isReady = parts.every((part) => part.findings.every(({ level }) => level !== 'stops'));
          return E.right({ isReady, parts });
        }),
      ),
    ),
  http: {
    method: 'post',
    path: '/check',
    given: fields({}, { storefronts: storefrontNames }),
    ask: asIs,
    show: asIs,
    answer: checkShape,
  },
});

/**
 * What is found at the service: whether it accepts the key, whether it is the account that sales were sent to, the wire settings,
 * and what the first transaction taught.
 */
export const checkedService = async (
  ports: Pick<SyncPorts, 'service' | 'store' | 'wire' | 'clock'>,
  { isProbe, again, namesFirst }: Parameters<AccountState['checkService']>[0],
): Promise<readonly ReadinessFinding[]> => {
  const facts = await knownFacts(ports);
  // The first sale may be of a storefront that the user does not see.
  const firstSale = namesFirst && facts !== null ? facts.first.id : 'the first sale';
  const access = await checkService(ports.service, again)();
  return [
    access,
    ...(access.level === 'stops' ? [] : await checkSent(ports, isProbe)),
    describeWire(ports.wire?.settings ?? {}),
    describeFacts(facts, firstSale),
    ...(isProbe ? [await probeFirst(ports, facts, firstSale)] : []),
  ];
};

const knownFacts = async ({ store, wire }: Pick<SyncPorts, 'store' | 'wire'>): Promise<ServiceFacts | null> => {
  const kept = await store.serviceFacts(wire?.fingerprint ?? '')();
  return E.isLeft(kept) ? null : O.toNullable(O.chain(parseServiceFacts)(kept.right));
};

/** Whether the key belongs to the account that the transactions were sent to, as a sync asks before it sends. */
const checkSent = async (
  { service, store, wire, clock }: Pick<SyncPorts, 'service' | 'store' | 'wire' | 'clock'>,
  isProbe: boolean,
): Promise<readonly ReadinessFinding[]> => {
  const client = {
    find: (id: string) => service.find(id)(),
    list: (cursor: O.Option<string>) => service.list(cursor)(),
    isOver: () => false,
  };
  const account = await checkAccount({ store, wire, clock, client });
  if (E.isLeft(account)) return [{ level: 'stops', subject: 'account', message: account.left.message }];
  if (!isProbe) return [];
  const sample = await sampleSent({ store, client });
  return [
    E.isLeft(sample)
      ? { level: 'stops', subject: 'sent transactions', message: sample.left.message }
      : describeSample(sample.right),
  ];
};

/** Only names of fields, because what the service holds may be personal data. */
const probeFirst = async (
  { service }: Pick<SyncPorts, 'service'>,
  facts: ServiceFacts | null,
  firstSale: string,
): Promise<ReadinessFinding> => {
  const subject = 'probe';
  if (facts === null) return { level: 'fine', subject, message: 'nothing to look at yet; nothing was sent' };
  const found = await service.find(facts.first.remoteId === '' ? facts.first.id : facts.first.remoteId)();
  if (E.isLeft(found) || O.isNone(found.right)) {
    return { level: 'fine', subject, message: `${firstSale} is not shown by its id; nothing was sent` };
  }
  const fields = Object.keys(found.right.value).sort().join(', ');
  return { level: 'fine', subject, message: `${firstSale} is shown with ${fields}; nothing was sent` };
};
