/** Stands between a connector and its platform and lets one request fail, to find errors that the connector swallows. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SourceError } from '../domain/errors.ts';
import type { SourceConnector } from '../mapping/source-connector.ts';
import type { ConnectorUnderTest } from './connector-under-test.ts';

/**
 * How one request fails, and the errors that the connector may return for it. A connector may recognize its platform's own 401 by
 * the body, and so take the 401 of the suite for that of a proxy and retry it.
 */
export interface Fault {
  readonly name: string;
  readonly becomes: readonly SourceError['_tag'][];
  /** Whether it is tried for each way of reading, or only once for each kind of request. */
  readonly isTriedAgain?: boolean;
  /** Only over HTTP. */
  readonly answer?: (response: ServerResponse, whole: Buffer) => void;
}

/** A proxy between the connector and the data, at which one request can fail. */
export interface FailingPlatform {
  readonly open: () => SourceConnector;
  /** The requests since the last `watch`: method and path with `#` for digits. Blank without HTTP. */
  readonly requests: () => readonly string[];
  /**
   * From now on, the request at a position, counted from 0, and each repeat of it get the fault. Without `fails`, no request
   * does.
   */
  readonly watch: (fails?: { readonly at: number; readonly fault: Fault }) => void;
  readonly faults: readonly Fault[];
  readonly stop: () => Promise<void>;
}

const anyError: Fault = {
  name: 'rejected',
  isTriedAgain: true,
  becomes: ['SourceUnreachable', 'SourceRefused', 'SourceThrottled', 'SourceCredentialsRefused'],
};

/** The platform with requests that can fail; undefined if other tests make them fail. */
export const failingPlatform = async ({
  oneRequestFails: how,
}: ConnectorUnderTest): Promise<FailingPlatform | undefined> => {
  // An author in JavaScript may leave it out.
  if ((how as unknown) === undefined) throw new Error('oneRequestFails is missing; a swallowed error would lose sales');
  if (how === 'by other tests') return undefined;
  if (typeof how === 'object') return httpPlatform(how.url, how.open);
  const { next, ...watched } = watching();
  const before = (): Promise<void> => (next('') === undefined ? Promise.resolve() : Promise.reject(failure()));
  return { ...watched, open: () => how(before), faults: [anyError], stop: () => Promise.resolve() };
};

const text = { 'content-type': 'application/json' };

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): NonNullable<Fault['answer']> =>
  (response) =>
    response.writeHead(code, { ...text, ...headers }).end('{"message":"It fails, as the suite wants."}');

const overHttp: readonly Fault[] = [
  { name: 'was answered by 500', becomes: ['SourceUnreachable'], isTriedAgain: true, answer: status(500) },
  {
    name: 'had its answer cut',
    becomes: ['SourceUnreachable'],
    isTriedAgain: true,
    answer: (response, whole) => {
      response.writeHead(200, { ...text, 'content-length': whole.length });
      response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy());
    },
  },
  {
    name: 'was answered by 401',
    becomes: ['SourceCredentialsRefused', 'SourceUnreachable'],
    answer: status(401),
  },
  {
    name: 'was answered by 429',
    becomes: ['SourceThrottled', 'SourceUnreachable'],
    answer: status(429, { 'retry-after': '1' }),
  },
  {
    name: 'was answered by a page instead of data',
    becomes: ['SourceUnreachable'],
    answer: (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>We are back soon.</html>'),
  },
];

const httpPlatform = async (url: string, open: (url: string) => SourceConnector): Promise<FailingPlatform> => {
  const { origin, pathname } = new URL(url);
  const { next, ...watched } = watching();
  let own = '';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = request;
    const body = await bytesOf(request);
    const [shape] = path.replaceAll(/\d+/g, '#').split('?');
    const fault = next(`${method} ${shape}`, `${method} ${path} ${body.toString('base64')}`);
    const answered = await fetch(new URL(path, origin), {
      method,
      headers: passedOn(Object.entries(request.headers)),
      body: body.length > 0 ? body : null,
      redirect: 'manual',
    });
    const whole = readdressed(Buffer.from(await answered.arrayBuffer()), origin, own);
    if (fault !== undefined) {
      fault.answer?.(response, whole);
      return;
    }
    const headers = passedOn(answered.headers).map(([name, value]) => [name, value.replaceAll(origin, own)] as const);
    response.writeHead(answered.status, Object.fromEntries(headers)).end(whole);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...watched,
    open: () => open(`${own}${pathname.replace(/\/$/, '')}`),
    faults: overHttp,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
};

/** Counts the requests, and decides which of them fails. */
const watching = () => {
  let seen: string[] = [];
  let failing: Parameters<FailingPlatform['watch']>[0];
  let repeated: string | undefined;
  return {
    requests: () => seen,
    watch: (fails?: typeof failing): void => {
      [seen, failing, repeated] = [[], fails, undefined];
    },
    /** The fault for a request. A repeat of the request fails as well, because a connector may try again. */
    next: (shape: string, whole?: string): Fault | undefined => {
      const isIt = failing !== undefined && (seen.length === failing.at || (whole !== undefined && whole === repeated));
      if (isIt) repeated = whole;
      seen.push(shape);
      return isIt ? failing?.fault : undefined;
    },
  };
};

const bytesOf = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Headers that belong to one connection, or do not fit a decoded body. */
const ofOneConnection = /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|host|expect)$/;

const passedOn = (headers: Iterable<readonly [string, string | readonly string[] | undefined]>): [string, string][] =>
  [...headers].flatMap(([name, value]) =>
    value === undefined || ofOneConnection.test(name)
      ? []
      : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );

/** Replaces addresses of the platform in an answer, such as the address of the next page, so that they lead through the proxy. */
const readdressed = (bytes: Buffer, from: string, to: string): Buffer =>
  bytes.includes(from) ? Buffer.from(bytes.toString('utf8').replaceAll(from, to)) : bytes;

/** An error as a driver throws it: with a code, and a text that may contain anything. */
const failure = (): Error => Object.assign(new Error('It fails, as the suite wants.'), { code: 'ECONNRESET' });
