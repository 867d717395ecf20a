/** The days of the sample storefronts' sales, in their own time zone. */
export const sampleRange = { from: '2025-01-01', to: '2026-03-31' } as const;
