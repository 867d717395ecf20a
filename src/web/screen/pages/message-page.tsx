import type { FC } from 'hono/jsx';
import { Page, type PageContext } from '../page.tsx';
import { Alert } from '../parts/notices.tsx';

interface MessagePageProps {
  readonly page: PageContext;
  readonly title: string;
  readonly message: string;
}

/** A problem, with a link back. */
export const MessagePage: FC<MessagePageProps> = ({ page, title, message }) => (
  <Page page={page} title={title}>
    <h1>{title}</h1>
    <Alert>{message}</Alert>
    <p>
      <a href={page.links.runs()}>All runs</a>
    </p>
  </Page>
);
