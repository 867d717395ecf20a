import type { Context } from 'hono';
import type { Setting } from './page.tsx';

/** What every request has once the guard let it in. */
export interface Env {
  readonly Variables: { readonly at: Setting };
}

export type Visit = Context<Env>;

export type Answer = (visit: Visit) => Response | Promise<Response>;
