import { bookMutants } from './store-mutants.ts';
import { bulkMutants } from './bulk-mutants.ts';
import { dialectMutants } from './dialect-mutants.ts';
import { erasureMutants } from './erasure-mutants.ts';
import { laneMutants } from './rate-limit-mutants.ts';
import { liveMutants } from './live-mutants.ts';
import { mappingMutants } from './mapping-mutants.ts';
import { monthsMutants } from './months-mutants.ts';
import type { Mutant } from './mutant.ts';
import { readingMutants } from './reading-mutants.ts';
import { serviceMutants } from './service-mutants.ts';
import { unseenMutants } from './unseen-mutants.ts';

/** Every planted bug. One that survives is a hole in the world, and the world is mended. */
export const mutants: readonly Mutant[] = [
  ...serviceMutants,
  ...dialectMutants,
  ...monthsMutants,
  ...unseenMutants,
  ...mappingMutants,
  ...readingMutants,
  ...bookMutants,
  ...bulkMutants,
  ...erasureMutants,
  ...liveMutants,
  ...laneMutants,
];
