/** The OpenAPI document, made of the operations that are answered. */
import { definitionsOf, type JsonSchema, schemaOf } from '../../domain/json-schema.ts';
import type { DescribedOperation } from '../../operations/operation.ts';
import { fields, named, oneOf, text, whole } from '../../operations/shapes.ts';
import { problemCodes } from './problem.ts';

const problemShape = schemaOf(
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
);

const problem = {
  description: 'What went wrong, and what to do',
  content: { 'application/problem+json': { schema: problemShape } },
};

export const openApi = (operations: readonly DescribedOperation[]): object => {
  const paths: Record<string, Record<string, object>> = {
    '/openapi.json': {
      get: {
        ...{ operationId: 'openApi', summary: 'This document' },
        responses: {
          200: { description: 'This document', content: { 'application/json': { schema: { type: 'object' } } } },
          '4XX': problem,
          default: problem,
        },
      },
    },
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
    security: [{ cookie: [] }, { bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        cookie: {
          ...{ type: 'apiKey', in: 'cookie', name: 'session' },
          description: 'Where the option "authorize" of the app reads a cookie; the app chooses its name',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Where the option "authorize" of the app reads a token',
        },
      },
      schemas: definitionsOf([problemShape, ...operations.flatMap(({ answer }) => (answer === null ? [] : [answer]))]),
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

const account = { $ref: '#/components/parameters/account' };

const operationOf = (operation: DescribedOperation) => {
  const { name, summary, right, path, method, given, events, isStart, namesAccount } = operation;
  return {
    operationId: name,
    summary,
    description: `${events === undefined ? '' : `${events} `}Needs the right "${right}".`,
    parameters: [
      ...inPath(path),
      ...(method === 'get' ? inQuery(given) : []),
      ...(namesAccount ? [account] : []),
      ...(isStart ? [{ $ref: '#/components/parameters/idempotencyKey' }] : []),
    ],
    ...(method === 'post' && {
      requestBody: { required: true, content: { 'application/json': { schema: given } } },
    }),
    responses: { ...succeeded(operation), '4XX': problem, default: problem },
  };
};

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

const succeeded = ({
  answer,
  files,
  events,
  status,
  summary,
}: Pick<DescribedOperation, 'answer' | 'files' | 'events' | 'status' | 'summary'>) => ({
  [status]: {
    description: summary,
    ...(events !== undefined && { content: { 'text/event-stream': { schema: { type: 'string' } } } }),
    ...(answer !== null && { content: json(answer) }),
    ...(files !== undefined && { content: filesOf(files) }),
  },
});

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const rowsAsJson = { type: 'array', items: { type: 'object' } };

const filesOf = (types: readonly string[]): Readonly<Record<string, object>> =>
  Object.fromEntries<object>(
    types.map((type) => [
      type.replace(/;.*/, ''),
      { schema: type === 'application/json' ? rowsAsJson : { type: 'string', format: 'binary' } },
    ]),
  );
