import { bodyText, type LocalServer, localServer } from '../support/local-server.ts';

export interface EchoingService extends LocalServer {
  /** Bodies that were echoed. */
  readonly echoed: () => number;
}

const statuses = [400, 422, 418, 451, 413];

/**
 * A service that refuses every push and says in as many ways as it can what it was sent: the body, its fields as paths, the
 * city as a code, and the key. Its list is empty, and it holds nothing.
 */
export const echoingService = async (): Promise<EchoingService> => {
  let count = 0;
  const server = await localServer((request, response) => {
    if (request.method === 'GET') {
      const isList = request.url?.includes('limit=') === true || request.url?.endsWith('/transactions') === true;
      response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
      response.end(isList ? '{"data":[],"nextCursor":null}' : '{"code":"NOT_FOUND"}');
      return;
    }
    void bodyText(request).then((body) => {
      count += 1;
      const key = request.headers.authorization ?? '';
      const printed = {
        code: key,
        message: `${body} ${key}`,
        error: body,
        issues: [{ path: [body, key], message: body }, { path: body }, { path: ['shipToAddress', 'line1', key] }],
      };
      response.writeHead(statuses[count % statuses.length] ?? 400, {
        'content-type': 'application/json',
        'x-request': encodeURIComponent(key),
      });
      response.end(JSON.stringify(printed));
    });
  });
  return { ...server, echoed: () => count };
};
