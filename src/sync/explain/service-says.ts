import type { ExplainedTransaction } from './explanation.ts';

const taxOf = ({ reportedTax }: { readonly reportedTax?: string }): string =>
  reportedTax === undefined ? '' : ` Tax that the service reports: ${reportedTax}.`;

/** What the service holds of a transaction, in a sentence for whoever decides about it. */
export const serviceSays = ({ service }: Pick<ExplainedTransaction, 'service'>): string => {
  switch (service._tag) {
    case 'Absent':
      return 'The service does not hold it.';
    case 'Same':
      return `The service holds the same.${taxOf(service)}`;
    case 'NotCompared':
      return `The service holds it, and does not show what could be compared.${taxOf(service)}`;
    case 'Differs':
      return `The service holds it with other values: ${service.message}.${taxOf(service)}`;
    case 'Unknown':
      return `What the service holds is not known: ${service.message}`;
  }
};
