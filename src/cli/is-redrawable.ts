/** What is known of the terminal behind stderr. */
export interface TerminalSigns {
  readonly isTTY: boolean;
  /** Its width; 0, or none, when it does not say. */
  readonly columns: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether a line can be redrawn there. A CI keeps what was written, a dumb terminal shows escape sequences as they are, and
 * in one without a width nobody knows where a line wraps. Pure.
 */
export const isRedrawable = ({ isTTY, columns, env }: TerminalSigns): boolean =>
  isTTY && (columns ?? 0) > 0 && env['TERM'] !== 'dumb' && env['CI'] === undefined;
