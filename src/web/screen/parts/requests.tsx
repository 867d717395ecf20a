/** Lists every request about a sale that went to the service, when, by whose action, and the answer, for an auditor. */
import type { FC } from 'hono/jsx';
import type { ShownRequest } from '../../../operations/audit.ts';
import { describeRequest } from '../../../reconcile/describe-request.ts';
import { momentIn } from '../labels.ts';

interface RequestsProps {
  readonly audit: readonly ShownRequest[];
  /** IANA; undefined while unknown. */
  readonly timeZone: string | undefined;
}

export const Requests: FC<RequestsProps> = ({ audit, timeZone }) => (
  <section class="card" aria-labelledby="requests">
    <h2 id="requests">Requests to the service</h2>
    {audit.length === 0 ? (
      <p class="soft">None with an answer yet.</p>
    ) : (
      <ul class="why">
        {audit.map((record) => {
          const { what, answer } = describeRequest(record);
          const { answeredAt, amounts, digest, id } = record;
          return (
            <li>
              <strong>{momentIn(timeZone, answeredAt)}</strong>: {what}. {answer}
              {amounts === null ? null : ` (${amounts.total} ${amounts.currency})`}
              <p class="small soft">
                <code>{id}</code>, SHA-256 <code>{digest}</code>
              </p>
            </li>
          );
        })}
      </ul>
    )}
  </section>
);
