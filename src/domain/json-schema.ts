/** Describes io-ts codecs in JSON Schema, so that one declaration checks a request and documents it. */
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { isRecord } from './fields.ts';

const definition = Symbol('definition');

/** The part of JSON Schema (2020-12) that documents use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly const?: string | number | boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  /** The schema that `$ref` stands for. It is not part of the JSON. */
  readonly [definition]?: { readonly name: string; readonly schema: JsonSchema };
}

const schemas = new WeakMap<t.Mixed, JsonSchema>();

type Known =
  | t.StringType
  | t.NumberType
  | t.BooleanType
  | t.NullType
  | t.LiteralType<string | number | boolean>
  | t.KeyofType<Record<string, unknown>>
  | t.ReadonlyArrayType<t.Mixed>
  | t.UnionType<t.Mixed[]>
  | t.DictionaryType<t.Mixed, t.Mixed>;

/** The schema of a codec from this file or from io-ts. */
export const schemaOf = (codec: t.Mixed): JsonSchema => {
  const own = schemas.get(codec);
  if (own !== undefined) return own;
  const known = codec as Known;
  switch (known._tag) {
    case 'StringType':
      return { type: 'string' };
    case 'NumberType':
      return { type: 'number' };
    case 'BooleanType':
      return { type: 'boolean' };
    case 'NullType':
      return { type: 'null' };
    case 'LiteralType':
      return { const: known.value };
    case 'KeyofType':
      return { type: 'string', enum: Object.keys(known.keys) };
    case 'ReadonlyArrayType':
      return { type: 'array', items: schemaOf(known.type) };
    case 'UnionType':
      return { anyOf: known.types.map(schemaOf) };
    case 'DictionaryType':
      // cspell:ignore codomain
      return { type: 'object', additionalProperties: schemaOf(known.codomain) };
  }
};

/** The same codec with more keywords in its schema, which it also checks. */
export const described = <A, O>(codec: t.Type<A, O>, keywords: JsonSchema): t.Type<A, O> => {
  const schema = { ...schemaOf(codec), ...keywords };
  const fits = (value: unknown): boolean => complaintAbout(schema, value) === undefined;
  const own = new t.Type<A, O>(
    codec.name,
    (value): value is A => codec.is(value) && fits(value),
    (value, context) => (fits(value) ? codec.validate(value, context) : t.failure(value, context)),
    codec.encode,
  );
  schemas.set(own, schema);
  return own;
};

type RequiredOf<Props extends t.Props> = { readonly [Key in keyof Props]: t.TypeOf<Props[Key]> };
type OptionalOf<Props extends t.Props> = { readonly [Key in keyof Props]?: t.TypeOf<Props[Key]> };

/** An object of exactly these fields. */
export function fields<Required extends t.Props>(required: Required): t.Type<RequiredOf<Required>>;
export function fields<Required extends t.Props, Optional extends t.Props>(
  required: Required,
  optional: Optional,
): t.Type<RequiredOf<Required> & OptionalOf<Optional>>;
export function fields(required: t.Props, optional: t.Props = {}): t.Type<Readonly<Record<string, unknown>>> {
  type A = Readonly<Record<string, unknown>>;
  const props: t.Props = { ...required, ...optional };
  const validate: t.Validate<unknown, A> = (given, context) => {
    if (!isRecord(given)) return t.failure(given, context, 'The body must be a JSON object.');
    const missing = Object.keys(required).find((name) => !Object.hasOwn(given, name));
    if (missing !== undefined) return t.failure(given, context, `"${missing}" is missing.`);
    for (const [name, value] of Object.entries(given)) {
      const codec = Object.hasOwn(props, name) ? props[name] : undefined;
      // A name may be anything, so it is not repeated.
      if (codec === undefined) return t.failure(given, context, unknownField(Object.keys(props)));
      const read = codec.validate(value, t.appendContext(context, name, codec, value));
      if (E.isLeft(read)) return read;
    }
    return t.success(given);
  };
  const own = new t.Type<A>('fields', (value): value is A => E.isRight(validate(value, [])), validate, t.identity);
  schemas.set(own, {
    type: 'object',
    properties: schemasOf(props),
    required: Object.keys(required),
    additionalProperties: false,
  });
  return own;
}

