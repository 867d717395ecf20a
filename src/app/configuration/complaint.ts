/** One thing that is wrong with a configuration. Never holds the value that was found: it may be a secret. */
export interface Complaint {
  /** Where: `storefronts.us-store.shop`. */
  readonly path: string;
  readonly problem: string;
  /** What to write instead. */
  readonly remedy: string;
}

/** A complaint as one line for the person who must act. */
export const describeComplaint = ({ path, problem, remedy }: Complaint): string => `${path}: ${problem}. ${remedy}.`;

/** What is wrong with a storefront's name, which stands in addresses of webhooks and in reports; undefined when nothing is. */
export const storefrontNameComplaint = (path: string, name: string): Complaint | undefined =>
  /^[a-z0-9][a-z0-9_-]{0,62}$/i.test(name)
    ? undefined
    : {
        path,
        problem: 'a storefront cannot have this name',
        remedy: 'Use letters, digits, - and _, at most 63, with a letter or a digit first, such as us-store',
      };
