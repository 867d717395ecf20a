import { jsonReply, type Reply } from '../http/reply.ts';
import type { Issue } from './issue.ts';

/** An error answer in the service's shape: `{ code, message, issues }`. */
export const refusal = (
  status: number,
  code: string,
  message: string,
  issues: readonly Issue[] = [],
  headers: Readonly<Record<string, string>> = {},
): Reply => jsonReply(status, { code, message, issues }, headers);
