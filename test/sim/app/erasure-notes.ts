import type { ErasureWatch } from './watched-erasure.ts';

/** What the witness of erasures has seen, by transaction. */
export interface ErasureNotes {
  readonly watch: ErasureWatch;
  readonly onErasedInDoubt: (id: string) => void;
  readonly leftovers: readonly string[];
  readonly forgotten: readonly string[];
  readonly unconfirmed: readonly string[];
}

export const erasureNotes = (): ErasureNotes => {
  const [leftovers, forgotten, unconfirmed]: [string[], string[], string[]] = [[], [], []];
  const watch: ErasureWatch = {
    onLeftover: (id) => void leftovers.push(id),
    onForgotten: (id) => void forgotten.push(id),
  };
  return { watch, onErasedInDoubt: (id) => void unconfirmed.push(id), leftovers, forgotten, unconfirmed };
};
