/** Something that happens at a time; of two at the same time, the lower tie comes first. */
export interface Timed {
  readonly at: number;
  readonly tie: number;
}

/** What is still to happen, the earliest first. */
export interface EventQueue<A extends Timed> {
  readonly add: (event: A) => void;
  readonly next: () => A | undefined;
  /** Infinity when nothing is left. */
  readonly nextAt: () => number;
}

const isBefore = (a: Timed, b: Timed): boolean => (a.at === b.at ? a.tie < b.tie : a.at < b.at);

/** A binary heap. */
export const eventQueue = <A extends Timed>(): EventQueue<A> => {
  const heap: A[] = [];
  const swap = (i: number, j: number): void => {
    const [a, b] = [heap[i], heap[j]];
    if (a === undefined || b === undefined) return;
    heap[i] = b;
    heap[j] = a;
  };
  const goesBefore = (i: number, j: number): boolean => {
    const [a, b] = [heap[i], heap[j]];
    return a !== undefined && b !== undefined && isBefore(a, b);
  };
  const rise = (from: number): void => {
    for (let i = from; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!goesBefore(i, parent)) return;
      swap(i, parent);
      i = parent;
    }
  };
  const sink = (): void => {
    for (let i = 0; ;) {
      const [left, right] = [2 * i + 1, 2 * i + 2];
      let least = goesBefore(left, i) ? left : i;
      if (goesBefore(right, least)) least = right;
      if (least === i) return;
      swap(i, least);
      i = least;
    }
  };
  return {
    add: (event) => rise(heap.push(event) - 1),
    next: () => {
      swap(0, heap.length - 1);
      const first = heap.pop();
      sink();
      return first;
    },
    nextAt: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
  };
};
