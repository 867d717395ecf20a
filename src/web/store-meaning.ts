/** Stores what a verified webhook means (a changed record, an erasure, an uninstall) before the platform gets its answer. */
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { errorName } from '../domain/errors.ts';
import type { Inbox, WebhookDelivery } from '../domain/inbox.ts';
import type { Instant } from '../domain/instant.ts';
import type { WebhookMeaning } from '../mapping/source-connector.ts';
import type { StoreDown, WebPorts } from './web-ports.ts';

type StorePorts = Pick<WebPorts, 'inbox' | 'wake' | 'onEvent' | 'clock' | 'log'>;

/** `stored`: the delivery is durable now, or already was. `irrelevant`: it concerns no record that is synced. */
type Stored = 'stored' | 'irrelevant';

/**
 * One insert makes the delivery durable. The live worker reads the record later. On Left, the platform must be asked to deliver
 * again.
 */
export const storeMeaning = (
  ports: StorePorts,
): ((storefront: string, meaning: WebhookMeaning, receivedAt: Instant) => TE.TaskEither<StoreDown, Stored>) => {
  const once = sharedErasures();
  return (storefront, meaning, receivedAt) =>
    meaning._tag === 'Irrelevant'
      ? TE.right('irrelevant')
      : pipe(
          ports.inbox,
          TE.tap((inbox) => inbox.receiveDelivery(deliveryOf(storefront, meaning, receivedAt))),
          TE.flatMap(applyMeaning({ ...ports, once }, storefront, meaning)),
          TE.map(() => 'stored'),
        );
};

type Erasure = Promise<E.Either<StoreDown, number>>;

/** Equal requests share an erasure in progress, which may cover many records. */
const sharedErasures = (): ((key: string, erase: () => Erasure) => Erasure) => {
  const inProgress = new Map<string, Erasure>();
  return (key, erase) => {
    const before = inProgress.get(key);
    if (before !== undefined) return before;
    const erasure = erase().finally(() => inProgress.delete(key));
    inProgress.set(key, erasure);
    return erasure;
  };
};

const deliveryOf = (storefront: string, meaning: WebhookMeaning, receivedAt: Instant): WebhookDelivery => ({
  storefront,
  deliveryId: meaning.deliveryId,
  recordId: 'recordId' in meaning ? meaning.recordId : null,
  isDeletion: meaning._tag === 'RecordDeleted',
  receivedAt,
});

/** Does the work that must precede the response. A duplicate does it again, because the first attempt may have failed halfway. */
const applyMeaning =
  (
    ports: StorePorts & { readonly once: ReturnType<typeof sharedErasures> },
    storefront: string,
    meaning: WebhookMeaning,
  ) =>
  (inbox: Inbox): TE.TaskEither<StoreDown, void> => {
    const { wake, onEvent, once } = ports;
    const erase = (erasure: TE.TaskEither<StoreDown, number>): TE.TaskEither<StoreDown, void> => {
      // Keyed by the erased records, because a forger can invent delivery ids.
      const key = JSON.stringify([storefront, 'recordIds' in meaning ? meaning.recordIds : null]);
      return pipe(
        () => once(key, erasure),
        TE.flatMapTask((records) => () => confirmErasure(ports, inbox, { storefront, records })),
      );
    };
    switch (meaning._tag) {
      case 'RecordChanged':
      case 'RecordDeleted':
        return TE.fromIO(() => wake(storefront));
      case 'DataRequested':
        return TE.fromIO(() => onEvent({ type: 'privacy.dataRequested', storefront, recordIds: meaning.recordIds }));
      case 'EraseRecords':
        return erase(inbox.eraseRecords(storefront, meaning.recordIds));
      case 'EraseStorefront':
        return erase(inbox.eraseStorefront(storefront));
      case 'Uninstalled':
        return TE.fromIO(() => onEvent({ type: 'storefront.uninstalled', storefront }));
      case 'Irrelevant':
        return TE.right(undefined);
    }
  };

/** Milliseconds between two attempts. Short, because nothing else ends the wait at shutdown. */
const pause = 1_000;

/** A minute of attempts. */
const attemptsBeforeWarning = 60;

const erasureWaits =
  'An erasure is not complete yet. The rows are erased, but their bytes stay in the file until other processes stop reading or writing the sync database for a moment.';

const erasureFailed =
  'An erasure cannot be confirmed because of an internal error. The rows are erased; please report it';

/**
 * Reports an erasure by the event `privacy.erased` once the bytes have left the files. Resolves after the first attempt, so
 * that the platform gets its response in time; further attempts run in the background.
 */
const confirmErasure = async (
  { clock, log, onEvent }: Pick<WebPorts, 'clock' | 'log' | 'onEvent'>,
  { purge }: Pick<Inbox, 'purge'>,
  { storefront, records }: { readonly storefront: string; readonly records: number },
): Promise<void> => {
  const attempt = async (): Promise<boolean> => {
    const purged = await purge();
    if (E.isRight(purged)) {
      if (purged.right) onEvent({ type: 'privacy.erased', storefront, records });
      return purged.right;
    }
    // The storage was closed or failed permanently.
    const isOver = purged.left.problem === 'other';
    if (isOver) log.error(`An erasure cannot be confirmed: ${purged.left.message}`, { storefront });
    return isOver;
  };
  const keepTrying = async (): Promise<void> => {
    for (let attempts = 2; ; attempts += 1) {
      await clock.sleep(pause)();
      if (await attempt()) return;
      if (attempts === attemptsBeforeWarning) log.warn(erasureWaits, { storefront });
    }
  };
  if (await attempt()) return;
  keepTrying().catch((error: unknown) => {
    log.error(`${erasureFailed} (${errorName(error)}).`, { storefront });
  });
};
