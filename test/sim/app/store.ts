import { storeOverMemory } from '../../../src/store/memory/memory-store.ts';
import { emptyMemory, type Memory } from '../../../src/store/memory/memory.ts';

/** The disk that the sync database lies on: it outlives processes, and it can be lost or brought back older. */
export interface Store {
  readonly memory: () => Memory;
  /** The sync database as it lies there now. */
  readonly open: () => ReturnType<typeof storeOverMemory>;
  /** Puts a copy away, as a backup. */
  readonly backUp: () => void;
  /** What lies there from now on: nothing, or the latest backup. */
  readonly lose: () => void;
  readonly restore: () => void;
}

export const newStore = (): Store => {
  let memory = emptyMemory();
  let backup = emptyMemory();
  return {
    memory: () => memory,
    open: () => storeOverMemory(memory),
    backUp: () => {
      backup = structuredClone(memory);
    },
    lose: () => {
      memory = emptyMemory();
    },
    restore: () => {
      memory = structuredClone(backup);
    },
  };
};
