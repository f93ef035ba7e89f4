import type { alarmLink } from './alarm-link/en.ts';
import type { en } from './en.ts';
import type { entry } from './entry/en.ts';
import type { sharedPosition } from './shared-position/en.ts';

/** Every text of the screens, by key. */
export type Catalogue = Record<keyof typeof en, string>;
/** The part of it that the sign-in page says. */
export type EntryTexts = Record<keyof typeof entry, string>;
/** The part that the page of an alarm says to who has its link. */
export type AlarmLinkTexts = Record<keyof typeof alarmLink, string>;
/** The part that the page of a shared link says. */
export type SharedPositionTexts = Record<keyof typeof sharedPosition, string>;

interface LanguageFacts {
  /** It names itself. */
  readonly name: string;
  /** Of the formatters of browser and server (DEC-54: the interface says `no`, they want `nb`). */
  readonly locale: string;
  /** As pages, mails and other programs call it. */
  readonly html: string;
  /** What browsers ask for it by. */
  readonly askedBy: readonly string[];
  readonly decimalSign: '.' | ',';
  /** Of durations: an hour, and a span of 24 of them. */
  readonly hour: string;
  readonly day: string;
  /** Of speeds on land. */
  readonly speed: string;
  /** DEC-53: of prices where no account is known. */
  readonly publicCurrency: 'SEK' | 'NOK';
  readonly texts: () => Promise<Catalogue>;
  /** In a piece of their own: the first paint of the sign-in page waits for no other texts. */
  readonly entryTexts: () => Promise<EntryTexts>;
  /** In a piece of their own likewise: strangers with a link load no texts of the screens. */
  readonly sharedPositionTexts: () => Promise<SharedPositionTexts>;
  readonly alarmLinkTexts: () => Promise<AlarmLinkTexts>;
}

/** The languages of the product. A new one is its texts and its entry here; nothing else lists them. */
const FACTS = {
  en: {
    name: 'English',
    locale: 'en-GB',
    html: 'en',
    askedBy: ['en'],
    decimalSign: '.',
    hour: 'h',
    day: 'd',
    speed: 'km/h',
    publicCurrency: 'SEK',
    texts: () => import('./en.ts').then((module) => module.en),
    entryTexts: () => import('./entry/en.ts').then((module) => module.entry),
    sharedPositionTexts: () => import('./shared-position/en.ts').then((module) => module.sharedPosition),
    alarmLinkTexts: () => import('./alarm-link/en.ts').then((module) => module.alarmLink),
  },
  sv: {
    name: 'Svenska',
    locale: 'sv-SE',
    html: 'sv',
    askedBy: ['sv'],
    decimalSign: ',',
    hour: 'h',
    day: 'dygn',
    speed: 'km/h',
    publicCurrency: 'SEK',
    texts: () => import('./sv.ts').then((module) => module.sv),
    entryTexts: () => import('./entry/sv.ts').then((module) => module.entry),
    sharedPositionTexts: () => import('./shared-position/sv.ts').then((module) => module.sharedPosition),
    alarmLinkTexts: () => import('./alarm-link/sv.ts').then((module) => module.alarmLink),
  },
  no: {
    name: 'Norsk',
    locale: 'nb-NO',
    html: 'nb',
    askedBy: ['no', 'nb', 'nn'],
    decimalSign: ',',
    hour: 't',
    day: 'døgn',
    speed: 'km/t',
    publicCurrency: 'NOK',
    texts: () => import('./no.ts').then((module) => module.no),
    entryTexts: () => import('./entry/no.ts').then((module) => module.entry),
    sharedPositionTexts: () => import('./shared-position/no.ts').then((module) => module.sharedPosition),
    alarmLinkTexts: () => import('./alarm-link/no.ts').then((module) => module.alarmLink),
  },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof FACTS;
export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = FACTS;
export const LANGUAGES = Object.keys(FACTS) as readonly Language[];

/** All of them, beginning with this one. */
export const languagesFrom = (first: Language): readonly Language[] => {
  const at = LANGUAGES.indexOf(first);
  return [...LANGUAGES.slice(at), ...LANGUAGES.slice(0, at)];
};

/** Between the cells of a text file: where the decimal sign is a comma, spreadsheets want semicolons. */
export const cellSignOf = (language: Language): ',' | ';' => (LANGUAGE_FACTS[language].decimalSign === ',' ? ';' : ',');

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((known) => known === text);

/** The language that a browser asks for by a tag as `nb-NO`; undefined for one that the product does not speak. */
export function languageOfTag(tag: string): Language | undefined {
  const [primary = ''] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => LANGUAGE_FACTS[language].askedBy.includes(primary));
}
