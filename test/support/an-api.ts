import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TaxNexus } from '../../src/app/plugin/tax-nexus.ts';

interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly unknown[] | null;
}

interface Validator {
  readonly addSchema: (schema: object, key: string) => void;
  readonly compile: (schema: object) => Validate;
}

/** The validator that Fastify uses, which is there already. */
export const aValidator = (): Validator => {
  const fastify = createRequire(createRequire(import.meta.url).resolve('fastify'));
  const compiler = createRequire(fastify.resolve('@fastify/ajv-compiler'));
  const { default: Ajv } = compiler('ajv/dist/2020') as { readonly default: new (options: object) => Validator };
  return new Ajv({ strict: false, allErrors: true, validateFormats: false });
};

/** OpenAPI 3.1 as its authors published it: https://spec.openapis.org/oas/3.1/schema/2026-08-03 */
const openApiSchema = JSON.parse(readFileSync(new URL('openapi-3.1.json', import.meta.url), 'utf8')) as object;

let openApi: Validate | undefined;

/** What is wrong with an OpenAPI document. */
export const complaintsAbout = (document: object): readonly unknown[] => {
  const validate = (openApi ??= aValidator().compile(openApiSchema));
  return validate(document) ? [] : (validate.errors ?? ['unknown']);
};

interface Answered {
  readonly content?: Readonly<Record<string, object>>;
}

export interface ApiDocument {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly responses: Readonly<Record<string, Answered>> }>>
    >
  >;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Null for none; text for events. */
  readonly body: unknown;
}

export interface ApiUnderTest {
  readonly document: ApiDocument;
  /** Rejects when the answer is not as the document has it. */
  readonly ask: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ApiAnswer>;
  /** The operations that were answered well, by their ids. */
  readonly answered: Set<string>;
}

export const apiAddress = 'https://host.example/any/mount/api/v1';

/** A client that holds each answer against the document. */
export const anApi = async ({ handler }: Pick<TaxNexus<string>, 'handler'>): Promise<ApiUnderTest> => {
  const served = await handler(new Request(`${apiAddress}/openapi.json`));
  const document = (await served.json()) as ApiDocument;
  const validator = aValidator();
  validator.addSchema(document, 'https://document.example/');
  const answered = new Set<string>();
  const compiled = new Map<string, Validate>();
  const pointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
  }));

  const check = (method: string, path: string, status: number, type: string, body: unknown): void => {
    const { path: template } = templates.find(({ pattern }) => pattern.test(path)) ?? { path: undefined };
    const operation = template === undefined ? undefined : document.paths[template]?.[method];
    const key = operation?.responses[status] === undefined ? 'default' : String(status);
    // What no operation answers is a problem, too.
    const schema =
      template === undefined || operation === undefined
        ? '#/components/schemas/Problem'
        : `#/paths/${pointer(template)}/${method}/responses/${key}/content/${pointer(type)}/schema`;
    if (operation !== undefined && key !== 'default') answered.add(operation.operationId);
    if (body === null && operation?.responses[key]?.content === undefined) return;
    const validate = compiled.get(schema) ?? validator.compile({ $ref: `https://document.example/${schema}` });
    compiled.set(schema, validate);
    if (!validate(body))
      throw new Error(`${method} ${path} ${status}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`);
  };

  return {
    document,
    answered,
    ask: async (method, path, body, headers = {}) => {
      const json = method === 'POST' ? { 'content-type': 'application/json' } : {};
      const response = await handler(
        new Request(`${apiAddress}${path}`, {
          method,
          headers: { ...json, ...headers },
          ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
        }),
      );
      const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
      const text = await response.text();
      const read: unknown = text === '' ? null : type.endsWith('json') ? JSON.parse(text) : text;
      check(method.toLowerCase(), path.split('?', 1)[0] ?? '', response.status, type, read);
      return { status: response.status, headers: response.headers, body: read };
    },
  };
};
