import * as O from 'fp-ts/lib/Option.js';
import { streamSSE } from 'hono/streaming';
import { monotonicTime } from '../../pipeline/async.ts';
import type { Html, ScreenContext } from './context.ts';
import { askHost } from './guard.ts';
import { render } from './responses.tsx';
import type { ScreenPorts } from './screen-ports.ts';

/** The current state of a page that follows a run or count. */
export interface Followed {
  readonly element: Html;
  /** Announced by screen readers when it changes: the position, not every number. */
  readonly announcement: string;
}

/** Milliseconds. Reading appears to take hours when the machine was asleep. */
const maxPause = 5 * 60_000;

/** Neither a host's compression nor a proxy may buffer events. */
const unbuffered = (response: Response): Response => {
  response.headers.set('cache-control', 'no-store, no-transform');
  response.headers.set('x-accel-buffering', 'no');
  return response;
};

/**
 * Sends an event every second. Each holds the whole state, so that a lost event does not matter. A user who loses access gets
 * the event `gone` and nothing else.
 *
 * @param read the current state; `over` when the page should reload; none when there is nothing to follow
 */
export const follow = (
  ports: ScreenPorts,
  context: ScreenContext,
  read: () => Promise<O.Option<Followed | 'over'>>,
): Promise<Response> =>
  Promise.resolve(
    unbuffered(
      streamSSE(context, async (stream) => {
        // Setting the clock back must not extend a user's access.
        const steadyNow = monotonicTime(ports.clock);
        let guardedAt = steadyNow();
        let announced = '';
        while (!stream.aborted && !stream.closed) {
          if (steadyNow() - guardedAt >= ports.authorizeInterval) {
            guardedAt = steadyNow();
            if ((await askHost(ports, context.req.raw)) === undefined) {
              await stream.writeSSE({ event: 'gone', data: '-' });
              return;
            }
          }
          const began = steadyNow();
          const current = await read();
          if (O.isNone(current)) return;
          if (current.value === 'over') {
            await stream.writeSSE({ event: 'over', data: '-' });
            return;
          }
          const { element, announcement } = current.value;
          await stream.writeSSE({ event: 'state', data: await render(element) });
          if (announcement !== announced) {
            announced = announcement;
            await stream.writeSSE({ event: 'announcement', data: announcement });
          }
          // A large run of another process is counted for every event. That must not take more than a tenth of the time.
          await stream.sleep(Math.min(maxPause, Math.max(ports.eventInterval, 10 * (steadyNow() - began))));
        }
      }),
    ),
  );
