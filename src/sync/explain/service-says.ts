import type { ExplainedTransaction } from './explanation.ts';

/** What the service holds of a transaction, in a sentence for whoever decides about it. */
export const serviceSays = ({ service }: Pick<ExplainedTransaction, 'service'>): string => {
  switch (service._tag) {
    case 'Absent':
      return 'The service does not hold it.';
    case 'Same':
      return 'The service holds exactly this.';
    case 'Differs':
      return `The service holds something else under this id; it differs in ${service.fields.join(', ')}.`;
    case 'Unknown':
      return `What the service holds is not known: ${service.message}`;
  }
};
