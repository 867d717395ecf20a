/** One process from its start to its end. What waits in a dead one never goes on. */
export interface Life {
  readonly name: string;
  readonly isAlive: () => boolean;
  readonly end: () => void;
}

export const newLife = (name: string): Life => {
  let isAlive = true;
  return {
    name,
    isAlive: () => isAlive,
    end: () => {
      isAlive = false;
    },
  };
};