/** The same schema for a value that the operation checks itself, with better messages. */
export const checkedByRun = <A>(codec: t.Type<A>): t.Type<A> => {
  const own = new t.Type<A>(
    codec.name,
    (_value): _value is A => true,
    (value) => t.success(value as A),
    t.identity,
  );
  schemas.set(own, schemaOf(codec));
  return own;
};

/** The same codec, to which documents refer by a name. */
export const named = <A, O>(name: string, codec: t.Type<A, O>): t.Type<A, O> => {
  const own = new t.Type<A, O>(name, codec.is, codec.validate, codec.encode);
  schemas.set(own, { $ref: `#/components/schemas/${name}`, [definition]: { name, schema: schemaOf(codec) } });
  return own;
};

/** The named schemas that these refer to, directly or through others. */
export const definitionsOf = (all: readonly JsonSchema[]): Readonly<Record<string, JsonSchema>> => {
  const found: Record<string, JsonSchema> = {};
  const collect = (schema: JsonSchema): void => {
    const { name, schema: inner } = schema[definition] ?? {};
    if (name !== undefined && inner !== undefined && !(name in found)) {
      found[name] = inner;
      collect(inner);
    }
    const { items, additionalProperties, anyOf = [], properties = {} } = schema;
    for (const part of [items, additionalProperties, ...anyOf, ...Object.values(properties)])
      if (typeof part === 'object') collect(part);
  };
  all.forEach(collect);
  return found;
};

/** Checks the fields of a request. Left names the field and what is wrong, and repeats nothing of its value. */
export const readFields = <A>(codec: t.Decoder<unknown, A>, given: unknown): E.Either<string, A> => {
  const read = codec.decode(given);
  if (E.isRight(read)) return read;
  const [error] = read.left;
  const [, field, ...inner] = error?.context ?? [];
  if (error === undefined || field === undefined) return E.left(error?.message ?? '');
  const { type } = inner.at(-1) ?? field;
  return E.left(`"${field.key}" ${complaintAbout(schemaOf(type as t.Mixed), error.value) ?? 'has another form'}.`);
};

/** Characters of a text and items of a list in a request, where the schema has no other limit. */
const [maxLength, maxItems] = [400, 1_000];

/** Why a simple value or a list does not fit its schema; undefined when it fits. Repeats nothing of the value. */
const complaintAbout = (schema: JsonSchema, value: unknown): string | undefined => {
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string') return 'must be a string';
      if (schema.enum !== undefined && !schema.enum.includes(value)) return `must be one of ${schema.enum.join(', ')}`;
      if (value.length < (schema.minLength ?? 0)) return 'is empty';
      if (value.length > (schema.maxLength ?? maxLength)) return 'is too long';
      return schema.pattern !== undefined && !new RegExp(schema.pattern).test(value) ? 'has another form' : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false';
    case 'integer':
      return Number.isInteger(value) &&
        Number(value) >= (schema.minimum ?? -Infinity) &&
        Number(value) <= (schema.maximum ?? Infinity)
        ? undefined
        : `must be a whole number from ${schema.minimum ?? 0} to ${schema.maximum ?? Infinity}`;
    case 'array':
      return Array.isArray(value) && value.length <= (schema.maxItems ?? maxItems)
        ? undefined
        : 'must be a list that is not too long';
    case undefined:
    default:
      return undefined;
  }
};

const unknownField = (known: readonly string[]): string =>
  known.length === 0
    ? 'A field is unknown: this request takes no fields.'
    : `A field is unknown. There are: ${known.join(', ')}.`;

const schemasOf = (props: t.Props): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(props).map(([name, codec]) => [name, schemaOf(codec)]));
