import type { Memory } from '../../../src/store/memory/memory.ts';
import type { Receive } from './alterations.ts';
import type { Store } from './store.ts';

/** What an erasure did that it must not, or could not help. */
export interface ErasureWatch {
  /** Something of a person's was there when the erasure came, and still is although it was called done. */
  readonly onLeftover: (id: string) => void;
  /** The proof that it was sent is gone: it would be sent again. */
  readonly onForgotten: (id: string) => void;
}

type Kept = Memory['submissions'] extends Map<string, infer Row> ? Row : never;

const erasureTopics: ReadonlySet<string | null> = new Set(['customers/redact', 'shop/redact']);

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/** Which rows of the sync database an erasure is about. */
const meantBy = async (request: Request): Promise<(row: Kept) => boolean> => {
  const storefront = new URL(request.url).pathname.split('/').at(-1);
  const body: unknown = await request.json();
  const list = fieldOf(body, 'orders_to_redact');
  const ids = Array.isArray(list) ? new Set(list.map(String)) : null;
  return (row) => row.storefront === storefront && (ids?.has(row.sourceId) ?? true);
};

/** Webhooks with a witness beside them, who looks into the storage before and after an erasure that is called done. */
export const watchedErasure =
  (receive: Receive, store: Store, { onLeftover, onForgotten }: ErasureWatch): Receive =>
  async (request) => {
    if (!erasureTopics.has(request.headers.get('x-shopify-topic'))) return receive(request);
    const isMeant = await meantBy(request.clone());
    const memory = store.memory();
    const before = [...memory.submissions.values()].filter(isMeant);
    const answer = await receive(request);
    if (answer.status !== 200 || store.memory() !== memory) return answer;
    for (const { id, body, status } of before) {
      const now = memory.submissions.get(id);
      if (body !== null && now?.body === body) onLeftover(id);
      if (status === 'confirmed' && now?.status !== 'confirmed') onForgotten(id);
    }
    return answer;
  };
