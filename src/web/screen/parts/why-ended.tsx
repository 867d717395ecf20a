import type { FC } from 'hono/jsx';

/** Why a run ended before its time, with what to do; nothing where nobody knows. */
export const WhyEnded: FC<{ readonly lines: readonly string[] }> = ({ lines }) =>
  lines.length === 0 ? null : (
    <div class="note bad" role="alert">
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );
