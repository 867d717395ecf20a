import type { FC } from 'hono/jsx';
import type { SignOff } from '../../../domain/review-store.ts';
import type { Report } from '../../../reconcile/report.ts';
import { momentLabel } from '../labels.ts';
import type { PageContext } from '../page.tsx';

interface SignOffPartProps {
  readonly page: PageContext;
  readonly report: Report;
  readonly signOffs: readonly SignOff[];
}

/** The prompt to review, the sign-offs so far, and the form to sign off. */
export const SignOffPart: FC<SignOffPartProps> = ({ page: { links, user }, report, signOffs }) => {
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
              <a href={links.runPage(runId, 'statement', { number: String(index + 1) })}>Statement</a>
            </li>
          ))}
        </ul>
      )}
      {status === 'finished' ? (
        <form method="post" action={links.runPage(runId, 'sign-off')}>
          <label>
            Note (shown on the statement)
            <textarea name="note" maxlength={2000} />
          </label>
          <p class="soft small">
            A sign-off stores the current counts and totals with the name {user.name}. They never change afterwards.
          </p>
          <button class={signOffs.length === 0 ? 'main' : ''}>Sign off</button>
        </form>
      ) : (
        <p class="soft">You can sign off once the run is finished.</p>
      )}
    </section>
  );
};
