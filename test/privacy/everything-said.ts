import { inspect } from 'node:util';
import { afterAll, expect } from '@jest/globals';
import { leaksIn } from '../support/leaks-in.ts';
import { reportCounts } from '../support/report-counts.ts';

export interface EverythingSaid {
  /** Looks through a text, or through all forms in which a value could be printed. Fails with where it was said. */
  readonly hear: (where: string, said: unknown) => void;
}

/** Everything that stack traces, logs and crash reports would show of it. */
const formsOf = (said: unknown): readonly string[] => {
  if (typeof said === 'string') return [said];
  const error = said instanceof Error ? [said.message, said.stack ?? '', inspect(said.cause, { depth: 12 })] : [];
  return [inspect(said, { depth: 12, showHidden: true }), JSON.stringify({ said }), String(said), ...error];
};

/** Counts what was looked through in a file, and the leaks that were found. */
export const everythingSaid = (): EverythingSaid => {
  const counts = { 'texts looked through': 0, leaks: 0 };
  afterAll(() => reportCounts('Privacy', counts));
  return {
    hear: (where, said) => {
      const forms = formsOf(said);
      const leaks = [...new Set(forms.flatMap(leaksIn))].map((leak) => leak.slice(0, 40));
      counts['texts looked through'] += forms.length;
      counts.leaks += leaks.length;
      expect({ where, leaks }).toStrictEqual({ where, leaks: [] });
    },
  };
};
