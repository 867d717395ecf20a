/** What can be exported and in which file formats, for the screen, the HTTP API and the command line alike. */

export const exportedThings = ['transactions', 'adjustments', 'summary', 'thresholds', 'audit'] as const;

/** `transactions`: sales, and refunds that were sent; `adjustments`: what happened to sales later; `summary`: by month and state; `thresholds`: what counted toward the threshold of each state, month by month; `audit`: each request. */
export type ExportedThing = (typeof exportedThings)[number];

export const exportFormats = ['csv', 'xlsx', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
