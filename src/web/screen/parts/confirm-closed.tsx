import type { FC } from 'hono/jsx';

/** A person's agreement to send into closed months; nothing where none of them is closed. `isOptional`: what they hold may stay so. */
export const ConfirmClosed: FC<{ readonly closed: readonly string[]; readonly isOptional?: boolean }> = ({
  closed,
  isOptional = false,
}) =>
  closed.length === 0 ? null : (
    <label class="pick">
      <input type="checkbox" name="confirm" value="closed" required={!isOptional} />
      <span>I know that months are closed, and want to send into them</span>
    </label>
  );
