/** The pages are in English. */
const FALLBACK = 'en-GB';

/** What a browser says about its languages; any of it may be missing or wrong. */
export interface BrowserLanguages {
  readonly language?: unknown;
  readonly languages?: unknown;
}

/**
 * The region of the system if the desktop puts it into the page's address, else the first browser language that `Intl`
 * accepts: `en-US` for `en_US.UTF-8`. Falls back to British English, since a browser may name none (`C`) and `Intl`
 * throws at what is no tag.
 */
export function systemLocale(
  browser: BrowserLanguages = globalThis.navigator,
  query: string = globalThis.location?.search ?? '',
): string {
  const { language, languages } = browser;
  const named = [
    new URLSearchParams(query).get('locale'),
    language,
    ...(Array.isArray(languages) ? (languages as readonly unknown[]) : []),
  ];
  return named.map(validTag).find((tag) => tag !== null) ?? FALLBACK;
}

/** @returns the tag as `Intl` writes it, or null if it is none */
function validTag(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  try {
    const [tag = null] = Intl.getCanonicalLocales(name.replace(/[.@].*$/u, '').replaceAll('_', '-'));
    return tag;
  } catch {
    return null;
  }
}
