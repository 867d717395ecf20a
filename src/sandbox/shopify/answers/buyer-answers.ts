import type { Recipe, RecipeCompany } from '../orders/recipe.ts';
import type { Answer } from './answer.ts';
import { gid } from './gid.ts';
import { canary } from './place-answers.ts';

export const customerAnswer = ({ id, customer }: Recipe): Answer | null =>
  customer && {
    __typename: 'Customer',
    id: gid('Customer', id),
    legacyResourceId: String(id),
    displayName: `${canary.firstName} ${canary.lastName}`,
    firstName: canary.firstName,
    lastName: canary.lastName,
    email: canary.email,
    phone: canary.phone,
    ...customer,
  };

const companyAnswer = ({ id }: Recipe, company: RecipeCompany): Answer => {
  const settings = { ...company, taxRegistrationId: null };
  return {
    __typename: 'PurchasingCompany',
    company: { id: gid('Company', id), name: canary.company, externalId: null },
    location: {
      id: gid('CompanyLocation', id),
      name: canary.company,
      externalId: null,
      shippingAddress: null,
      taxExemptions: company.taxExemptions,
      taxRegistrationId: null,
      taxSettings: settings,
    },
  };
};

/** Who bought: a company where one did, otherwise the customer. */
export const purchasingEntity = (recipe: Recipe): Answer | null =>
  recipe.company === null ? customerAnswer(recipe) : companyAnswer(recipe, recipe.company);
