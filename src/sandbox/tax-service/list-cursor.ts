/** Where a list goes on: before the transaction of this number, with the same limit as on the pages before. */
export interface ListCursor {
  readonly before: number;
  readonly limit: number;
}

export const writeCursor = ({ before, limit }: ListCursor): string =>
  Buffer.from(`${before}.${limit}`).toString('base64url');

export const readCursor = (text: string): ListCursor | undefined => {
  const match = /^(\d+)\.(\d+)$/.exec(Buffer.from(text, 'base64url').toString());
  return match === null ? undefined : { before: Number(match[1]), limit: Number(match[2]) };
};
