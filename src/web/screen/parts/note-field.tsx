/** The field for the note on a decision: open where an auditor will ask for a reason, folded elsewhere. */
import type { FC } from 'hono/jsx';

export const NoteField: FC<{ readonly isNeeded: boolean }> = ({ isNeeded }) => {
  const field = (
    <label class="below">
      {isNeeded ? 'Why they are left out, for your auditor' : 'Note'}, without customer names
      <textarea name="note" maxlength={2000} required={isNeeded} />
    </label>
  );
  return isNeeded ? (
    field
  ) : (
    <details>
      <summary>Add a note</summary>
      {field}
    </details>
  );
};
