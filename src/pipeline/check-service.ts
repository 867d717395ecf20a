/** Checks the connection to the service, and describes in a setup check how it is configured and what is known about it. */
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type * as T from 'fp-ts/lib/Task.js';
import type { CursorRefused, ServiceFacts, ServiceFailure, TaxService } from '../domain/tax-service.ts';
import type { ReadinessFinding } from '../mapping/source-connector.ts';
import type { WireSettings } from '../domain/wire-settings.ts';
import type { SentSample } from './service-facts.ts';

/**
 * Checks by one request whether the service accepts the key and shows its transactions. Changes nothing, and does not
 * retry.
 *
 * @param again how the person who reads the finding checks once more, as the end of a sentence
 * @example
 * await checkService(ports.service, 'run tax-nexus check again')(); // { level: 'fine', subject: 'access', message: '…' }
 */
export const checkService =
  (service: Pick<TaxService, 'list'>, again: string): T.Task<ReadinessFinding> =>
  async () => {
    const page = await service.list(O.none)();
    if (E.isLeft(page)) return { level: 'stops', subject: 'access', message: describe(page.left, again) };
    const message = 'the key is accepted and the list of transactions can be read';
    const isEmpty = page.right.transactions.length === 0;
    return { level: 'fine', subject: 'access', message: isEmpty ? `${message}; it is empty` : message };
  };

/** Describes a sample of what was sent. Pure. */
export const describeSample = ({ asked, shown, unclear }: SentSample): ReadinessFinding => {
  const subject = 'sent transactions';
  if (asked === 0)
    return {
      ...{ level: 'fine', subject },
      message: 'none was sent yet, so that nothing shows whether the key is of the right account',
    };
  const message = `the key sees ${shown} of a sample of ${asked}`;
  if (shown === asked) return { level: 'fine', subject, message };
  const rest =
    unclear === 0
      ? 'The others were deleted in the service, or the key does not see them: tax-nexus reconcile lists them'
      : `For ${unclear} the service gave no clear response: check again`;
  return { level: 'warns', subject, message: `${message}. ${rest}` };
};

const identities: Readonly<Record<NonNullable<WireSettings['identity']>, string>> = {
  auto: 'learned from the first transaction',
  client: 'ours',
  service: "the service's",
};

/** Describes the wire settings. Pure. */
export const describeWire = ({
  amounts = 'number',
  names = {},
  nulls = 'send',
  identity = 'auto',
  marketplaces,
  entities,
  leaveOut = [],
  nextCursor,
  extra = {},
  optional = [],
  metadata = [],
}: WireSettings): ReadinessFinding => {
  const parts = [
    `amounts as ${amounts === 'minorUnits' ? 'minor units' : `${amounts}s in major units`}`,
    `ids: ${identities[identity]}`,
    nulls === 'send'
      ? 'missing address parts as null'
      : nulls === 'omit'
        ? 'missing address parts left out'
        : 'missing address parts as empty text',
    ...(Object.keys(names).length === 0
      ? []
      : [
          `renamed: ${Object.entries(names)
            .map(([ours, theirs]) => `${ours} as ${theirs}`)
            .join(', ')}`,
        ]),
    ...(marketplaces === undefined ? [] : [`marketplaces ${list(marketplaces.codes)}, others: ${marketplaces.others}`]),
    ...(entities === undefined ? [] : [`entities ${list(entities)}`]),
    ...(leaveOut.length === 0 ? [] : [`left out: ${list(leaveOut)}`]),
    ...(nextCursor === undefined ? [] : [`the next page is named by ${nextCursor}`]),
    ...(Object.keys(extra).length === 0 ? [] : [`constant fields ${list(Object.keys(extra))}`]),
    ...(optional.length === 0 ? [] : [`also sent: ${list(optional)}`]),
    ...(metadata.length === 0 ? [] : [`metadata ${list(metadata)}`]),
  ];
  return { level: 'fine', subject: 'wire', message: parts.join('; ') };
};

const describeList: Readonly<Record<ServiceFacts['list'], string>> = {
  prompt: 'its list shows a transaction at once',
  late: 'its list shows a transaction late',
  'not read': 'its list was not needed',
};

/** Describes what is known about the service. Pure. */
export const describeFacts = (facts: ServiceFacts | null, firstSale = facts?.first.id ?? ''): ReadinessFinding => {
  if (facts === null) {
    return {
      level: 'fine',
      subject: 'first transaction',
      message:
        'None was pushed yet with these settings, so that it is not known whether the key may push. The first one goes alone, and the response is compared with what was sent.',
    };
  }
  const { identity, normalized, changed } = facts;
  const words = [
    `ids are ${identity === 'client' ? 'ours' : "the service's"}`,
    describeList[facts.list],
    ...(facts.listShows === null ? [] : [`the list shows ${list(facts.listShows)}`]),
    ...(facts.refusesEqualNames === true ? ['equal names are refused'] : []),
    ...(normalized.length === 0 ? [] : [`it writes ${list(normalized)} in another form`]),
  ].join('; ');
  return changed.length === 0
    ? { level: 'fine', subject: 'first transaction', message: `${firstSale}: ${words}` }
    : {
        level: 'stops',
        subject: 'first transaction',
        message: `${firstSale}: the service changed values that were sent: ${list(changed)}. Set service.wire to match the service, or have the service corrected. The next historical sync tries one transaction again.`,
      };
};

/** The failure's message and its remedy. */
const describe = (failure: ServiceFailure | CursorRefused, again: string): string => {
  switch (failure._tag) {
    case 'SlowDown':
      return `the Tax Nexus Service asks to slow down. Wait a minute and ${again}`;
    case 'Unclear':
    case 'CursorRefused':
      return `${failure.message}. Check service.baseUrl and the network, wait until the service is up, and ${again}`;
    case 'CredentialsRefused':
    case 'Misdirected':
      return failure.message;
  }
};

const list = (values: readonly string[]): string => (values.length === 0 ? 'none' : values.join(', '));
