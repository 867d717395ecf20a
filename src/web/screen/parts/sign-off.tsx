import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../domain/review-store.ts';
import type { Report } from '../../../reconcile/report.ts';
import type { Setting } from '../page.tsx';
import { momentLabel } from '../labels.ts';

interface SignOffPartProps {
  readonly at: Setting;
  readonly report: Report;
  readonly signOffs: readonly SignOff[];
}

/** The prompt to review, and the word of whoever has done it. */
export const SignOffPart: FC<SignOffPartProps> = ({ at: { links, user }, report, signOffs }) => {
  const { runId, review, status } = report;
  return (
    <section class="card" aria-labelledby="review">
      <h2 id="review">Review and sign off</h2>
      <p>{review.prompt}</p>
      {review.url === null ? null : (
        <p>
          <a href={review.url} rel="noreferrer">
            Open the {review.service}
          </a>
        </p>
      )}
      {signOffs.length === 0 ? null : (
        <ul class="plain list">
          {signOffs.map(({ by, at, note }, index) => (
            <li>
              <div class="what">
                <span class="badge good">signed off</span> by {by} on <time datetime={at}>{momentLabel(at)}</time>
                {note === '' ? null : <p class="small">{note}</p>}
              </div>
              <a href={links.of(runId, 'statement', { number: String(index + 1) })}>Statement</a>
            </li>
          ))}
        </ul>
      )}
      {status === 'finished' ? (
        <form method="post" action={links.of(runId, 'sign-off')}>
          <label>
            Note (it stands on the statement)
            <textarea name="note" maxlength={2000} />
          </label>
          <p class="soft small">
            Signing keeps today’s counts and totals under the name {user.name}. They stay as they are, whatever becomes
            of the run.
          </p>
          <button class={signOffs.length === 0 ? 'main' : ''}>Sign off</button>
        </form>
      ) : (
        <p class="soft">It can be signed off once it is finished.</p>
      )}
    </section>
  );
};
