import type { FC } from 'hono/jsx';
import type { Links } from '../links.ts';

interface NoteFormProps {
  readonly links: Links;
  readonly runId: string;
  readonly storefront: string;
  /** What is acknowledged: an entry, or a adjustment of it. */
  readonly id: string;
  readonly about: string;
}

/** A person's word on something that was found. */
export const NoteForm: FC<NoteFormProps> = ({ links, runId, storefront, id, about }) => (
  <details>
    <summary aria-label={`Acknowledge: ${about}`}>Acknowledge</summary>
    <form method="post" action={links.of(runId, 'acknowledge')}>
      <input type="hidden" name="storefront" value={storefront} />
      <input type="hidden" name="id" value={id} />
      <label>
        What was decided (no names of customers)
        <textarea name="note" required maxlength={2000} />
      </label>
      <p>
        <button>Keep this note</button>
      </p>
    </form>
  </details>
);
