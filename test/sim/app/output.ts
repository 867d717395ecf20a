import type { Logger } from '../../../src/domain/environment.ts';

/** Everything that processes print, log or return: what outsiders may see. */
export interface Output {
  readonly note: (...printed: readonly unknown[]) => void;
  readonly log: Logger;
  readonly lines: () => readonly string[];
}

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

export const newOutput = (): Output => {
  const lines = new Set<string>();
  const note = (...printed: readonly unknown[]): void => void lines.add(printed.map(asText).join(' '));
  return { note, log: { debug: note, info: note, warn: note, error: note }, lines: () => [...lines] };
};
