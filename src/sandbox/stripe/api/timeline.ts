/** When objects of a kind were created, newest first, and where each is to be found. */
export interface Timeline {
  /** Unix seconds, falling. */
  readonly created: Float64Array;
  readonly places: Float64Array;
}

export interface Moment {
  readonly kind: string;
  readonly created: number;
  readonly place: number;
}

const sorted = (moments: readonly Moment[]): Timeline => {
  const newestFirst = moments.toSorted((a, b) => b.created - a.created || b.place - a.place);
  return {
    created: Float64Array.from(newestFirst, ({ created }) => created),
    places: Float64Array.from(newestFirst, ({ place }) => place),
  };
};

/** The timelines of all kinds, from the moments of every sale. */
export const timelines = (
  sales: number,
  momentsOf: (index: number) => Iterable<Moment>,
): ReadonlyMap<string, Timeline> => {
  const byKind = new Map<string, Moment[]>();
  for (let index = 0; index < sales; index += 1) {
    for (const moment of momentsOf(index)) {
      const known = byKind.get(moment.kind);
      if (known === undefined) byKind.set(moment.kind, [moment]);
      else known.push(moment);
    }
  }
  return new Map([...byKind].map(([kind, moments]) => [kind, sorted(moments)]));
};

/** The first position whose object was created before a second. */
export const firstBefore = ({ created }: Timeline, second: number): number => {
  let [low, high] = [0, created.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((created[middle] ?? 0) >= second) low = middle + 1;
    else high = middle;
  }
  return low;
};
