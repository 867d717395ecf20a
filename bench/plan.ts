/** How much is measured. */
export interface Plan {
  /** Rounds in which the candidates take turns; the median counts. */
  readonly rounds: number;
  /** Orders that come first, unmeasured, so that code is compiled when the clock starts. */
  readonly warmUp: number;
  readonly measured: number;
  /** The two histories whose memory is compared. */
  readonly few: number;
  readonly many: number;
  readonly mappingRounds: number;
}

export const fullPlan: Plan = {
  rounds: 5,
  warmUp: 10_000,
  measured: 20_000,
  few: 10_000,
  many: 200_000,
  mappingRounds: 61,
};

export const quickPlan: Plan = {
  rounds: 3,
  warmUp: 5_000,
  measured: 5_000,
  few: 5_000,
  many: 20_000,
  mappingRounds: 21,
};

/** Requests under way at the same time, on both sides of the comparison: the default of the configuration. */
export const concurrency = 32;
