/** What is known of how long one sort of answer takes when no request waits for another. Times in milliseconds. */
export interface UnloadedLatency {
  /** The lowest mean of any block so far; null within the first one. */
  readonly lowest: number | null;
  /** The block that is being measured. */
  readonly count: number;
  readonly sum: number;
}

/**
 * Answers of one block. The lowest mean of so many is taken and not the lowest latency: where one request is ten times as
 * much work as another, the quickest answer says nothing about the others.
 */
const blockLength = 32;
/** The first one is shorter, before requests have begun to wait for one another. */
const firstBlock = 8;

export const notMeasured: UnloadedLatency = { lowest: null, count: 0, sum: 0 };

export const withLatency = ({ lowest, count, sum }: UnloadedLatency, latency: number): UnloadedLatency => {
  const block = { lowest, count: count + 1, sum: sum + latency };
  if (block.count < (lowest === null ? firstBlock : blockLength)) return block;
  const mean = block.sum / block.count;
  return { lowest: lowest === null ? mean : Math.min(lowest, mean), count: 0, sum: 0 };
};

/** Milliseconds; what was seen so far within the first block, 0 before the first answer. */
export const unloadedOf = ({ lowest, count, sum }: UnloadedLatency): number =>
  lowest ?? (count === 0 ? 0 : sum / count);
