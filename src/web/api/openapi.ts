/** The OpenAPI document, made of the operations that are answered. */
import { definitionsOf, type JsonSchema, schemaOf } from '../../domain/json-schema.ts';
import type { HttpOperation } from '../../operations/operation.ts';
import { accountOverviewShape } from '../../operations/overview.ts';
import { progressShape } from '../../operations/runs/read-progress.ts';
import { fields, list, named, oneOf, orNull, pageOf, text, whole } from '../../operations/shapes.ts';
import { problemCodes } from './problem.ts';

/** The answers that are no operation's. */
const own = {
  problem: schemaOf(
    named(
      'Problem',
      fields(
        {
          type: text('urn:tax-nexus-sync:problem: and the code'),
          title: text(),
          status: whole(),
          code: oneOf(...problemCodes),
          detail: text('What happened and what to do'),
        },
        { open: whole('How many matters are open. Send the same number to confirm it', { minimum: 1 }) },
      ),
    ),
  ),
  user: schemaOf(
    named(
      'User',
      fields({
        name: text(),
        may: list(oneOf('view', 'operate', 'approve')),
        account: orNull(text('The account of this request; null for a user of several accounts who names none')),
      }),
    ),
  ),
  accounts: schemaOf(pageOf(named('Account', fields({ name: text('Pass it as "account"') })))),
  overview: schemaOf(pageOf(accountOverviewShape)),
  progress: schemaOf(progressShape),
};

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const account = { $ref: '#/components/parameters/account' };

const inPath = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
    schema: { type: 'string' },
  }));

const inQuery = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(description !== undefined && { description }),
  }));

const problem = {
  description: 'What went wrong, and what to do',
  content: { 'application/problem+json': { schema: own.problem } },
};

const rowsAsJson = { type: 'array', items: { type: 'object' } };

const filesOf = (types: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries<object>(
    types.map((type) => [
      type.replace(/;.*/, ''),
      { schema: type === 'application/json' ? rowsAsJson : { type: 'string', format: 'binary' } },
    ]),
  );

const succeeded = ({
  answer,
  files,
  status,
  summary,
}: Pick<HttpOperation, 'answer' | 'files' | 'status' | 'summary'>) => ({
  [status]: {
    description: summary,
    ...(answer !== null && { content: json(answer) }),
    ...(files !== undefined && { content: filesOf(files) }),
  },
});

const operationOf = ({ name, summary, right, path, method, given, isStart, ...answered }: HttpOperation) => ({
  operationId: name,
  summary,
  description: `Needs the right "${right}".`,
  parameters: [
    ...inPath(path),
    ...(method === 'get' ? inQuery(given) : []),
    account,
    ...(isStart ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
  ],
  ...(method === 'post' && {
    requestBody: { required: true, content: { 'application/json': { schema: given } } },
  }),
  responses: { ...succeeded({ summary, ...answered }), default: problem },
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

const plain = (operationId: string, summary: string, answer: JsonSchema, parameters: readonly object[]) => ({
  get: {
    operationId,
    summary,
    parameters,
    responses: { ...succeeded({ answer, summary, status: 200 }), default: problem },
  },
});

const accountsQuery: JsonSchema = {
  properties: {
    cursor: { type: 'string', description: '"next" of the page before' },
    text: { type: 'string', description: 'A part of the name' },
  },
};

export const openApi = (operations: readonly HttpOperation[]): object => {
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
    '/me': plain('me', 'Who you are, and what you may do', own.user, [account]),
    '/accounts': plain('listAccounts', 'The accounts that you see', own.accounts, inQuery(accountsQuery)),
    '/overview': plain(
      'overview',
      'Where each account that you see stands, accounts that need work first',
      own.overview,
      inQuery(accountsQuery),
    ),
    '/runs/{runId}/events': { get: eventsOf },
  };
  for (const one of operations) paths[one.path] = { ...paths[one.path], [one.method]: operationOf(one) };
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
      schemas: definitionsOf([
        ...Object.values(own),
        ...operations.flatMap(({ answer }) => (answer === null ? [] : [answer])),
      ]),
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
