import * as t from 'io-ts';

/** How many requests of each kind a service had since it was cleared, and how many transactions it holds. */
export const ServiceCounts = t.type(
  { pushes: t.number, questions: t.number, listed: t.number, stored: t.number },
  'ServiceCounts',
);
export type ServiceCounts = t.TypeOf<typeof ServiceCounts>;

/** An HTTP answer. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: Buffer | string;
}

/** The service's own word in its answer: an answer that is ours byte for byte would be too easy to check. */
const createdAt = Buffer.from(',"createdAt":"2026-04-01T00:00:00.000Z"}');
const withCreatedAt = (body: Buffer): Buffer => Buffer.concat([body.subarray(0, -1), createdAt]);

/** The least that is a Tax Nexus Service: it keeps what is pushed, knows it again by its id, and lists it newest first. */
export interface Service {
  readonly answer: (method: string, url: string, body: Buffer) => ServiceAnswer;
  readonly clear: () => void;
  readonly counts: () => ServiceCounts;
}

/** Found in the bytes, because parsing would cost the far side more than all the rest of its work. */
const idIn = (body: Buffer): string => {
  const at = body.indexOf('"id":"shopify:') + 6;
  return body.toString('latin1', at, body.indexOf('"', at));
};

export const service = (): Service => {
  const byId = new Map<string, Buffer>();
  const inOrder: Buffer[] = [];
  let [pushes, questions, listed] = [0, 0, 0];

  const push = (body: Buffer): ServiceAnswer => {
    pushes += 1;
    const id = idIn(body);
    if (byId.has(id)) return { status: 409, body: '{"code":"already_exists"}' };
    byId.set(id, body);
    inOrder.push(body);
    return { status: 200, body: withCreatedAt(body) };
  };

  const list = (url: string): ServiceAnswer => {
    listed += 1;
    const cursor = new URL(url, 'http://service').searchParams.get('cursor');
    const before = cursor === null ? inOrder.length : Number(cursor);
    const from = Math.max(0, before - 100);
    const data = inOrder.slice(from, before).reverse().join();
    return { status: 200, body: `{"data":[${data}],"nextCursor":${from === 0 ? 'null' : `"${from}"`}}` };
  };

  return {
    answer: (method, url, body) => {
      if (method === 'POST') return push(body);
      if (/^\/transactions(\?|$)/.test(url)) return list(url);
      questions += 1;
      const stored = byId.get(decodeURIComponent(url.slice('/transactions/'.length)));
      return stored === undefined ? { status: 404, body: '{}' } : { status: 200, body: stored };
    },
    clear: () => {
      byId.clear();
      inOrder.length = 0;
      [pushes, questions, listed] = [0, 0, 0];
    },
    counts: () => ({ pushes, questions, listed, stored: byId.size }),
  };
};
