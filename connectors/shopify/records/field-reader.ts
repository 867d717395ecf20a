import type * as t from 'io-ts';

/** A field, and how it is read. */
export interface Field {
  readonly key: string;
  readonly codec: t.Decoder<unknown, unknown>;
  /** Of a value that its codec gives back as it is, to look at its type is enough; undefined for all others. */
  readonly type: string | undefined;
}

/** Reads the given fields of an object into a new one; undefined when one of them is wrong. */
export type FieldReader = (value: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> | undefined;

const nowhere: t.Context = [];

const statementOf = ({ key, type }: Field, index: number): string => {
  const given = `let f${index} = value[${JSON.stringify(key)}];`;
  return type === undefined
    ? `${given}
if (f${index} !== undefined && f${index} !== null) {
  const read = codecs[${index}].validate(f${index}, nowhere);
  if (read._tag === 'Left') return undefined;
  f${index} = read.right;
}`
    : `${given}
if (f${index} !== undefined && f${index} !== null && typeof f${index} !== '${type}') return undefined;`;
};

const programOf = (fields: readonly Field[]): string => `'use strict';
return (value) => {
${fields.map(statementOf).join('\n')}
return { ${fields.map(({ key }, index) => `${JSON.stringify(key)}: f${index}`).join(', ')} };
};`;

type Program = (codecs: readonly Field['codec'][], nowhere: t.Context) => FieldReader;

// The text consists of names that stand in our own source, and of nothing that anybody sent.
// eslint-disable-next-line @typescript-eslint/no-implied-eval
const compiled = (text: string): Program => new Function('codecs', 'nowhere', text) as Program;

const oneByOne =
  (fields: readonly Field[]): FieldReader =>
  (value) => {
    const all: Record<string, unknown> = {};
    for (const { key, codec, type } of fields) {
      const given = value[key];
      all[key] = given;
      if (given === undefined || given === null || typeof given === type) continue;
      const read = codec.validate(given, nowhere);
      if (read._tag === 'Left') return undefined;
      all[key] = read.right;
    }
    return all;
  };

/**
 * A reader written for these fields alone, as somebody would write it by hand: all its objects have one shape, which makes
 * whatever works on them faster too (decision 15). Where Node may not make programs of texts
 * (`--disallow-code-generation-from-strings`), one that goes through the fields.
 */
export const fieldReader = (fields: readonly Field[], compile: typeof compiled = compiled): FieldReader => {
  try {
    const codecs = fields.map(({ codec }) => codec);
    return compile(programOf(fields))(codecs, nowhere);
  } catch {
    return oneByOne(fields);
  }
};
