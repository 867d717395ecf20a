import type { FC } from 'hono/jsx';
import { count } from '../labels.ts';

export interface Figure {
  readonly words: string;
  readonly value: number;
  /** Set when it asks for a person. */
  readonly isBad?: boolean;
  readonly link?: string;
}

/** A few large numbers. */
export const Figures: FC<{ readonly figures: readonly Figure[] }> = ({ figures }) => (
  <dl class="four">
    {figures.map(({ words, value, isBad = false, link }) => (
      <div class={isBad && value > 0 ? 'bad' : ''}>
        <dt>{link === undefined || value === 0 ? words : <a href={link}>{words}</a>}</dt>
        <dd>{count(value)}</dd>
      </div>
    ))}
  </dl>
);
