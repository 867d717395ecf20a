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
