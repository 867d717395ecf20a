/** What is wrong with the settings of an app or a configuration, as a line for the person who must act. */
import { type ConfigurationProblem, describeProblem } from '../../domain/setting.ts';

export type { ConfigurationProblem } from '../../domain/setting.ts';

/** A complaint as one line for the person who must act. */
export const describeComplaint = (complaint: ConfigurationProblem): string => `${describeProblem(complaint)}.`;

type Mode = 'live' | 'test' | undefined;

/**
 * Test and live data in one plugin or configuration: the test sales would be sent like real ones. Undefined when the modes are
 * the same, or not known.
 */
export const mixedModesComplaint = (
  modes: readonly (readonly [storefront: string, mode: Mode])[],
): ConfigurationProblem | undefined => {
  const named = (wanted: Mode): string => modes.flatMap(([name, mode]) => (mode === wanted ? [name] : [])).join(', ');
  const [test, live] = [named('test'), named('live')];
  return test === '' || live === ''
    ? undefined
    : {
        path: 'storefronts',
        problem: `the key of ${test} reads test data, and the key of ${live} live data`,
        remedy:
          'Keep test storefronts in a configuration of their own, with another state and a test key of the service',
      };
};

/** What is wrong with the name of an account, which keys what is stored; undefined when nothing is. */
export const accountNameComplaint = (path: string, name: unknown): ConfigurationProblem | undefined =>
  typeof name === 'string' && /^[a-z0-9][a-z0-9_-]{0,62}$/i.test(name)
    ? undefined
    : {
        path,
        problem: 'an account cannot have this name',
        remedy: 'Use something permanent, such as the id of the tenant: letters, digits, - and _, at most 63',
      };

/** What is wrong with a storefront's name, which stands in addresses of webhooks and in reports; undefined when nothing is. */
export const storefrontNameComplaint = (path: string, name: string): ConfigurationProblem | undefined =>
  /^[a-z0-9][a-z0-9_-]{0,62}$/i.test(name)
    ? undefined
    : {
        path,
        problem: 'a storefront cannot have this name',
        remedy: 'Use letters, digits, - and _, at most 63, with a letter or a digit first, such as us-store',
      };
