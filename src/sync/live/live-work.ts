import { makeElsewhere } from '../rivals/elsewhere.ts';
import type { Lane } from '../pace/lane.ts';
import { openRemoteList } from '../presence/remote-list.ts';
import type { Work } from '../settle/work.ts';
import { workOf } from '../settle/work-of.ts';
import type { LiveStorefront } from './live-storefront.ts';

/** Every earlier word of a live run is said anew, because its records change. */
const always = (): boolean => true;

/**
 * What settling takes, for the live run of a storefront.
 *
 * @param isOver asked often; once true, other storefronts are asked nothing more
 */
export const liveWork = (
  { ports, book, run, prepare, firstDay }: LiveStorefront,
  lane: Lane,
  isOver: () => boolean,
): Work => {
  const session = {
    ports,
    book,
    lane,
    remoteList: openRemoteList({ ports, book, lane, tell: () => undefined }),
    isListRead: false,
    elsewhere: makeElsewhere(ports, book, isOver),
    run,
    takeDriftQuestion: always,
    tell: () => undefined,
  };
  const work = workOf(session, prepare.storefront, always);
  return { ...work, limits: { ...work.limits, firstDay } };
};
