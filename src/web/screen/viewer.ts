/** Writes dates as the viewer's region writes them, for hundreds of labels, without passing the viewer to each. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The locale of the current request: hundreds of labels need it, and no other fact about the viewer. */
const viewer = new AsyncLocalStorage<string>();

/** Runs `work` with the viewer's locale, which also holds for streams that it starts. */
export const forViewer = <A>(acceptLanguage: string | null, work: () => A): A =>
  viewer.run(localeOf(acceptLanguage), work);

const fallback = 'en-US';

export const viewerLocale = (): string => viewer.getStore() ?? fallback;

const styles = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** Creating a format takes longer than using it. Their number has a limit, because viewers choose the locale. */
const formats = new Map<string, Intl.DateTimeFormat>();
const maxFormats = 300;

/**
 * A date in the order in which the viewer writes it, in the calendar and the digits of tax returns.
 *
 * @param instant in milliseconds since 1970
 */
export const dateText = (style: keyof typeof styles, instant: number, timeZone = 'UTC'): string => {
  const locale = viewerLocale();
  const key = `${locale} ${style} ${timeZone}`;
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, { ...styles[style], timeZone, calendar: 'gregory', numberingSystem: 'latn' });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, format);
  // Versions of Node.js differ in which space they write.
  return format.format(instant).replaceAll(/[\u00A0\u202F]/g, ' ');
};

/** The English for the first locale of the browser that this machine knows. Pure. */
const localeOf = (acceptLanguage: string | null): string => {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((one) => one.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    })
    .filter(({ tag, weight }) => weight > 0 && /^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i.test(tag))
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  return englishOf(Intl.DateTimeFormat.supportedLocalesOf(wanted)[0] ?? fallback);
};

/** Always English, because the pages are in English and a screen reader reads the dates with the same voice. Pure. */
const englishOf = (locale: string): string => {
  const { language, region = 'US' } = new Intl.Locale(locale).maximize();
  if (language === 'en') return locale;
  const { locale: known } = new Intl.DateTimeFormat(`en-${region}`).resolvedOptions();
  // The region has no variant of English.
  return known === 'en' ? 'en-001' : known;
};
