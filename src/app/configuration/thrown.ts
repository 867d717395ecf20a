/** What is read of whatever was thrown. Its class says nothing: it may be of another realm. */
export interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  /** Of the file that the file system would not open. */
  readonly path?: unknown;
}

export const thrownBy = (error: unknown): Thrown => (typeof error === 'object' && error !== null ? error : {});
