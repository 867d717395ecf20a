import type { Recipe, RecipeCompany, RecipeCustomer } from '../recipe.ts';
import { townIn } from '../town-in.ts';
import type { Situation } from './situation.ts';

const plain: RecipeCustomer = { taxExempt: false, taxExemptions: [], tags: [] };

/** A buyer whose order goes to a state; exempt orders carry no tax. */
const buyer =
  (state: string, isTaxSkipped: boolean, customer: RecipeCustomer, company: RecipeCompany | null = null) =>
  (): Partial<Recipe> => {
    const { place, jurisdiction } = townIn(state);
    return { shipTo: place, billTo: place, taxedIn: jurisdiction, isTaxSkipped, customer, company };
  };

export const buyerSituations: readonly Situation[] = [
  {
    name: 'reseller with a certificate of the state it is sent to',
    change: buyer('TX', true, { ...plain, taxExemptions: ['US_TX_RESELLER_EXEMPTION'] }),
  },
  {
    name: 'reseller with a certificate of another state',
    change: buyer('OH', false, { ...plain, taxExemptions: ['US_TX_RESELLER_EXEMPTION'] }),
  },
  { name: 'customer marked as tax exempt without a reason', change: buyer('WA', true, { ...plain, taxExempt: true }) },
  {
    name: 'customer with a tag for resale',
    change: (ordinary) => ({
      ...buyer('FL', true, { ...plain, taxExempt: true, tags: ['wholesale'] })(),
      tags: [...ordinary.tags, 'wholesale'],
    }),
  },
  {
    name: 'customer with a tag of a non-profit',
    change: buyer('PA', true, { ...plain, taxExempt: true, tags: ['non-profit'] }),
  },
  {
    name: 'company location with a reseller certificate',
    change: buyer('NY', true, plain, { taxExempt: false, taxExemptions: ['US_NY_RESELLER_EXEMPTION'] }),
  },
  {
    name: 'company location without any exemption',
    change: buyer('NC', false, plain, { taxExempt: false, taxExemptions: [] }),
  },
  {
    name: 'company location that pays no tax, without a reason',
    change: buyer('GA', true, plain, { taxExempt: true, taxExemptions: [] }),
  },
  { name: 'no customer on the order', change: () => ({ customer: null }) },
];
