/** An answer before it is written: `text` is JSON unless a header says otherwise. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const jsonReply = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  text: JSON.stringify(value),
  headers,
});
