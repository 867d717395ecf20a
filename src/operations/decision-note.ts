/** Who decides, and why. */

/** Characters of a note. */
export const maxNote = 2_000;

/** Who decides, and what they note. No customer names. */
export interface DecisionNote {
  /** The person, in your words. It appears on the screen and on statements. */
  readonly by: string;
  /** At most 2,000 characters. */
  readonly note: string;
}
