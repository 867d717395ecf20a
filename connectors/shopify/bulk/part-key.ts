import type { BulkPosition } from './bulk-position.ts';

/** The name of a part of a result, while it is at work. */
export const partKey = ({ operation, offset }: BulkPosition): string => `${operation ?? ''} ${offset}`;
