/** The explanations and reports that src/index.ts and src/engine.ts publish. */
export { explain } from './explain.ts';
export type { Explanation } from './explanation.ts';
export { readReport } from './read-report.ts';
export type { Report } from './report.ts';
