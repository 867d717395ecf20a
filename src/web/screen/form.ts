import type { Visit } from './env.ts';

/** What a form said; fields of files are no fields. */
export interface Form {
  /** The first value, trimmed; empty when there is none. */
  readonly one: (name: string) => string;
  readonly all: (name: string) => readonly string[];
}

export const readForm = async (visit: Visit): Promise<Form> => {
  const fields = await visit.req.parseBody({ all: true });
  const all = (name: string): readonly string[] => {
    const value = fields[name];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((one): one is string => typeof one === 'string');
  };
  return { all, one: (name) => (all(name)[0] ?? '').trim() };
};
