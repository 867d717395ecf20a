/** Where a threshold was read: a link with the day, or that it is your setting. */
import type { FC } from 'hono/jsx';
import type { ThresholdSource } from '../../../mapping/nexus-rule.ts';
import { dayLabel } from '../labels.ts';

export const Source: FC<{ readonly source: ThresholdSource; readonly isOutdated: boolean }> = ({
  source: { name, link, on },
  isOutdated,
}) =>
  link === null || on === null ? (
    <>{name}</>
  ) : (
    <>
      <a href={link} target="_blank" rel="noopener noreferrer">
        {name}
      </a>
      , read on {dayLabel(on)}
      {isOutdated ? <strong> (older than a year: check it)</strong> : null}
    </>
  );
