import { schemas } from './answers.ts';
import type { ApiRoute } from './route.ts';
import type { Schema } from './schema.ts';

const json = (name: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${name}` } },
});

const account = { $ref: '#/components/parameters/account' };

const inPath = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));

const inQuery = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(description !== undefined && { description }),
  }));

const problem = {
  description: 'What went wrong, and what to do',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

const rowsAsJson = { type: 'array', items: { type: 'object' } };

const filesOf = (types: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries<object>(
    types.map((type) => [
      type.replace(/;.*/, ''),
      { schema: type === 'application/json' ? rowsAsJson : { type: 'string', format: 'binary' } },
    ]),
  );

const succeeded = ({ answer, files, status, summary }: Pick<ApiRoute, 'answer' | 'files' | 'status' | 'summary'>) => ({
  [status]: {
    description: summary,
    ...(answer !== null && { content: json(answer) }),
    ...(files !== undefined && { content: filesOf(files) }),
  },
});

const operationOf = (route: ApiRoute) => ({
  operationId: route.operationId,
  summary: route.summary,
  description: `Needs the right "${route.right}".`,
  parameters: [
    ...inPath(route.path),
    ...inQuery(route.query ?? {}),
    account,
    ...(route.isStart === true ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
  ],
  ...(route.body !== undefined && {
    requestBody: { required: true, content: { 'application/json': { schema: route.body } } },
  }),
  responses: { ...succeeded(route), default: problem },
});

const eventsOf = {
  operationId: 'followRun',
  summary: 'The progress of a run as server-sent events',
  description:
    'Events: "progress" (a Progress as JSON) every second and at the end; then "over", and nothing follows. "gone": you no longer have access. Needs the right "view".',
  parameters: [...inPath('/runs/{runId}'), account],
  responses: {
    200: { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    default: problem,
  },
};

const plain = (operationId: string, summary: string, answer: string, parameters: readonly object[]) => ({
  get: {
    operationId,
    summary,
    parameters,
    responses: { ...succeeded({ answer, summary, status: 200 }), default: problem },
  },
});

const accountsQuery: Schema = {
  properties: {
    cursor: { type: 'string', description: '"next" of the page before' },
    text: { type: 'string', description: 'A part of the name' },
  },
};

/** The OpenAPI document, made of the routes that are answered. */
export const openApi = (routes: readonly ApiRoute[]): object => {
  const paths: Record<string, Record<string, object>> = {
    '/openapi.json': {
      get: {
        ...{ operationId: 'openApi', summary: 'This document' },
        responses: {
          200: { description: 'This document', content: { 'application/json': { schema: { type: 'object' } } } },
          default: problem,
        },
      },
    },
    '/me': plain('me', 'Who you are, and what you may do', 'User', [account]),
    '/accounts': plain('listAccounts', 'The accounts that you see', 'AccountPage', inQuery(accountsQuery)),
    '/overview': plain(
      'overview',
      'Where each account that you see stands, those that need work first',
      'AccountOverviewPage',
      inQuery(accountsQuery),
    ),
    '/runs/{runId}/events': { get: eventsOf },
  };
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'tax-nexus-sync',
      version: '1',
      description:
        'Historical syncs and their review. Requests are let in by the option "authorize" of the app. Money is decimals in major units.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.' }],
    paths,
    components: {
      schemas,
      parameters: {
        account: {
          ...{ name: 'account', in: 'query', schema: { type: 'string' } },
          description: 'Needed by users of several accounts',
        },
        idempotencyKey: {
          ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 200 } },
          description: 'The same key gets the same answer for 24 hours, from this process',
        },
      },
    },
  };
};
