import * as E from 'fp-ts/lib/Either.js';

/** The part of JSON Schema (2020-12) that the document uses. What a request may hold is checked by the same objects. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

export const text = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description !== undefined && { description }),
  ...more,
});
export const whole = (description?: string, more: Schema = {}): Schema => ({
  type: 'integer',
  ...(description !== undefined && { description }),
  ...more,
});
export const yesNo = (description?: string): Schema => ({
  type: 'boolean',
  ...(description !== undefined && { description }),
});
export const list = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});
export const oneOf = (...values: readonly string[]): Schema => ({ type: 'string', enum: values });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const day = text('YYYY-MM-DD', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const instant = text('RFC 3339, UTC');
export const money = text('Decimals in major units of the currency, such as 12.34', { pattern: '^-?\\d+(\\.\\d+)?$' });
export const count = whole(undefined, { minimum: 0 });

/** An object of exactly these fields. */
export const fields = (
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

/** Fields of a request, checked. */
export type Values = Readonly<Record<string, unknown>>;

const complaintAbout = (schema: Schema, value: unknown): string | undefined => {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return 'must be a string';
      if (schema.enum !== undefined && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`;
      if (value.length < (schema.minLength ?? 0)) return 'is empty';
      if (value.length > (schema.maxLength ?? 400)) return 'is too long';
      return schema.pattern !== undefined && !new RegExp(schema.pattern).test(value) ? 'has another form' : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false';
    case 'integer':
      return Number.isInteger(value) &&
        Number(value) >= (schema.minimum ?? -Infinity) &&
        Number(value) <= (schema.maximum ?? Infinity)
        ? undefined
        : `must be a whole number from ${schema.minimum ?? 0} to ${schema.maximum ?? Infinity}`;
    case 'array': {
      if (!Array.isArray(value) || value.length > (schema.maxItems ?? 1_000))
        return 'must be a list that is not too long';
      const { items = {} } = schema;
      return value.map((one) => complaintAbout(items, one)).find((complaint) => complaint !== undefined);
    }
    case undefined:
    default:
      return undefined;
  }
};

/** Checks the fields of a request. Left names the field, and repeats nothing of its value. */
export const checkFields = (schema: Schema, given: unknown): E.Either<string, Values> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return E.left('The body must be a JSON object.');
  const { properties = {}, required = [] } = schema;
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return E.left(`"${missing}" is missing.`);
  for (const [name, value] of Object.entries(given)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // A name may be anything, so it is not repeated.
    if (field === undefined) return E.left(`A field is unknown. There are: ${Object.keys(properties).join(', ')}.`);
    const complaint = complaintAbout(field, value);
    if (complaint !== undefined) return E.left(`"${name}" ${complaint}.`);
  }
  return E.right(given as Values);
};

const readParameter = (schema: Schema, values: readonly string[]): unknown => {
  const [first = ''] = values;
  if (schema.type === 'array') return values;
  if (schema.type === 'integer') return /^\d{1,9}$/.test(first) ? Number(first) : first;
  return schema.type === 'boolean' && (first === 'true' || first === 'false') ? first === 'true' : first;
};

/** Checks query parameters in the same way; a list is a parameter that is repeated. */
export const checkParameters = (schema: Schema, parameters: URLSearchParams): E.Either<string, Values> => {
  const { properties = {} } = schema;
  const given: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    const field = Object.hasOwn(properties, name) ? properties[name] : {};
    given[name] = readParameter(field ?? {}, parameters.getAll(name));
  }
  return checkFields(schema, given);
};
