import * as O from 'fp-ts/lib/Option.js';
import { streamSSE } from 'hono/streaming';
import { monotonicTime } from '../../pipeline/async.ts';
import type { Html, ScreenContext, PageContext } from './page.tsx';
import { askHost, isResponse, isSameAccess } from './guard.ts';
import { render } from './responses.tsx';
import type { ScreenPorts } from './screen-ports.ts';
import type { Child, FC } from 'hono/jsx';

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
            const asked = await askHost(ports, context.req.raw);
            if (!isSameAccess(asked, context.var.page.user)) {
              // In a frame, the token of this request has expired: the page asks again with a new one.
              if (!isResponse(asked) || context.var.page.frame === null)
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

interface FollowingProps {
  readonly page: PageContext;
  readonly events: string;
  readonly label: string;
  /** Shown until the first event arrives. */
  readonly shown: Child;
  /** Shown between it and the message about a lost connection. */
  readonly children?: Child;
}

/** A part of a page that follows a run or count. Without scripts it stays as it was when the page was loaded. */
export const Following: FC<FollowingProps> = ({ page, events, label, shown, children }) => (
  <>
    <section class="card" aria-label={label}>
      <div id="live" data-events={events}>
        {shown}
      </div>
    </section>
    {children}
    <p id="lost" class="note warn" role="status">
      &nbsp;
    </p>
    <p id="announcement" class="skip" role="status" />
    {page.frame === null ? <script nonce={page.nonce} dangerouslySetInnerHTML={{ __html: script }} /> : null}
  </>
);

/**
 * Follows a run or count: every event is the whole state as HTML. It reconnects to a server that went away, and stops when
 * the server denies access.
 */
const script = `
(()=>{const live=document.getElementById('live'),lost=document.getElementById('lost'),announcement=document.getElementById('announcement');
if(!live)return;
const warn=(text)=>{lost.textContent=text;lost.classList.toggle('shown',text!=='')};
const gone='You no longer have access to this run. Sign in again, then reload this page.';
const connect=()=>{const source=new EventSource(live.dataset.events);
source.addEventListener('state',(event)=>{live.innerHTML=event.data;warn('')});
source.addEventListener('announcement',(event)=>{announcement.textContent=event.data});
source.addEventListener('over',()=>{source.close();location.reload()});
source.addEventListener('gone',()=>{source.close();live.textContent='';warn(gone)});
source.onerror=()=>{warn('The connection was lost. Reconnecting; the run continues without this page.');
if(source.readyState!==2)return;
fetch(location.href,{method:'HEAD'}).then((answer)=>{if(answer.status===403||answer.status===404){live.textContent='';warn(gone)}else setTimeout(connect,2000)},()=>setTimeout(connect,2000))}};
connect()})();
`.replaceAll('\n', '');
