import type { FC } from 'hono/jsx';
import { count } from '../words.ts';

interface ReasonsProps {
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly linkTo: (reason: string) => string;
}

/** How many were set aside, by reason; each reason leads to what it stands for. */
export const Reasons: FC<ReasonsProps> = ({ title, counts, linkTo }) => {
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  const all = reasons.reduce((sum, [, number]) => sum + number, 0);
  return (
    <section class="aside" aria-label={title}>
      <h2>
        {title} <span class="soft">{count(all)}</span>
      </h2>
      {reasons.length === 0 ? (
        <span class="soft small">none</span>
      ) : (
        <ul class="plain chips">
          {reasons.map(([reason, number]) => (
            <li>
              <a href={linkTo(reason)}>
                {reason} <b>{count(number)}</b>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
