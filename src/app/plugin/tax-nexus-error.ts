/** The errors that a host of the plugin catches, with one for all problems of its options. */
import { TaxNexusError } from '../../operations/tax-nexus-error.ts';
import { type ConfigurationProblem, describeComplaint } from '../configuration/complaint.ts';

export { errorOf, rightOrThrow, TaxNexusError } from '../../operations/tax-nexus-error.ts';

/** Options are missing or wrong: all problems at once, in the message as well, a line each. */
export class ConfigurationError extends TaxNexusError {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super('CONFIGURATION', problems.map(describeComplaint).join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
