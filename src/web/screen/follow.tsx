/** The part of a page that shows a run or count live, and the script that updates it. */
import { ifRefused } from '../../operations/tax-nexus-error.ts';
import { followEvents } from '../follow.ts';
import type { Html, ScreenContext, PageContext } from './page.tsx';
import { render } from './render.ts';
import type { Child, FC } from 'hono/jsx';

export interface Followed {
  readonly element: Html;
  /** Announced by screen readers when it changes: the position, not every number. */
  readonly announcement: string;
}

/**
 * Sends the state as events: see `followEvents`.
 *
 * @param read the current state; `over` when the page should reload; undefined, or a refusal, when there is nothing to follow
 */
export const follow = (
  context: ScreenContext,
  read: () => Promise<Followed | 'over' | undefined>,
): Promise<Response> => {
  let announced = '';
  const response = followEvents(context.var.host, context, context.var.page.user, async () => {
    const current = await read().catch(ifRefused(undefined));
    if (current === undefined) return undefined;
    if (current === 'over') return { events: [{ event: 'over', data: '-' }], isOver: true };
    const { element, announcement } = current;
    const state = { event: 'state', data: await render(element) };
    const events = announcement === announced ? [state] : [state, { event: 'announcement', data: announcement }];
    announced = announcement;
    return { events, isOver: false };
  });
  return Promise.resolve(response);
};

interface FollowingProps {
  readonly page: PageContext;
  readonly events: string;
  readonly label: string;
  /** Shown until the first event arrives. */
  readonly shown: Child;
  /** Shown between it and the message about a lost connection. */
  readonly children?: Child;
}

/** Without scripts it stays as it was when the page was loaded. */
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
 * Every event is the whole state as HTML. The script reconnects to a server that went away, and stops when the server denies
 * access.
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
