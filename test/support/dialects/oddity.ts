import type { DialectDifferences } from './dialect.ts';
import type { DialectReply } from './dialect-reply.ts';
import type { DialectService } from './dialect-service.ts';

/** How a service differs from its dialect on the wire: what becomes of its answers, and which pushes it keeps from being stored. */
export interface Oddity {
  readonly name: string;
  readonly dialect?: DialectDifferences;
  /** The answer to a push that is not stored; undefined for one that is taken as ever. `number`: of the push, from 1. */
  readonly withhold?: (text: string, number: number) => DialectReply | undefined;
  readonly onPush?: (reply: DialectReply, number: number) => DialectReply;
  readonly onList?: (reply: DialectReply) => DialectReply;
  readonly onSingle?: (reply: DialectReply) => DialectReply;
  /** The id in the dialect of one that a client asks for. */
  readonly asked?: (id: string) => string;
}

/** A service of some dialect behind what changes its answers. The first oddity is nearest to the service. */
export const withOddities = (service: DialectService, oddities: readonly Oddity[]): DialectService => {
  let pushes = 0;
  return {
    ...service,
    push: (text) => {
      pushes += 1;
      const number = pushes;
      for (const { withhold } of oddities) {
        const reply = withhold?.(text, number);
        if (reply !== undefined) return reply;
      }
      return oddities.reduce((reply, { onPush }) => onPush?.(reply, number) ?? reply, service.push(text));
    },
    posts: () => pushes,
    find: (id) => {
      const asked = oddities.reduceRight((one, oddity) => oddity.asked?.(one) ?? one, id);
      return oddities.reduce((reply, { onSingle }) => onSingle?.(reply) ?? reply, service.find(asked));
    },
    list: (cursor, limit) =>
      oddities.reduce((reply, { onList }) => onList?.(reply) ?? reply, service.list(cursor, limit)),
  };
};
