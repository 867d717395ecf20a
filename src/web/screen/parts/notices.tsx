import type { Child, FC } from 'hono/jsx';

/** A problem, announced by screen readers. */
export const Alert: FC<{ readonly children?: Child }> = ({ children }) => (
  <p class="note bad" role="alert">
    {children}
  </p>
);

/** Why a run ended early, with what to do; nothing if unknown. */
export const WhyEnded: FC<{ readonly lines: readonly string[] }> = ({ lines }) =>
  lines.length === 0 ? null : (
    <div class="note bad" role="alert">
      {lines.map((line) => (
        <p>{line}</p>
      ))}
    </div>
  );

/** Names of settings, apart from the text for bookkeepers, who pass them on to a developer. */
export const Settings: FC<{ readonly names: readonly string[] }> = ({ names }) =>
  names.length === 0 ? null : (
    <p class="soft small">
      For developers: <code>{names.join(', ')}</code>
    </p>
  );
