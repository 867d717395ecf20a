import type { Tools } from './alterations.ts';

/** A part of a process, or what stands in its place. */
export const altered = <Part>(
  alter: ((part: Part, tools: Tools) => Part) | undefined,
  part: Part,
  tools: Tools,
): Part => (alter === undefined ? part : alter(part, tools));
