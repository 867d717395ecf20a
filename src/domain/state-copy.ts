/** What a copy of the sync database did. */

export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** SHA-256 of the rows in the order of their key, equal in the source and in the copy. */
  readonly digest: string;
}

export interface StateCopy {
  /** False if the target held the same rows already. */
  readonly isCopied: boolean;
  readonly tables: readonly CopiedTable[];
}

export interface CopyWatch {
  /** A page of a table was copied, and is not committed yet. */
  readonly onPage: () => void;
  /** A table was copied and compared. */
  readonly onTable: (table: CopiedTable) => void;
}
