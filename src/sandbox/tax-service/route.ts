/** What a request asks for, by its method and path. */
export type Route =
  | { readonly operation: 'list'; readonly query: URLSearchParams }
  | { readonly operation: 'find'; readonly id: string }
  | { readonly operation: 'push' }
  | { readonly operation: 'wrong method' }
  | { readonly operation: 'unknown' };

const decodeId = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** Reads `/transactions` and `/transactions/{id}`; the id is one percent-encoded part of the path. */
export const routeOf = (method: string, url: string): Route => {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/transactions') {
    if (method === 'POST') return { operation: 'push' };
    return method === 'GET' ? { operation: 'list', query: new URLSearchParams(query) } : { operation: 'wrong method' };
  }
  const match = /^\/transactions\/([^/]+)$/.exec(path);
  const id = match?.[1] === undefined ? undefined : decodeId(match[1]);
  if (id === undefined) return { operation: 'unknown' };
  return method === 'GET' ? { operation: 'find', id } : { operation: 'wrong method' };
};
