import { LANGUAGE_FACTS, type Language } from '@spora/messages/languages';

interface Found {
  readonly label: string;
  readonly city?: string | undefined;
  readonly country_code?: string | undefined;
}

/** The country of a found town, in the reader's language: of "Bergen" alone nobody knows where it is. Null for an address. */
export function countryOf({ label, city, country_code: code }: Found, language: Language): string | null {
  if (label !== city || !code) return null;
  return new Intl.DisplayNames([LANGUAGE_FACTS[language].locale], { type: 'region', fallback: 'none' }).of(code) ?? null;
}
