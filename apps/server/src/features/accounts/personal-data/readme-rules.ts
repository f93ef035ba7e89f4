import type { Language } from '@spora/messages/languages';
import { type PersonalDataTexts, personalDataTexts } from '@spora/messages/personal-data';

type Key = keyof PersonalDataTexts;

const FIELDS = [
  'at',
  'anchor',
  'member',
  'unit',
  'place',
  'measures',
  'money',
  'filled',
  'eco',
  'session',
  'rights',
  'truth',
] as const;
/** Of one file, which is there or not. */
const OF_FILE: Readonly<Partial<Record<(typeof FIELDS)[number], string>>> = {
  money: 'toll-passages.json',
  filled: 'refuelling.json',
  eco: 'eco-driving-events.json',
  session: 'tables/session.json',
};
const TRIP = 'PersonalTrip-';
const TRIP_COLUMNS = (Object.keys(personalDataTexts.en) as Key[]).filter((key): key is Extract<Key, `PersonalTrip-${string}`> =>
  key.startsWith(TRIP),
);
/** Before the file begins, so that editors read it as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

interface About {
  readonly memberId: number;
  readonly fullName: string;
  /** The day, as who asks has it; `yyyy-MM-dd`. */
  readonly on: string;
  /** An administrator asks for somebody else's. */
  readonly isForOther: boolean;
  /** Names of the files beside it. */
  readonly names: readonly string[];
}

/** The text that says what a file is; undefined for one that nothing is written about. */
export function fileKeyOf(name: string): Key | undefined {
  const [, table, file] = /^(?:tables\/([a-z_]+)\.[a-z]+|([a-z-]+)\.[a-z]+)$/.exec(name) ?? [];
  const key = table === undefined ? `PersonalFile-${file}` : `PersonalTable-${table}`;
  return Object.hasOwn(personalDataTexts.en, key) ? (key as Key) : undefined;
}

/** SEC-015, in the language of whoever asks: what each file is, and what its fields mean. It names no file that is not there. */
export function readmeOf(
  { memberId, fullName, on, isForOther, names }: About,
  language: Language,
): { readonly name: string; readonly text: string } {
  const t = (key: Key): string => personalDataTexts[language][key];
  const said = names.map((name) => {
    const key = names.includes(name.replace(/json$/, 'csv')) && name.endsWith('.json') ? 'PersonalSame' : fileKeyOf(name);
    return key ? `${name}: ${t(key)}` : name;
  });
  const part = (title: Key, lines: readonly string[]): string[] => ['', t(title).toUpperCase(), ...lines];
  const lines = [
    t('PersonalTitle'),
    `${fullName}, ${on}`,
    `${t('PersonalNumber')}: ${memberId}`,
    '',
    ...(isForOther ? [t('PersonalLeftOut')] : []),
    t('PersonalEmpty'),
    t('PersonalOpen'),
    ...part('PersonalFiles', said),
    ...part(
      'PersonalFields',
      FIELDS.filter((field) => names.includes(OF_FILE[field] ?? 'person.json')).map((field) => t(`PersonalField-${field}`)),
    ),
    ...part(
      'PersonalTrips',
      TRIP_COLUMNS.map((key) => `${key.slice(TRIP.length)}: ${t(key)}`),
    ),
  ];
  return { name: t('PersonalReadme'), text: `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n` };
}
