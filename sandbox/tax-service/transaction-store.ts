/** One stored transaction: its text is handed out as it came in. */
export interface Stored {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** What one API key has stored, in the order in which it was created. */
export interface TransactionStore {
  readonly size: () => number;
  readonly find: (id: string) => Stored | undefined;
  /** Which of the two is taken already, if any. */
  readonly taken: (id: string, name: string) => 'id' | 'name' | undefined;
  readonly add: (transaction: Stored) => void;
  readonly replace: (transaction: Stored) => void;
  readonly remove: (id: string) => void;
  /** Newest first: those created before number `before`, at most `limit`. */
  readonly newestBefore: (before: number, limit: number) => readonly Stored[];
}

export const transactionStore = (): TransactionStore => {
  const inOrder: Stored[] = [];
  const byId = new Map<string, Stored>();
  const names = new Set<string>();
  return {
    size: () => inOrder.length,
    find: (id) => byId.get(id),
    taken: (id, name) => (byId.has(id) ? 'id' : names.has(name) ? 'name' : undefined),
    add: (transaction) => {
      inOrder.push(transaction);
      byId.set(transaction.id, transaction);
      names.add(transaction.name);
    },
    replace: (transaction) => {
      inOrder[inOrder.findIndex(({ id }) => id === transaction.id)] = transaction;
      byId.set(transaction.id, transaction);
      names.add(transaction.name);
    },
    remove: (removed) => {
      const [gone] = inOrder.splice(
        inOrder.findIndex(({ id }) => id === removed),
        1,
      );
      byId.delete(removed);
      if (gone !== undefined) names.delete(gone.name);
    },
    newestBefore: (before, limit) => {
      const page: Stored[] = [];
      for (let number = before - 1; number >= 0 && page.length < limit; number -= 1) {
        const transaction = inOrder[number];
        if (transaction !== undefined) page.push(transaction);
      }
      return page;
    },
  };
};
