/** The page that a visitor without a session gets. It keeps what a form had sent, so that no work is lost by signing in again. */
import type { FC } from 'hono/jsx';
import { isFromOwnPage } from '../own-page.ts';
import type { Html } from './page.tsx';
import { RepeatForm, unreadFieldsOf } from './repeat-form.tsx';
import { style } from './style.ts';

export const signedOutPage = async (request: Request, nonce: string): Promise<Html> => {
  const isPost = request.method === 'POST';
  // Fields that a foreign page sent are not shown: with this page's button the user would send them on that page's behalf.
  const fields = isPost && isFromOwnPage(request, false) ? await unreadFieldsOf(request) : [];
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Sign in again</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main id="main" tabindex={-1}>
          <h1>Sign in again</h1>
          <p class="note bad" role="alert">
            You do not have access to this page. Sign in to the app first.
          </p>
          <Next isPost={isPost} isKept={fields.length > 0} />
          <RepeatForm fields={fields} />
        </main>
      </body>
    </html>
  );
};

const Next: FC<{ readonly isPost: boolean; readonly isKept: boolean }> = ({ isPost, isKept }) => {
  if (isKept)
    return <p>Nothing was changed. Sign in to the app in another tab, then try again: what you entered is kept.</p>;
  if (isPost) return <p>Nothing was changed. Sign in to the app, then repeat what you did.</p>;
  return (
    <p>
      Your session may have ended. Sign in to the app in another tab, then <a href="">open this page again</a>.
    </p>
  );
};
