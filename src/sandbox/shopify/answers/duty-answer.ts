import type { PricedLine } from '../orders/priced.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import type { Purse } from './money.ts';

export const dutyAnswer = (purse: Purse, { id, recipe }: PricedLine): Answer => ({
  id: gid('Duty', id),
  harmonizedSystemCode: '6911.10',
  countryCodeOfOrigin: 'PT',
  price: purse(recipe.duty),
  taxLines: [],
});
