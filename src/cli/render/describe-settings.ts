/** The settings that decide a matter, as a sentence that follows it; empty where there is none. */
export const describeSettings = (settings: readonly string[]): string => {
  if (settings.length === 0) return '';
  return ` ${settings.length === 1 ? 'Setting' : 'Settings'}: ${settings.join(', ')}.`;
};
