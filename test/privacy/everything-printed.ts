import { inspect } from 'node:util';
import { afterAll, expect } from '@jest/globals';
import { leaksIn } from '../support/leaks-in.ts';
import { reportCounts } from '../support/report-counts.ts';

export interface EverythingSaid {
  /** Looks through a text, or through all forms in which a value could be printed. Fails with where it was output. */
  readonly hear: (where: string, output: unknown) => void;
}

/** Everything that stack traces, logs and crash reports would show of it. */
const formsOf = (output: unknown): readonly string[] => {
  if (typeof output === 'string') return [output];
  const error =
    output instanceof Error ? [output.message, output.stack ?? '', inspect(output.cause, { depth: 12 })] : [];
  return [inspect(output, { depth: 12, showHidden: true }), JSON.stringify({ output }), String(output), ...error];
};

/** Counts what was looked through in a file, and the leaks that were found. */
export const everythingSaid = (): EverythingSaid => {
  const counts = { 'texts looked through': 0, leaks: 0 };
  afterAll(() => reportCounts('Privacy', counts));
  return {
    hear: (where, output) => {
      const forms = formsOf(output);
      const leaks = [...new Set(forms.flatMap(leaksIn))].map((leak) => leak.slice(0, 40));
      counts['texts looked through'] += forms.length;
      counts.leaks += leaks.length;
      expect({ where, leaks }).toStrictEqual({ where, leaks: [] });
    },
  };
};
