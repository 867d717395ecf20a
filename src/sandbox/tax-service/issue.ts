/** What is wrong with a body, and where. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}
