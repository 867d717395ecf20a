import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import { intervalOf } from '../../../domain/date-range.ts';
import { millisecondsOf, parseInstant } from '../../../domain/instant.ts';
import { calendar } from '../orders/calendar.ts';
import type { SearchTerm } from './search-term.ts';

/** What a time of a filter stands for, in ms: a second, or a whole day of the shop's. `to` does not belong to it. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

const dayOf = (text: string): Span => {
  const { start, end } = intervalOf({ from: text, to: text }, calendar.timeZone);
  return { from: millisecondsOf(start), to: millisecondsOf(end) };
};

const spanOf = ({ value, isQuoted }: SearchTerm): Span | undefined => {
  // Without quotes Shopify drops the time and takes the shop's day. Whoever forgets them shall notice it here.
  const text = isQuoted ? value : value.slice(0, 10);
  if (isDay(text)) return dayOf(text);
  return pipe(
    parseInstant(text),
    O.map((instant) => ({ from: millisecondsOf(instant), to: millisecondsOf(instant) + 1000 })),
    O.toUndefined,
  );
};

/** Which times a term lets through; undefined when its value is no time. */
export const timeFilter = (term: SearchTerm): ((milliseconds: number) => boolean) | undefined => {
  const span = spanOf(term);
  if (span === undefined) return undefined;
  switch (term.operator) {
    case '>=':
      return (at) => at >= span.from;
    case '>':
      return (at) => at >= span.to;
    case '<':
      return (at) => at < span.from;
    case '<=':
      return (at) => at < span.to;
    case '':
      return (at) => at >= span.from && at < span.to;
  }
};
