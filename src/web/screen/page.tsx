import type { Child, FC } from 'hono/jsx';
import type { Links } from './links.ts';
import type { ScreenUser } from './screen-ports.ts';
import { style } from './style.ts';
import type { Context } from 'hono';
import type { HtmlEscapedString } from 'hono/utils/html';

/** What every page needs. */
export interface PageContext {
  readonly links: Links;
  readonly user: ScreenUser;
  /** Of the response's content security policy. */
  readonly nonce: string;
}

interface PageProps {
  readonly page: PageContext;
  readonly title: string;
  /** Seconds after which a browser without scripts reloads; default never. */
  readonly refresh?: number;
  readonly children?: Child;
}

/** The frame of every page. */
export const Page: FC<PageProps> = ({ page: { links, user, nonce }, title, refresh, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title} · Historical sync</title>
      {refresh === undefined ? null : (
        <noscript>
          <meta http-equiv="refresh" content={String(refresh)} />
        </noscript>
      )}
      <link rel="icon" href="data:," />
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <strong>Tax Nexus · Historical sync</strong>
        <a href={links.runs()}>Runs</a>
        <a href={links.calendar()}>Calendar</a>
        <a href={links.live}>Live sales</a>
        <a href={links.months}>Closed months</a>
        <span>{user.name}</span>
      </header>
      <main id="main" tabindex={-1}>
        {children}
      </main>
    </body>
  </html>
);

/** What every request has once the guard let it in. */
export interface Env {
  readonly Variables: { readonly page: PageContext };
}

export type ScreenContext = Context<Env>;

export type ScreenHandler = (context: ScreenContext) => Response | Promise<Response>;

/** What a component returns. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The fields of a form, without files. */
export interface Form {
  /** The first value, trimmed; empty when there is none. */
  readonly one: (name: string) => string;
  readonly all: (name: string) => readonly string[];
}

export const readForm = async (context: ScreenContext): Promise<Form> => {
  const fields = await context.req.parseBody({ all: true });
  const all = (name: string): readonly string[] =>
    [fields[name]].flat().filter((one): one is string => typeof one === 'string');
  return { all, one: (name) => (all(name)[0] ?? '').trim() };
};
