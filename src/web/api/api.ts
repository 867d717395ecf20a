/** The HTTP API: checks who sends a request and from where, reads its fields, and answers it with the operation of its path. */
import * as E from 'fp-ts/lib/Either.js';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { keepSuccess } from '../../domain/async.ts';
import { isRecord } from '../../domain/fields.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import type { ExportedFile } from '../../operations/export/export.ts';
import type { DescribedOperation, Follow, HttpOperation, Right, UserOperation } from '../../operations/operation.ts';
import { httpOperations, userOperations } from '../../operations/table.ts';
import { rightOrThrow, TaxNexusError } from '../../operations/tax-nexus-error.ts';
import { promisesOfUser, type UserOfAccount } from '../../operations/user-promises.ts';
import { askHost, hasRight, isResponse } from '../ask-host.ts';
import { followEvents } from '../follow.ts';
import { isFromBrowser, isFromOwnPage } from '../own-page.ts';
import { readBody } from '../read-body.ts';
import { apiPath } from '../route.ts';
import type { ScreenPorts, ScreenUser } from '../screen/screen-ports.ts';
import { answersByKey, type KeptAnswer } from './idempotency.ts';
import { openApi } from './openapi.ts';
import { bodyProblem, failed, problem } from './problem.ts';

interface Env {
  readonly Variables: { readonly user: ScreenUser };
}

/** Its routes: the operations, and their document. */
export const apiApp = async (ports: ScreenPorts): Promise<Hono<Env>> => {
  const [operations, ofUsers] = [await httpOperations(), await userOperations()];
  const app = new Hono<Env>({ getPath: (request) => apiPath(new URL(request.url).pathname) ?? '/nowhere' });
  const byKey = answersByKey(ports.clock.now);
  const document = openApi([...ofUsers, ...operations]);
  app.use('*', guard(ports));
  app.get('/openapi.json', () => json(200, document));
  const pathOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const one of operations) app.on(one.method.toUpperCase(), pathOf(one.path), answer(ports, byKey, one));
  for (const one of ofUsers) app.get(one.path, answerUser(ports, one));
  const methods = new Map([['/openapi.json', ['GET']]]);
  for (const { path, method } of [...ofUsers, ...operations])
    methods.set(path, [...(methods.get(path) ?? []), method.toUpperCase()]);
  for (const [path, allowed] of methods)
    app.all(pathOf(path), () =>
      problem('METHOD_NOT_ALLOWED', `This address takes ${allowed.join(' and ')}.`, { allow: allowed.join(', ') }),
    );
  app.notFound(nothingHere).onError((defect, { req }) => {
    if (defect instanceof TaxNexusError) return failed(defect);
    // The message of the error may hold personal data.
    ports.log.error('A request to the HTTP API failed because of a bug in tax-nexus-sync. Please report it.', {
      method: req.method,
      defect: defect.name,
    });
    return problem('DEFECT', 'It failed because of a bug in tax-nexus-sync. Please report it.');
  });
  return app;
};

/** From a standard `Request` to a standard `Response`, at any mount path. It never rejects. */
export const api = (ports: ScreenPorts): ((request: Request) => Promise<Response>) => {
  const app = keepSuccess(() => apiApp(ports));
  return async (request) => (await app()).fetch(request);
};

const notSignedIn = 'The app does not know who you are. Sign in to the app first.';
const otherPage =
  'The request was not sent from a page of this app, or your browser does not say so. Open the app over https in a current browser.';

/** Lets in users that the host knows, and from browsers only what pages of this origin send. */
const guard =
  (ports: ScreenPorts): MiddlewareHandler<Env> =>
  async (context, next) => {
    const request = context.req.raw;
    const asked = await askHost(ports, request);
    if (isResponse(asked)) return new Response(asked.body, asked);
    if (asked === undefined) return problem('UNAUTHENTICATED', notSignedIn, { 'www-authenticate': 'Session' });
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && isFromBrowser(request) && !isFromOwnPage(request, asked.frame !== undefined))
      return problem('CROSS_SITE', otherPage);
    context.set('user', asked);
    await next();
    return undefined;
  };

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

const json = (status: number, value: unknown): Response =>
  new Response(JSON.stringify(value), { status, headers: { ...headers, 'content-type': 'application/json' } });

type ApiContext = Context<Env>;

const maxKey = 200;

