/** The frame of every page of the screen (head, navigation, search) and what each request brings along: user, account, links. */
import type { Child, FC } from 'hono/jsx';
import type { UserPromises } from '../../operations/user-promises.ts';
import type { Links } from './links.ts';
import { momentScript } from './moments.tsx';
import { viewerLocale } from './viewer.ts';
import { frameScript } from './frame-script.ts';
import { Icon, type IconName } from './icons.tsx';
import { KeyHelp, keyScript } from './keys.tsx';
import type { ScreenFrame, ScreenHost, ScreenUser } from './screen-ports.ts';
import { style } from './style.ts';
import type { Context } from 'hono';
import type { HtmlEscapedString } from 'hono/utils/html';

export interface PageContext {
  readonly links: Links;
  /** The path of the page within the screen, such as `/calendar`. */
  readonly path: string;
  readonly user: ScreenUser;
  /** The nonce of the response's content security policy. */
  readonly nonce: string;
  /** Null outside of a frame whose pages carry tokens. */
  readonly frame: ScreenFrame | null;
  /** The account that is shown; null before it is chosen. */
  readonly account: string | null;
  /** The address where another account is chosen; null for a user with only one account. */
  readonly allAccounts: string | null;
  /** The name of the business, as its bookkeeper knows it. */
  readonly business: string;
}

interface PageProps {
  readonly page: PageContext;
  readonly title: string;
  /** Seconds after which a browser without scripts reloads; default never. */
  readonly refresh?: number;
  /** The text in the header's search field; default empty. */
  readonly search?: string;
  readonly children?: Child;
}

export const Page: FC<PageProps> = ({ page, title, refresh, search = '', children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>
        {title} · {page.business}
      </title>
      {page.frame === null ? null : (
        <>
          <meta name="shopify-api-key" content={page.frame.clientId} />
          <script nonce={page.nonce} src={page.frame.script} />
          <script nonce={page.nonce} dangerouslySetInnerHTML={{ __html: frameScript }} />
        </>
      )}
      {refresh === undefined ? null : (
        <noscript>
          <meta http-equiv="refresh" content={String(refresh)} />
        </noscript>
      )}
      <script
        nonce={page.nonce}
        dangerouslySetInnerHTML={{ __html: `${keyScript}\n${momentScript(viewerLocale())}` }}
      />
      <link rel="icon" href="data:," />
      <style nonce={page.nonce} dangerouslySetInnerHTML={{ __html: style }} />
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <div class="top">
          <div class="business">
            <span>{page.business}</span>
            {page.allAccounts === null || page.account === null ? null : (
              <a href={page.allAccounts} aria-label={`Account ${page.account}. Choose another one`}>
                Switch
              </a>
            )}
          </div>
          {page.account === null ? null : (
            <form class="find" method="get" action={page.links.sales()} role="search" aria-label="All sales">
              <Icon name="search" />
              <input
                type="search"
                name="text"
                value={search}
                maxlength={100}
                placeholder="Search sales"
                aria-label="Search sales by number, amount, state, ZIP or day"
              />
              <kbd aria-hidden="true">/</kbd>
            </form>
          )}
          <span class="who">{page.user.name}</span>
        </div>
        {page.account === null ? null : <Sections links={page.links} path={page.path} />}
      </header>
      <main id="main" tabindex={-1}>
        {children}
      </main>
      <KeyHelp />
    </body>
  </html>
);

/** The variables that the guard sets on every request it lets in. */
export interface Env {
  readonly Variables: {
    readonly page: PageContext;
    /** The promises of the user. */
    readonly taxNexus: UserPromises;
    readonly host: ScreenHost;
  };
}

export type ScreenContext = Context<Env>;

export type ScreenHandler = (context: ScreenContext) => Response | Promise<Response>;

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The fields of a form, without files. */
export interface Form {
  /** The first value, trimmed; empty without one. */
  readonly one: (name: string) => string;
  readonly all: (name: string) => readonly string[];
}

export const readForm = async (context: ScreenContext): Promise<Form> => {
  const fields = await context.req.parseBody({ all: true });
  const all = (name: string): readonly string[] =>
    [fields[name]].flat().filter((one): one is string => typeof one === 'string');
  return { all, one: (name) => (all(name)[0] ?? '').trim() };
};

const Sections: FC<Pick<PageContext, 'links' | 'path'>> = ({ links, path }) => (
  <nav aria-label="Pages">
    {sections(links).map(([label, href, icon, key, pages]) => (
      <a href={href} data-key={key} {...(pages.test(path) && { 'aria-current': path === '/' ? 'page' : 'true' })}>
        <Icon name={icon} />
        {label}
      </a>
    ))}
  </nav>
);

/** The sections of the screen, with the key that opens each after `g`, and the pages below it. */
const sections = (
  links: Links,
): readonly (readonly [label: string, href: string, icon: IconName, key: string, pages: RegExp])[] => [
  ['Home', links.home, 'home', 'h', /^\/$/],
  ['Sales', links.sales(), 'receipt', 's', /^\/(sales|runs\/[^/]+\/line$)/],
  ['Needs you', links.needsYou(), 'tray', 'n', /^\/needs-you/],
  ['Nexus', links.nexus(), 'map', 'x', /^\/(nexus|opening-balances)/],
  ['Months', links.months(), 'calendar', 'm', /^\/(months|period|calendar|tie-out)/],
  ['Activity', links.activity(), 'activity', 'a', /^\/(activity|live|new|check|import|runs(?!\/[^/]+\/line$))/],
  ['Help', links.help(), 'help', '?', /^\/help/],
];
