import type { FC } from 'hono/jsx';

/** A person's word that sales are told into closed months; nothing where none of them is closed. */
export const ConfirmClosed: FC<{ readonly closed: readonly string[] }> = ({ closed }) =>
  closed.length === 0 ? null : (
    <label class="pick">
      <input type="checkbox" name="confirm" value="closed" required />
      <span>I know that months are closed, and want to tell into them</span>
    </label>
  );
