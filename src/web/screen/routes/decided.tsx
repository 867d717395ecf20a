import * as E from 'fp-ts/lib/Either.js';
import { listDecided } from '../../../operations/decided.ts';
import { Page, type ScreenHandler } from '../page.tsx';
import { DecidedList } from '../parts/decided.tsx';
import { sendFailure, sendPage } from '../responses.tsx';
import type { ScreenPorts } from '../screen-ports.ts';

/** `GET /inbox/decided`: what was decided, the newest first, to be undone. */
export const showDecided =
  (ports: ScreenPorts): ScreenHandler =>
  async (context) => {
    const { page } = context.var;
    const found = await listDecided(ports)();
    if (E.isLeft(found)) return sendFailure(context, found.left);
    return sendPage(
      context,
      <Page page={page} title="Decided">
        <h1>Decided</h1>
        <p>
          <a href={page.links.inbox()}>Everything that needs a decision</a>
        </p>
        <section class="card" aria-label="Decisions">
          {found.right.length === 0 ? <p class="soft">Nothing was decided yet.</p> : null}
          <DecidedList links={page.links} decided={found.right} />
        </section>
      </Page>,
    );
  };
