/** A registration in words, as several commands print it. */
import type { ListedRegistration } from '../../app/plugin/tax-nexus.ts';

/** `TX: registered since 2026-05-01, by our accountant` */
export const registrationText = ({ state, status, since, by }: Omit<ListedRegistration, 'isSetting'>): string =>
  `${state}: ${status}${since === null ? '' : ` since ${since}`}${by === null ? '' : `, by ${by}`}`;
