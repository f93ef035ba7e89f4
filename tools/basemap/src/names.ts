import { type Language, LANGUAGE_FACTS, LANGUAGES } from '@spora/messages/languages';
/** A name in the languages of the product; `name` is the one used where the place is. */
export interface Names {
  readonly name: string;
  readonly 'name:en': string;
  readonly 'name:sv': string;
  readonly 'name:no': string;
}

const named = (name: string, en = name, sv = name, no = sv): Names => ({ name, 'name:en': en, 'name:sv': sv, 'name:no': no });

/** Cities that are not called the same in all languages, by the name GeoNames gives them. */
const CITIES: Readonly<Record<string, Names>> = {
  Göteborg: named('Göteborg', 'Gothenburg', 'Göteborg', 'Gøteborg'),
  Gothenburg: named('Göteborg', 'Gothenburg', 'Göteborg', 'Gøteborg'),
  Copenhagen: named('København', 'Copenhagen', 'Köpenhamn', 'København'),
  Helsinki: named('Helsinki', 'Helsinki', 'Helsingfors', 'Helsingfors'),
  Turku: named('Turku', 'Turku', 'Åbo', 'Åbo'),
  Tampere: named('Tampere', 'Tampere', 'Tammerfors', 'Tammerfors'),
  Espoo: named('Espoo', 'Espoo', 'Esbo', 'Esbo'),
  Vantaa: named('Vantaa', 'Vantaa', 'Vanda', 'Vanda'),
  Oulu: named('Oulu', 'Oulu', 'Uleåborg', 'Uleåborg'),
  Vaasa: named('Vaasa', 'Vaasa', 'Vasa', 'Vasa'),
  Warsaw: named('Warszawa', 'Warsaw', 'Warszawa'),
  Prague: named('Praha', 'Prague', 'Prag', 'Praha'),
  Vienna: named('Wien', 'Vienna', 'Wien'),
  Munich: named('München', 'Munich', 'München'),
  Köln: named('Köln', 'Cologne', 'Köln'),
  Hannover: named('Hannover', 'Hanover', 'Hannover'),
  Brussels: named('Bruxelles', 'Brussels', 'Bryssel', 'Brussel'),
  'The Hague': named('Den Haag', 'The Hague', 'Haag', 'Haag'),
  Rome: named('Roma', 'Rome', 'Rom', 'Roma'),
  Milano: named('Milano', 'Milan', 'Milano'),
  Lisbon: named('Lisboa', 'Lisbon', 'Lissabon', 'Lisboa'),
  Athens: named('Athína', 'Athens', 'Aten', 'Athen'),
  Moscow: named('Moskva', 'Moscow', 'Moskva'),
  'Saint Petersburg': named('Sankt-Peterburg', 'Saint Petersburg', 'Sankt Petersburg', 'St. Petersburg'),
  Gdańsk: named('Gdańsk'),
  Kraków: named('Kraków', 'Krakow', 'Kraków'),
  Kiev: named('Kyjiv', 'Kyiv', 'Kyjiv', 'Kyiv'),
  Bucharest: named('București', 'Bucharest', 'Bukarest', 'Bucuresti'),
  Belgrade: named('Beograd', 'Belgrade', 'Belgrad', 'Beograd'),
  Geneva: named('Genève', 'Geneva', 'Genève'),
  Edinburgh: named('Edinburgh'),
};

export const cityNames = (name: string): Names => CITIES[name] ?? named(name);

/** Names that world-atlas writes otherwise than the Unicode locale data. */
const COUNTRY_CODES: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  Macedonia: 'MK',
  Turkey: 'TR',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  'Central African Rep.': 'CF',
  'S. Sudan': 'SS',
  'W. Sahara': 'EH',
  'Eq. Guinea': 'GQ',
  "Côte d'Ivoire": 'CI',
  'Dominican Rep.': 'DO',
  Myanmar: 'MM',
  'United States of America': 'US',
  eSwatini: 'SZ',
  'Faeroe Is.': 'FO',
  Åland: 'AX',
};

