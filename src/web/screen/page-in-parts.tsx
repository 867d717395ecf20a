import { setImmediate } from 'node:timers/promises';
import { raw } from 'hono/html';
import { stream } from 'hono/streaming';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Visit } from './env.ts';
import { Page } from './page.tsx';
import { render } from './respond.ts';
import type { ScreenPorts } from './screen-ports.ts';

type Element = HtmlEscapedString | Promise<HtmlEscapedString>;

interface PageParts {
  readonly title: string;
  /** What is known at once. */
  readonly opening: Element;
  /** What takes a while. */
  readonly content: () => Promise<Element>;
}

/** No text of anybody's can hold it, because a `<` of theirs is escaped. */
const gap = '<!--content-->';

const Broken = (): Element => (
  <p class="note bad" role="alert">
    The page broke off by a defect of tax-nexus-sync. Please report it.
  </p>
);

/** A page whose head is on its way before its content was read: a large run takes the sync database a while. */
export const pageInParts = async (
  { log }: Pick<ScreenPorts, 'log'>,
  visit: Visit,
  { title, opening, content }: PageParts,
): Promise<Response> => {
  const frame = await render(
    <Page at={visit.var.at} title={title}>
      {opening}
      {raw(gap)}
    </Page>,
  );
  const [head = '', tail = ''] = frame.split(gap);
  visit.header('content-type', 'text/html; charset=UTF-8');
  return stream(
    visit,
    async (out) => {
      await out.write(`<!doctype html>${head}`);
      // A sync database in a file reads while nothing else runs: the head has to have left before.
      await setImmediate();
      await setImmediate();
      await out.write(await render(await content()));
      await out.write(tail);
    },
    async (defect, out) => {
      // Its message may hold what it tripped over. The head of the answer is gone, so that the page says it itself.
      log.error('a page failed by a defect of tax-nexus-sync; please report it', { defect: defect.name });
      await out.write(await render(<Broken />));
    },
  );
};
