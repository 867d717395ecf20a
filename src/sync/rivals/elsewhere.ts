import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { StoreError, SyncStore } from '../../domain/sync-store.ts';
import type { SourceError } from '../../domain/errors.ts';
import type { Account } from '../../mapping/source-connector.ts';
import { unknownPlatform } from '../../mapping/unknown-platform.ts';
import type { Calendar } from '../calendar.ts';
import { type Counterpart, counterpartOf, isAnswerTo } from './counterpart.ts';
import { heedHost } from '../entry/heed-host.ts';
import { longestAskedElsewhere, mostRemembered } from '../limits.ts';
import type { SyncPorts } from '../ports.ts';
import { prepareContext, prepareEntry } from '../entry/prepare-entry.ts';
import { isProof, namedRecord } from '../entry/proof.ts';
import { type NotRead, readSource } from '../patience/read-source.ts';
import { remembered } from './remembered.ts';

/** A record of another storefront, as a sale of ours names it. */
export interface Place {
  readonly storefront: string;
  readonly reference: string;
  readonly platform: string;
  readonly recordId: string;
  /** Whether it stands before ours in the configuration: then the sale is its own. */
  readonly comesFirst: boolean;
}

/** What the other storefronts of the configuration know; asked patiently, and remembered for as long as the run lasts. */
export interface Elsewhere {
  /**
   * In the order of the configuration, whichever of them the run is about. None of our own platform: our ids are ours. One whose
   * platform nobody knows may have any record, and cannot be asked: passed over, its sales would be told by others.
   */
  readonly placesOf: (storefront: string, references: readonly string[]) => readonly Place[];
  readonly accountOf: (storefront: string) => Promise<E.Either<SourceError | NotRead, Account>>;
  readonly counterpartOf: (place: Place) => Promise<E.Either<SourceError | NotRead, Counterpart>>;
  /** See `SyncStore.sqlHasSalesWithoutReferences`. */
  readonly hasUnnotedSales: (platform: string) => Promise<E.Either<StoreError, boolean>>;
}

const unknown: SourceError = { _tag: 'SourceRefused', message: 'it is not configured any more' };

/** Whose sale it is does not hang on the days of a run. */
const anyDay: Calendar = { isInRange: () => true, monthOf: () => '' };

const isRead = (answer: E.Either<SourceError | NotRead, unknown>): boolean =>
  E.isRight(answer) || answer.left._tag !== 'NotRead';

/** Opens the way to the other storefronts; nothing is asked before somebody needs it. */
export const makeElsewhere = (
  ports: Pick<SyncPorts, 'storefronts' | 'clock' | 'random' | 'log' | 'beforePush' | 'wire' | 'onQuestion'>,
  book: Pick<SyncStore, 'hasSalesWithoutReferences'>,
  isOver: () => boolean,
): Elsewhere => {
  const names = Object.keys(ports.storefronts);
  const read = readSource(ports, isOver);
  const accounts = remembered<E.Either<SourceError | NotRead, Account>>(mostRemembered, isRead);
  const counterparts = remembered<E.Either<SourceError | NotRead, Counterpart>>(mostRemembered, isRead);
  const unnoted = remembered<E.Either<StoreError, boolean>>(mostRemembered, E.isRight);
  /** Storefronts that gave no answer for so long that the next question would only cost the same patience again. */
  const silent = new Map<string, SourceError>();

  const accountOf: Elsewhere['accountOf'] = (storefront) =>
    accounts(storefront, async () => {
      const configured = ports.storefronts[storefront];
      return configured === undefined ? E.left(unknown) : read(configured.connector.account);
    });

  const ask = async ({ storefront, ...place }: Place): Promise<E.Either<SourceError | NotRead, Counterpart>> => {
    const configured = ports.storefronts[storefront];
    if (configured === undefined) return E.left(unknown);
    const account = await accountOf(storefront);
    if (E.isLeft(account)) return account;
    const silence = silent.get(storefront);
    if (silence !== undefined) return E.left(silence);
    const startedAt = ports.clock.now();
    const isTooLong = (): boolean => Math.abs(ports.clock.now() - startedAt) > longestAskedElsewhere;
    const readInTime = readSource(ports, () => isOver() || isTooLong());
    const answer = await readInTime(configured.connector.readRecord(place.recordId));
    // A platform that hangs is asked for nothing more, as one that gave no answer is.
    const entry =
      E.isLeft(answer) && answer.left._tag === 'NotRead' && answer.left.after !== undefined && !isOver()
        ? E.left(answer.left.after)
        : answer;
    if (E.isLeft(entry)) {
      if (entry.left._tag !== 'NotRead' && entry.left._tag !== 'SourceRefused') silent.set(storefront, entry.left);
      return entry;
    }
    if (O.isNone(entry.right) || !isAnswerTo(place, entry.right.value)) return E.right({ _tag: 'NoSuchRecord' });
    const prepare = prepareContext(ports, configured, { storefront, account: account.right.id, calendar: anyDay });
    const { sale } = prepareEntry(prepare, entry.right.value, place.recordId);
    const heeded = await heedHost(prepare, { sale, refunds: [], movements: [] });
    return E.right(counterpartOf(heeded.sale));
  };

  const mayBeOf = (name: string, platform: string): boolean => {
    const known = ports.storefronts[name]?.connector.platform;
    return known === platform || known === unknownPlatform;
  };

  return {
    placesOf: (storefront, references) => {
      const own = ports.storefronts[storefront]?.connector.platform;
      if (names.every((name) => ports.storefronts[name]?.connector.platform === own)) return [];
      const named = references.filter(isProof).map((reference) => ({ reference, ...namedRecord(reference) }));
      return names.flatMap((name, position) =>
        named
          .filter(({ platform }) => platform !== own && mayBeOf(name, platform))
          .map((record) => ({ ...record, storefront: name, comesFirst: position < names.indexOf(storefront) })),
      );
    },
    accountOf,
    counterpartOf: (place) => counterparts(`${place.storefront} ${place.reference}`, () => ask(place)),
    hasUnnotedSales: (platform) => unnoted(platform, () => book.hasSalesWithoutReferences(platform)()),
  };
};
