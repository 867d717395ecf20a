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
