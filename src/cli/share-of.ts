import type { Progress } from '../pipeline/progress.ts';

/** The part of the work that is done, from 0 to 1, by windows of the storefront at hand. */
export const shareOf = ({ windows }: Progress): number => (windows.total === 0 ? 0 : windows.done / windows.total);