const display = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames([LANGUAGE_FACTS[language].html], { type: 'region' })]),
) as Readonly<Record<Language, Intl.DisplayNames>>;
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CODE_BY_NAME = new Map(
  LETTERS.flatMap((a) => LETTERS.map((b) => a + b))
    .toReversed()
    .map((code) => [display.en.of(code), code] as const),
);

/** The names of a country of world-atlas; undefined for disputed areas and specks that get no label. */
export function countryNames(atlasName: string): Names | undefined {
  const code = COUNTRY_CODES[atlasName] ?? CODE_BY_NAME.get(atlasName);
  if (!code) return undefined;
  const [en, sv, no] = [display.en.of(code), display.sv.of(code), display.no.of(code)];
  return en && sv && no ? named(en, en, sv, no) : undefined;
}

/** Where the label of a country with islands or an odd shape is to stand. */
export const COUNTRY_LABELS: Readonly<Record<string, readonly [lng: number, lat: number]>> = {
  Norway: [9.2, 61.3],
  Sweden: [15.2, 62.6],
  Finland: [26.2, 63.2],
  Denmark: [9.2, 56.05],
  'United Kingdom': [-1.6, 53.2],
  Iceland: [-18.6, 64.95],
  Estonia: [25.8, 58.75],
  Latvia: [25.6, 56.95],
  Netherlands: [5.6, 52.3],
  France: [2.4, 46.6],
  'United States of America': [-98.5, 39.4],
  Russia: [92, 62],
};

/** Seas: a label's place, the least zoom, and its names. */
export const SEAS: readonly (readonly [lng: number, lat: number, minZoom: number, names: Names])[] = [
  [-30, 45, 1, named('Atlantic Ocean', 'Atlantic Ocean', 'Atlanten', 'Atlanterhavet')],
  [-150, 5, 1, named('Pacific Ocean', 'Pacific Ocean', 'Stilla havet', 'Stillehavet')],
  [78, -15, 1, named('Indian Ocean', 'Indian Ocean', 'Indiska oceanen', 'Indiahavet')],
  [3, 67, 3, named('Norwegian Sea', 'Norwegian Sea', 'Norska havet', 'Norskehavet')],
  [3.2, 56.6, 3, named('North Sea', 'North Sea', 'Nordsjön', 'Nordsjøen')],
  [38, 73, 3, named('Barents Sea', 'Barents Sea', 'Barents hav', 'Barentshavet')],
  [18.9, 56.6, 4, named('Baltic Sea', 'Baltic Sea', 'Östersjön', 'Østersjøen')],
  [19.3, 61.6, 5, named('Bothnian Sea', 'Bothnian Sea', 'Bottenhavet', 'Bottenhavet')],
  [23.3, 64.8, 5, named('Bothnian Bay', 'Bothnian Bay', 'Bottenviken', 'Bottenviken')],
  [26, 59.85, 5, named('Gulf of Finland', 'Gulf of Finland', 'Finska viken', 'Finskebukta')],
  [11.3, 56.75, 6, named('Kattegat')],
  [9, 57.9, 6, named('Skagerrak')],
  [-4.8, 53.7, 5, named('Irish Sea', 'Irish Sea', 'Irländska sjön', 'Irskesjøen')],
  [-2.5, 50, 5, named('English Channel', 'English Channel', 'Engelska kanalen', 'Den engelske kanal')],
  [-4.5, 45.5, 4, named('Bay of Biscay', 'Bay of Biscay', 'Biscayabukten', 'Biscayabukta')],
  [5.5, 40, 4, named('Mediterranean Sea', 'Mediterranean Sea', 'Medelhavet', 'Middelhavet')],
  [34.5, 43.3, 4, named('Black Sea', 'Black Sea', 'Svarta havet', 'Svartehavet')],
  [13.25, 58.95, 7, named('Vänern')],
  [14.5, 58.3, 8, named('Vättern')],
  [11.05, 60.72, 8, named('Mjøsa')],
];
