import type { FC } from 'hono/jsx';
import { Page, type Setting } from '../page.tsx';

interface MessagePageProps {
  readonly at: Setting;
  readonly title: string;
  readonly message: string;
}

/** What did not work, and the way back. */
export const MessagePage: FC<MessagePageProps> = ({ at, title, message }) => (
  <Page at={at} title={title}>
    <h1>{title}</h1>
    <p class="note bad" role="alert">
      {message}
    </p>
    <p>
      <a href={at.links.runs()}>All runs</a>
    </p>
  </Page>
);
