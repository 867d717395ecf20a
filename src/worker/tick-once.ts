import * as E from 'fp-ts/lib/Either.js';
import type { StoreError } from '../domain/sync-store.ts';
import type { SyncFailure } from '../sync/sync-failure.ts';
import { inTurns } from './in-turns.ts';
import type { LivePorts } from './live-ports.ts';
import type { TickResult } from './tick-result.ts';
import { makeContext, type Running } from './make-context.ts';
import type { Station } from './station.ts';
import type { Trouble } from './trouble.ts';
import { workStation } from './work-station.ts';
import { mayBeDue, workTasks } from './work-tasks.ts';

/** Its time was up while a platform was asked; the next tick asks again. */
const noAnswer = { cause: 'no answer', message: 'Its platform gave no answer in the time that there was' } as const;

/** Does everything that is due at all storefronts, bells first, within about so many milliseconds. */
export const tickOnce = async (
  ports: LivePorts,
  stations: ReadonlyMap<string, Station>,
  budgetMs: number,
  { steadyNow, isCutOff }: Pick<Running, 'steadyNow' | 'isCutOff'>,
): Promise<E.Either<SyncFailure, TickResult>> => {
  const endsAt = steadyNow() + budgetMs;
  // A lane that is interrupted gives each bell back at once: taken again, it would be read over and over.
  const isLate = (): boolean => isCutOff() || ports.sync.isInterrupted() || steadyNow() >= endsAt;
  const failures: StoreError[] = [];
  const troubles: Trouble[] = [];
  const unread = new Map<string, Trouble>();
  // What keeps many records back is said once.
  const note = (trouble: Trouble): void => {
    const isKnown = troubles.some(
      ({ storefront, message }) => storefront === trouble.storefront && message.endsWith(trouble.message),
    );
    if (!isKnown) troubles.push(trouble);
  };
  const context = makeContext(
    ports,
    stations,
    { steadyNow, isClosing: isLate, isCutOff: isLate },
    {
      onBookFailure: (error) => void failures.push(error),
      onTrouble: note,
      onRecordRead: ({ storefront, recordId }, trouble) => {
        const key = JSON.stringify([storefront, recordId]);
        if (trouble === null) unread.delete(key);
        else unread.set(key, trouble);
      },
    },
  );
  let bells = 0;
  const tasks: TickResult['tasks'][number][] = [];
  const ring = async (station: Station): Promise<void> => {
    bells += await workStation(context, station);
  };
  const all = [...stations.values()];
  const rung = inTurns(context, all, ring);
  await rung.begun;
  const worked = inTurns(context, all, async (station) => {
    if (isLate() || !mayBeDue(context, station)) return;
    const done = await workTasks(context, station);
    tasks.push(...done.map((task) => ({ task, storefront: station.storefront })));
    // What could not be settled at once has rung.
    await ring(station);
  });
  for (const { storefront } of [...(await worked.ended), ...(await rung.ended)])
    note({ storefront, task: null, ...noAnswer });
  for (const trouble of unread.values()) note(trouble);
  // One that rests since the tick before was not opened in this one.
  for (const { storefront, trouble } of all) if (trouble !== null) note({ storefront, task: null, ...trouble });
  const [failure] = failures;
  return failure === undefined ? E.right({ bells, tasks, troubles, isDone: !isLate() }) : E.left(failure);
};
