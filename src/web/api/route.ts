import type { OpenConfirmed } from '../../operations/open-matters.ts';
import type { UserPromises } from '../../operations/promises.ts';
import type { Right, ScreenUser } from '../screen/screen-ports.ts';
import { type Schema, text, type Values, whole } from './schema.ts';

/** A request that was let in, and whose fields were checked. */
export interface ApiCall {
  /** The promises of the user who asks. */
  readonly taxNexus: UserPromises;
  readonly user: ScreenUser;
  /** From the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: Values;
  readonly body: Values;
}

/** One operation of the API: the document and the handler are made of it. */
export interface ApiRoute {
  readonly method: 'get' | 'post';
  /** `/runs/{runId}/lines`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly right: Right;
  readonly query?: Schema;
  /** Of a `post`. */
  readonly body?: Schema;
  readonly status: 200 | 201 | 204;
  /** The name of the answer's schema; null for none, and for a file. */
  readonly answer: string | null;
  /** The types of the file that it answers with: `run` gives an `ExportedFile`. */
  readonly files?: readonly string[];
  /** Whether an `Idempotency-Key` counts. */
  readonly isStart?: boolean;
  /** What it rejects with is answered as a problem. */
  readonly run: (call: ApiCall) => Promise<unknown>;
}

export const storefrontName = text('A storefront', { minLength: 1, maxLength: 63 });

export const record = text('The platform’s id, the order’s name, or the id or name of the transaction', {
  minLength: 1,
});

export const openMatters = whole('How many open matters you saw; with another number nothing is done', { minimum: 0 });

/** A checked field. */
export const one = (values: ApiCall['body'], name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

export const openIn = ({ open }: ApiCall['body']): OpenConfirmed => (typeof open === 'number' ? { open } : {});

export const asPage = async (
  items: readonly unknown[] | Promise<readonly unknown[]>,
): Promise<{ readonly items: readonly unknown[]; readonly next: null }> => ({ items: await items, next: null });
