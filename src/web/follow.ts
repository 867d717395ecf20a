/** Sends the progress of a run as server-sent events, for pages and for the HTTP API, as long as the user has access. */
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { monotonicTime } from '../domain/async.ts';
import { errorName } from '../domain/errors.ts';
import type { Follow } from '../operations/operation.ts';
import { askHost, isResponse, isSameAccess } from './ask-host.ts';
import type { ScreenHost, ScreenUser } from './screen/screen-ports.ts';

/** Milliseconds. The limit matters after the machine slept, when one read seems to have taken hours. */
const maxPause = 5 * 60_000;

/**
 * Each second's events hold the whole state, so that a lost event does not matter. A user who loses access gets the event `gone`
 * and nothing else.
 *
 * @param read the events to send now; undefined when there is nothing to follow
 */
export const followEvents = (host: ScreenHost, context: Context, user: ScreenUser, read: Follow): Response => {
  const follow = async (stream: SSEStreamingApi): Promise<void> => {
    // Setting the clock back must not extend a user's access.
    const steadyNow = monotonicTime(host.clock);
    let guardedAt = steadyNow();
    while (!stream.aborted && !stream.closed) {
      if (steadyNow() - guardedAt >= host.authorizeInterval) {
        guardedAt = steadyNow();
        const asked = await askHost(host, context.req.raw);
        if (!isSameAccess(asked, user)) {
          // In a frame, the token of this request has expired: the page asks again with a new one.
          if (!isResponse(asked) || user.frame === undefined) await stream.writeSSE({ event: 'gone', data: '-' });
          return;
        }
      }
      const began = steadyNow();
      const current = await read();
      if (current === undefined) return;
      for (const event of current.events) await stream.writeSSE(event);
      if (current.isOver) return;
      // A large run of another process is counted for every event. That must not take more than a tenth of the time.
      await stream.sleep(Math.min(maxPause, Math.max(host.eventInterval, 10 * (steadyNow() - began))));
    }
  };
  // Hono would print the whole error, and its message may hold personal data.
  const logDefect = (error: unknown): void =>
    host.log.error('Following a run failed because of a bug in tax-nexus-sync. Please report it.', {
      defect: errorName(error),
    });
  return unbuffered(streamSSE(context, (stream) => follow(stream).catch(logDefect)));
};

/** Neither a host's compression nor a proxy may buffer events. */
const unbuffered = (response: Response): Response => {
  response.headers.set('cache-control', 'no-store, no-transform');
  response.headers.set('x-accel-buffering', 'no');
  return response;
};
