import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Inbox, WebhookDelivery } from '../domain/inbox.ts';
import type { Instant } from '../domain/instant.ts';
import type { WebhookMeaning } from '../mapping/source-connector.ts';
import type { StoreDown, WebPorts } from './web-ports.ts';

type StorePorts = Pick<WebPorts, 'inbox' | 'wake' | 'onEvent' | 'clock' | 'log'>;

/**
 * What became of a delivery. `stored`: it is durable, or was before; a record is read again. `irrelevant`: it is about
 * nothing that we know of.
 */
type Stored = 'stored' | 'irrelevant';

type Erasure = Promise<E.Either<StoreDown, number>>;

/** Lets the same erasure be at work once, however often it is asked for at the same time: it may be of many records. */
const sharing = (): ((key: string, erase: () => Erasure) => Erasure) => {
  const atWork = new Map<string, Erasure>();
  return (key, erase) => {
    const before = atWork.get(key);
    if (before !== undefined) return before;
    const erasure = erase().finally(() => atWork.delete(key));
    atWork.set(key, erasure);
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

/** What has to be done before the answer. A duplicate is done again: the first time may have failed half way. */
const carryOut = async (
  ports: StorePorts & { readonly once: ReturnType<typeof sharing> },
  inbox: Inbox,
  storefront: string,
  meaning: WebhookMeaning,
): Promise<E.Either<StoreDown, void>> => {
  const { wake, onEvent, once } = ports;
  // By what it erases: the id of a delivery may be made up.
  const key = JSON.stringify([storefront, 'recordIds' in meaning ? meaning.recordIds : null]);
  const erased = async (result: E.Either<StoreDown, number>): Promise<E.Either<StoreDown, void>> => {
    if (E.isLeft(result)) return result;
    await confirmErasure(ports, inbox, { storefront, records: result.right });
    return E.right(undefined);
  };
  switch (meaning._tag) {
    case 'RecordChanged':
    case 'RecordDeleted':
      return E.right(wake(storefront));
    case 'DataRequested':
      return E.right(onEvent({ type: 'privacy.dataRequested', storefront, recordIds: meaning.recordIds }));
    case 'EraseRecords':
      return erased(await once(key, inbox.eraseRecords(storefront, meaning.recordIds)));
    case 'EraseStorefront':
      return erased(await once(key, inbox.eraseStorefront(storefront)));
    case 'Uninstalled':
      return E.right(onEvent({ type: 'storefront.uninstalled', storefront }));
    case 'Irrelevant':
      return E.right(undefined);
  }
};

/**
 * Makes a verified delivery durable with one insert and carries out what a platform asks for; the record that it names is
 * read again later, by the engine. Left: nothing may be answered but "come again".
 */
export const storeMeaning = (
  ports: StorePorts,
): ((storefront: string, meaning: WebhookMeaning, receivedAt: Instant) => TE.TaskEither<StoreDown, Stored>) => {
  const once = sharing();
  return (storefront, meaning, receivedAt) => async () => {
    if (meaning._tag === 'Irrelevant') return E.right('irrelevant');
    const inbox = await ports.inbox();
    if (E.isLeft(inbox)) return inbox;
    const stored = await inbox.right.receiveDelivery(deliveryOf(storefront, meaning, receivedAt))();
    if (E.isLeft(stored)) return stored;
    const done = await carryOut({ ...ports, once }, inbox.right, storefront, meaning);
    return E.isLeft(done) ? done : E.right('stored');
  };
};

/** Milliseconds between two attempts; short, because nothing else ends the waiting when the process is to end. */
const pause = 1_000;

/** Attempts until it is worth a warning: a minute. */
const worthAWarning = 60;

const waits =
  'An erasure is not complete yet: another process reads or writes the sync database all the time. The rows are erased; their bytes leave the file when that process pauses.';

/**
 * Confirms an erasure by the event `privacy.erased`, when the bytes have left the files and no sooner. Resolves after the first
 * attempt, so that the platform has its answer in time; further attempts follow by themselves.
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
    // The storage was closed, or failed for good.
    const isOver = purged.left.problem === 'other';
    if (isOver) log.error(`An erasure cannot be confirmed: ${purged.left.message}`, { storefront });
    return isOver;
  };
  const goOn = async (): Promise<void> => {
    for (let attempts = 2; ; attempts += 1) {
      await clock.sleep(pause)();
      if (await attempt()) return;
      if (attempts === worthAWarning) log.warn(waits, { storefront });
    }
  };
  if (!(await attempt())) void goOn();
};