/** Answers one operation. */
const answer =
  (ports: ScreenPorts, byKey: ReturnType<typeof answersByKey>, operation: HttpOperation) =>
  async (context: ApiContext): Promise<Response> => {
    const { user } = context.var;
    const own = accountFor(ports, context);
    if (E.isLeft(own)) return own.left;
    if (!hasRight(user, operation.right)) return missingRight(operation.right);
    const given = await fieldsOf(operation, context);
    if (E.isLeft(given)) return given.left;
    const asked = operation.read(given.right, { path: context.req.param(), by: user.name });
    if (E.isLeft(asked)) return problem('INVALID', asked.left);
    if (isRecord(given.right) && given.right['intoClosedPeriods'] === true && !hasRight(user, 'approve'))
      return missingRight('approve');
    const call = async (): Promise<unknown> => rightOrThrow(await asked.right(own.right.caller)());
    if (operation.files !== undefined) return asFile((await call()) as ExportedFile);
    if (operation.events !== undefined) return followEvents(ports, context, user, (await call()) as Follow);
    const run = async (): Promise<KeptAnswer> => {
      const result = await call();
      const { status } = operation;
      if (operation.answer === null) return { status, headers, body: '' };
      return { status, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(result) };
    };
    const key = operation.isStart ? context.req.header('idempotency-key') : undefined;
    if (key !== undefined && (key === '' || key.length > maxKey))
      return problem('INVALID', `The Idempotency-Key is empty, or has more than ${maxKey} characters.`);
    const account = context.req.query('account') ?? '';
    const sent =
      key === undefined
        ? await run()
        : await byKey(JSON.stringify([user, account, key]), JSON.stringify([context.req.path, given.right]), run);
    if (sent === undefined)
      return problem('KEY_REUSED', 'The Idempotency-Key was used for another request. Take a new key for each start.');
    return new Response(sent.body === '' ? null : sent.body, { status: sent.status, headers: sent.headers });
  };

/** The account that a request is about, as the user sees it, or the response that refuses it. */
const accountFor = (ports: ScreenPorts, context: ApiContext): E.Either<Response, UserOfAccount> => {
  const seen = promisesOfUser(ports, context.var.user, context.req.query('account'));
  if (seen._tag === 'Account') return E.right(seen);
  return E.left(
    seen._tag === 'Several'
      ? problem(
          'ACCOUNT',
          'You see several accounts. Name one of them as "account" in the query; /accounts lists them.',
        )
      : noAccount(),
  );
};

const noAccount = (): Response => problem('NOT_FOUND', 'There is no such account, or it is not one of yours.');

const missingRight = (right: Right): Response => problem('FORBIDDEN', `This needs the right "${right}".`);

const parameterOfPost = 'A POST takes no query parameter but "account". Send the other fields in its JSON body.';

/** The fields of a request: its query, or the body of a `post`. */
const fieldsOf = async (
  { method, given }: Pick<DescribedOperation, 'method' | 'given'>,
  context: ApiContext,
): Promise<E.Either<Response, unknown>> => {
  const query = new URL(context.req.url).searchParams;
  query.delete('account');
  if (method === 'get') return E.right(readQuery(given, query));
  if (query.size > 0) return E.left(problem('INVALID', parameterOfPost));
  return bodyOf(context.req.raw);
};

/** The parameters of a query as the schema types them; a list is a parameter that is repeated. */
const readQuery = ({ properties = {} }: JsonSchema, query: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : {};
      return [name, readParameter(field ?? {}, query.getAll(name))];
    }),
  );

const readParameter = ({ type }: JsonSchema, values: readonly string[]): unknown => {
  const [first = ''] = values;
  if (type === 'array') return values;
  if (type === 'integer') return /^\d{1,9}$/.test(first) ? Number(first) : first;
  return type === 'boolean' && (first === 'true' || first === 'false') ? first === 'true' : first;
};

const limits = { maxBytes: 64 * 1024, timeout: 10_000 };

const bodyOf = async (request: Request): Promise<E.Either<Response, unknown>> => {
  if (!isJson(request)) return E.left(problem('MEDIA_TYPE', 'Send the body as application/json; without fields, {}.'));
  const body = await readBody(request, limits);
  if (E.isLeft(body)) return E.left(bodyProblem(body.left));
  try {
    return E.right(JSON.parse(new TextDecoder().decode(body.right)) as unknown);
  } catch {
    return E.left(problem('BODY', 'The body is not valid JSON.'));
  }
};

const isJson = (request: Request): boolean =>
  /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '');

const asFile = ({ body, contentType, fileName }: ExportedFile): Response =>
  new Response(body, {
    headers: {
      ...headers,
      'content-type': contentType,
      'content-disposition': `attachment; filename="${fileName}"`,
    },
  });

/** Answers an operation over all accounts of the user. */
const answerUser =
  (ports: ScreenPorts, operation: UserOperation) =>
  async (context: ApiContext): Promise<Response> => {
    const { user } = context.var;
    const account = operation.namesAccount ? context.req.query('account') : undefined;
    if (account !== undefined && promisesOfUser(ports, user, account)._tag === 'Unknown') return noAccount();
    const given = await fieldsOf(operation, context);
    if (E.isLeft(given)) return given.left;
    const asked = operation.read(given.right);
    if (E.isLeft(asked)) return problem('INVALID', asked.left);
    return json(200, rightOrThrow(await asked.right({ ports, user, account })()));
  };

const nothingHere = (): Response => problem('NOT_FOUND', 'The API has no such address.');
