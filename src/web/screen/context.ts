import type { Context } from 'hono';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { PageContext } from './page.tsx';

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
