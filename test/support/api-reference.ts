import type { JsonSchema } from '../../src/domain/json-schema.ts';

/** Values of fields as an example shows them, by the name of the field. */
const texts: Readonly<Record<string, string>> = {
  ...{ storefront: 'us-store', storefronts: 'us-store', subject: 'us-store', who: 'us-store', account: 'default' },
  ...{ platform: 'shopify', currency: 'USD', state: 'TX', month: '2026-03', zip: '75201', country: 'US' },
  ...{ jurisdiction: 'TX', timeZone: 'America/Chicago', by: 'Ada', name: '#1001', record: '#1001', place: 'TX' },
  ...{ runId: '20260401-1', sourceId: '5012345678', batch: 'b-1', what: 'partially paid', rate: '8.25', tax: '8.25' },
  ...{ status: 'finished', message: 'Nothing to do.', note: 'Compared with the filing.', reason: 'Filed too early.' },
  ...{ id: 'shopify:1:5012345678', lineId: 'shopify:1:5012345678', transactionId: 'shopify:1:5012345678' },
  ...{ liveRunId: 'live:us-store', url: 'https://example.com/orders/1001', link: 'https://example.com/nexus' },
};

const isOf = (description: string, ...words: readonly string[]): boolean =>
  words.some((word) => description.startsWith(word));

const textOf = (name: string, { description = '', pattern }: JsonSchema): string => {
  if (isOf(description, 'YYYY-MM-DD', 'The day of', 'The first day')) return '2026-03-31';
  if (isOf(description, 'RFC 3339') || /[a-z]At$/.test(name)) return '2026-04-01T09:00:00Z';
  if (isOf(description, 'YYYY-MM')) return '2026-03';
  if (isOf(description, 'Decimals', 'US dollars', 'With tax', 'Of the rest') || pattern !== undefined) return '108.25';
  return texts[name] ?? 'text';
};

type Definitions = Readonly<Record<string, JsonSchema>>;

/** What fits a schema, as a person would expect it. */
export const exampleOf = (schema: JsonSchema, all: Definitions, name = ''): unknown => {
  const { $ref, anyOf, enum: values, type, items = {}, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return exampleOf(all[$ref.split('/').at(-1) ?? ''] ?? {}, all, name);
  if (schema.const !== undefined) return schema.const;
  if (anyOf !== undefined && name === 'next') return null;
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {}, all, name);
  if (values !== undefined) return values[0];
  switch (type) {
    case 'string':
      return textOf(name, schema);
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 1);
    case 'boolean':
      return false;
    case 'array':
      return [exampleOf(items, all, name)];
    case undefined:
    default: {
      const { additionalProperties } = schema;
      if (typeof additionalProperties === 'object') return { TX: exampleOf(additionalProperties, all, name) };
      return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key] ?? {}, all, key)]));
    }
  }
};

const width = 110;

/** JSON in as few lines as are easy to read. */
const json = (value: unknown, indent = ''): string => {
  const short = JSON.stringify(value).replaceAll(/(?<=["\]}\de]),(?=["[{])/g, ', ');
  if (short.length + indent.length <= width || typeof value !== 'object' || value === null) return short;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((one) => `${inner}${json(one, inner)}`)
    : Object.entries(value).map(([key, one]) => `${inner}${JSON.stringify(key)}: ${json(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
};

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: JsonSchema;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>
  >;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly components: { readonly schemas: Definitions; readonly securitySchemes: Readonly<Record<string, unknown>> };
}

/** What the optional fields of a request are called. */
const optionsOf = ({ parameters = [], requestBody }: Described): readonly string[] => {
  const body = requestBody?.content['application/json']?.schema;
  const { properties = {}, required = [] } = body ?? {};
  return [
    ...parameters.filter((one) => one.in === 'query' && one.required !== true).map(({ name = '' }) => name),
    ...Object.keys(properties).filter((name) => !required.includes(name)),
  ];
};

/** The request of an example: its path with what is needed, and its body. */
const requestOf = (
  method: string,
  path: string,
  operation: Described,
  all: Definitions,
): { readonly line: string; readonly body: unknown } => {
  const { parameters = [], requestBody } = operation;
  const value = (name: string, schema: JsonSchema): string => encodeURIComponent(String(exampleOf(schema, all, name)));
  const needed = parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name = '', description, schema = {} }) => {
      const whole = { ...schema, ...(description !== undefined && { description }) };
      return `${name}=${value(name, whole)}`;
    });
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name, { type: 'string' }));
  const schema = requestBody?.content['application/json']?.schema;
  return {
    line: `${method.toUpperCase()} /tax-nexus/api/v1${filled}${needed.length === 0 ? '' : `?${needed.join('&')}`}`,
    body: schema === undefined ? undefined : exampleOf(schema, all),
  };
};

const sectionOf = (method: string, path: string, operation: Described, all: Definitions): string => {
  const { operationId, summary, description } = operation;
  const { line, body } = requestOf(method, path, operation, all);
  const [status = '', { content = {} } = {}] = Object.entries(operation.responses)[0] ?? [];
  const [type, answered] = Object.entries(content)[0] ?? [];
  const answer =
    type === 'application/json' && answered !== undefined
      ? json(exampleOf(answered.schema, all))
      : Object.keys(content).join(', ');
  const options = optionsOf(operation).map((name) => `\`${name}\``);
  return [
    `### ${operationId}`,
    '',
    `${summary}.${description === undefined ? '' : ` ${description}`}${options.length === 0 ? '' : ` Optional: ${options.join(', ')}.`}`,
    '',
    '```http',
    line,
    ...(body === undefined ? [] : ['content-type: application/json', '', json(body)]),
    '```',
    '',
    `${status}${answer === '' ? ', without a body.' : ':'}`,
    ...(answer === '' ? [] : ['', '```json5', answer, '```']),
  ].join('\n');
};

/** All operations of a document with an example of each, in Markdown. */
export const apiReference = ({ paths, components: { schemas } }: ApiDocument): string =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => operationId !== 'openApi')
        .map(([method, operation]) => sectionOf(method, path, operation, schemas)),
    )
    .join('\n\n');
