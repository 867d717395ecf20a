/** The sample's time: 15 months of the shop's own days, from the first of 2025 to the last of March 2026. */
export const calendar = {
  timeZone: 'America/New_York',
  /** 2025-01-01, midnight in New York. */
  start: Date.parse('2025-01-01T05:00:00Z'),
  /** 2026-04-01, midnight in New York: nothing in the sample is later. */
  end: Date.parse('2026-04-01T04:00:00Z'),
} as const;

export const day = 86_400_000;
