import type { ErasureWatch } from './watched-erasure.ts';

/** What the witness of erasures has seen, by transaction. */
export interface ErasureNotes {
  readonly watch: ErasureWatch;
  readonly onErasedInDoubt: (id: string) => void;
  readonly leftovers: readonly string[];
  readonly forgotten: readonly string[];
  readonly inDoubt: readonly string[];
}

export const erasureNotes = (): ErasureNotes => {
  const [leftovers, forgotten, inDoubt]: [string[], string[], string[]] = [[], [], []];
  const watch: ErasureWatch = {
    onLeftover: (id) => void leftovers.push(id),
    onForgotten: (id) => void forgotten.push(id),
  };
  return { watch, onErasedInDoubt: (id) => void inDoubt.push(id), leftovers, forgotten, inDoubt };
};
