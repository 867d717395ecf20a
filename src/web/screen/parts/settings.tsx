import type { FC } from 'hono/jsx';

/** Names of settings, apart from the sentence that says what to do: a bookkeeper passes them on, and need not know them. */
export const Settings: FC<{ readonly names: readonly string[] }> = ({ names }) =>
  names.length === 0 ? null : (
    <p class="soft small">
      For whoever runs the app: <code>{names.join(', ')}</code>
    </p>
  );
