import type { Receive } from './alterations.ts';
import type { KeptSubmission, Store } from './store.ts';

/** What an erasure did that it must not, or could not help. */
export interface ErasureWatch {
  /** Something of a person's was there when the erasure came, and still is although it was called done. */
  readonly onLeftover: (id: string) => void;
  /** The proof that it was sent is gone: it would be sent again. */
  readonly onForgotten: (id: string) => void;
}

const erasureTopics: ReadonlySet<string | null> = new Set(['customers/redact', 'shop/redact']);

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/** Which rows of the sync database an erasure is about. */
const meantBy = async (request: Request): Promise<(row: KeptSubmission) => boolean> => {
  const storefront = new URL(request.url).pathname.split('/').at(-1);
  const body: unknown = await request.json();
  const list = fieldOf(body, 'orders_to_redact');
  const ids = Array.isArray(list) ? new Set(list.map(String)) : null;
  return (row) => row.storefront === storefront && (ids?.has(row.sourceId) ?? true);
};

/** Webhooks with a witness next to them, who looks into the storage before and after an erasure that is called done. */
export const watchedErasure =
  (receive: Receive, store: Store, { onLeftover, onForgotten }: ErasureWatch): Receive =>
  async (request) => {
    if (!erasureTopics.has(request.headers.get('x-shopify-topic'))) return receive(request);
    const isMeant = await meantBy(request.clone());
    const losses = store.losses();
    const before = store.submissions().filter(isMeant);
    const answer = await receive(request);
    if (answer.status !== 200 || store.losses() !== losses) return answer;
    const after = new Map(store.submissions().map((one) => [one.id, one]));
    for (const { id, body, status } of before) {
      const now = after.get(id);
      if (body !== null && now?.body === body) onLeftover(id);
      if (status === 'confirmed' && now?.status !== 'confirmed') onForgotten(id);
    }
    return answer;
  };
