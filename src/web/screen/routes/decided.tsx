/** The page of all decisions, the newest first, where a person can undo them. */
import { Page, type ScreenHandler } from '../page.tsx';
import { DecidedList } from '../parts/decided.tsx';
import { sendPage } from '../responses.tsx';

/** `GET /needs-you/decided` */
export const showDecided: ScreenHandler = async (context) => {
  const { page, taxNexus } = context.var;
  const decided = await taxNexus.pages.decided();
  return sendPage(
    context,
    <Page page={page} title="Decided">
      <h1>Decided</h1>
      <p>
        <a href={page.links.needsYou()}>Everything that needs you</a>
      </p>
      <section class="card" aria-label="Decisions">
        {decided.length === 0 ? <p class="soft">Nothing was decided yet.</p> : null}
        <DecidedList links={page.links} decided={decided} />
      </section>
    </Page>,
  );
};
