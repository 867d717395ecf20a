import * as O from 'fp-ts/lib/Option.js';
import { streamSSE } from 'hono/streaming';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Visit } from './env.ts';
import { askHost } from './guard.ts';
import { render } from './respond.ts';
import { monotonicTime } from '../../pipeline/async.ts';
import type { ScreenPorts } from './screen-ports.ts';

/** What a page that follows something shows now. */
export interface Followed {
  readonly element: HtmlEscapedString | Promise<HtmlEscapedString>;
  /** Sent aloud when it changes: where it is, and never each number. */
  readonly said: string;
}

/** Milliseconds. A machine that was asleep meanwhile has not counted for so long. */
const maxRest = 5 * 60_000;

/** Neither a host's compression nor a proxy in between may gather events before it hands them on. */
const unbuffered = (answer: Response): Response => {
  answer.headers.set('cache-control', 'no-store, no-transform');
  answer.headers.set('x-accel-buffering', 'no');
  return answer;
};

/**
 * Answers with events, one a second; each is the whole state, so that none is missed. Whoever may no longer look is told so,
 * and nothing else.
 *
 * @param read what is shown now; `over` when the page is to be read again; none when there is nothing to follow
 */
export const follow = (
  ports: ScreenPorts,
  visit: Visit,
  read: () => Promise<O.Option<Followed | 'over'>>,
): Promise<Response> =>
  Promise.resolve(
    unbuffered(
      streamSSE(visit, async (stream) => {
        // A clock that is set back must not let somebody look on for longer.
        const steadyNow = monotonicTime(ports.clock);
        let guardedAt = steadyNow();
        let said = '';
        while (!stream.aborted && !stream.closed) {
          if (steadyNow() - guardedAt >= ports.betweenGuards) {
            guardedAt = steadyNow();
            if ((await askHost(ports, visit.req.raw)) === undefined) {
              await stream.writeSSE({ event: 'gone', data: '-' });
              return;
            }
          }
          const began = steadyNow();
          const now = await read();
          if (O.isNone(now)) return;
          if (now.value === 'over') {
            await stream.writeSSE({ event: 'over', data: '-' });
            return;
          }
          await stream.writeSSE({ event: 'state', data: await render(now.value.element) });
          if (now.value.said !== said) {
            ({ said } = now.value);
            await stream.writeSSE({ event: 'said', data: said });
          }
          // A large run of another process is counted each time: that must not take more than a tenth of the time.
          await stream.sleep(Math.min(maxRest, Math.max(ports.betweenEvents, 10 * (steadyNow() - began))));
        }
      }),
    ),
  );
