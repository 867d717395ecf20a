/** What happened, as one number: two runs with the same number went the same way. */
export interface Trace {
  readonly note: (at: number, line: string) => void;
  /** Eight hexadecimal digits. */
  readonly hash: () => string;
  /** Every line, when they are kept. */
  readonly lines: () => readonly string[];
}

/** FNV-1a over every event in its order. Lines are kept only on request. */
export const trace = ({ keepsLines }: { readonly keepsLines: boolean }): Trace => {
  const kept: string[] = [];
  let hash = 0x811c9dc5;
  return {
    note: (at, line) => {
      const text = `${at} ${line}`;
      for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
      if (keepsLines) kept.push(text);
    },
    hash: () => (hash >>> 0).toString(16).padStart(8, '0'),
    lines: () => kept,
  };
};
