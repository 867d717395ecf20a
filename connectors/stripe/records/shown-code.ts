/**
 * A value of one of Stripe's enums as it may stand in a message. Anything but a plain word is not shown: it may be
 * personal data.
 *
 * @example
 * shownCode('needs_response') // 'needs_response'
 */
export const shownCode = (value: string | null): string =>
  value !== null && /^[a-z][a-z_]{0,39}$/.test(value) ? value : 'a value of another shape';
