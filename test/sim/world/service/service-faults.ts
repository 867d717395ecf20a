import type { Dialect } from '../../../support/dialects/dialect.ts';
import { refusesNothing } from './dialect-for.ts';

/** What can go wrong with a push: before it reached the service, or after the service had stored it. */
export const pushFaults = [
  'lost on the way',
  'answer lost',
  'no answer in time',
  '500 before',
  '500 after',
  '503 with a pause',
  '429',
  '429 with a pause',
  'garbage before',
  'garbage after',
  'answer about another',
  'replayed by the network',
  '401',
] as const;

export const findFaults = [
  'lost on the way',
  'no answer in time',
  '500 before',
  '503 with a pause',
  '429',
  '429 with a pause',
  'garbage after',
  'answer about another',
  'not there yet',
] as const;

export const listFaults = [
  'lost on the way',
  '500 before',
  '429',
  '429 with a pause',
  'garbage after',
  'cut short',
  'cursor refused',
  'same cursor again',
] as const;

export type ServiceFault = (typeof pushFaults)[number] | (typeof findFaults)[number] | (typeof listFaults)[number];

/** What no client survives whose service refuses nothing: a repeated request, and a stored one that is denied by its id. */
const deadly: ReadonlySet<string> = new Set<ServiceFault>(['replayed by the network', 'not there yet']);

/** The faults that a service of some dialect may have, of a menu. */
export const withoutLies = <Fault extends ServiceFault>(menu: readonly Fault[], dialect: Dialect): readonly Fault[] =>
  refusesNothing(dialect) ? menu.filter((fault) => !deadly.has(fault)) : menu;
