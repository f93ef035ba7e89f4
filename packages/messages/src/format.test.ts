import type { Language } from './languages.ts';
import { fixed } from './fixed.ts';
import { expect, test } from 'vitest';
import { ageOf, createFormat, publicCurrency } from './format.ts';

const THIN = '\u202f';
const NBSP = '\u00a0';

test.each([
  ['sv', 1_204_500, `1${THIN}205${NBSP}km`],
  ['sv', 999_949, `999,9${NBSP}km`],
  ['sv', 999_950, `1${THIN}000${NBSP}km`],
  ['no', 12_340, `12,3${NBSP}km`],
  ['en', 12_340, `12.3${NBSP}km`],
  ['en', 0, `0.0${NBSP}km`],
  ['sv', 12_345_678_000, `12${THIN}345${THIN}678${NBSP}km`],
] as const)('I18N-011: kilometres in %s of %i metres', (language, metres, text) => {
  expect(createFormat(language, 'UTC').km(metres)).toBe(text);
});

test.each([
  ['sv', 87.4, `87${NBSP}km/h`],
  ['no', 0, `0${NBSP}km/t`],
  ['en', 1_204, `1${THIN}204${NBSP}km/h`],
] as const)('I18N-011: a speed in %s of %d', (language, kmh, text) => {
  expect(createFormat(language, 'UTC').speed(kmh)).toBe(text);
});

test.each([
  [0, `0${NBSP}min`],
  [20, `1${NBSP}min`],
  [3_540, `59${NBSP}min`],
  [3_599, `1${NBSP}h`],
  [11_100, `3${NBSP}h 05${NBSP}min`],
  [86_340, `23${NBSP}h 59${NBSP}min`],
  [86_400, `1${NBSP}d`],
  [154_980, `1${NBSP}d 19${NBSP}h`],
  [90_000_000, `1${THIN}041${NBSP}d 16${NBSP}h`],
])('13-A3: a duration of %i seconds, in days where it is long', (seconds, text) => {
  expect(createFormat('en', 'UTC').duration(seconds)).toBe(text);
});

test.each([
  ['sv', 11_100, `3${NBSP}h 05${NBSP}min`],
  ['sv', 348_720, `4${NBSP}dygn`],
  ['no', 3_600, `1${NBSP}t`],
  ['no', 11_100, `3${NBSP}t 05${NBSP}min`],
  ['no', 348_720, `4${NBSP}døgn`],
  ['no', 154_980, `1${NBSP}døgn 19${NBSP}t`],
] as const)('13-A3: in %s a duration of %i seconds is told as people there say it', (language, seconds, text) => {
  expect(createFormat(language, 'UTC').duration(seconds)).toBe(text);
});

test.each([
  ['sv', 20, `1${NBSP}min`],
  ['sv', 18_000, `5${NBSP}h`],
  ['sv', 468_300, `130${NBSP}h 05${NBSP}min`],
  ['no', 468_300, `130${NBSP}t 05${NBSP}min`],
  ['sv', 5_324_400, `1${THIN}479${NBSP}h`],
] as const)('13-A3: in %s how long was driven, %i seconds, is told in hours', (language, seconds, text) => {
  expect(createFormat(language, 'UTC').driven(seconds)).toBe(text);
});

test.each(['en', 'sv', 'no'] as const)('I18N-010: days and times look the same in %s, in the zone that was given', (language) => {
  const format = createFormat(language, 'Asia/Kathmandu');
  expect(format.dateTime('2026-01-31T18:30:00Z')).toBe('2026-02-01 00:15');
  expect(format.day('2026-01-31T18:14:59Z')).toBe('2026-01-31');
});

test('NFR-009: both hours of the night when the clock goes back are told, and none of the lost one', () => {
  const format = createFormat('sv', 'Europe/Stockholm');
  expect(
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'].map((each) =>
      format.time(each),
    ),
  ).toEqual(['02:30', '02:30', '01:59', '03:00']);
});

test('I18N-010: names of days and months are translated, and the year appears when it is another', () => {
  expect(createFormat('sv', 'UTC').longDay('2026-11-21', '2026-11-22')).toBe('lördag 21 november');
  expect(createFormat('no', 'UTC').longDay('2026-11-21', '2026-11-22')).toMatch(/lørdag 21\.? november/);
  expect(createFormat('sv', 'UTC').longDay('2025-11-21', '2026-11-22')).toContain('2025');
});

test('a day beside others of its year is told with its month in words, in each language', () => {
  const told = (language: Language): string =>
    createFormat(language, 'Europe/Oslo').shortMoment('2026-11-21T16:45:00Z').replaceAll('\u00a0', ' ');
  expect((['sv', 'no', 'en'] as const).map(told)).toEqual(['21 nov. 17:45', '21. nov. 17:45', '21 Nov 17:45']);
});

test('DRV-001: since when something is so is told by the time alone on the day that it is, by the clocks of the zone', () => {
  const format = createFormat('sv', 'Europe/Stockholm');
  expect(format.moment('2026-11-27T12:53:00Z', '2026-11-27T22:59:00Z')).toBe('13:53');
  expect(format.moment('2026-11-27T12:53:00Z', '2026-11-27T23:00:00Z')).toBe('2026-11-27 13:53');
  expect(format.moment('2026-11-26T23:30:00Z', '2026-11-27T10:00:00Z')).toBe('00:30');
});

test('half of the last decimal is told away from zero, whatever binary number stands for it, and what is shorter stays', () => {
  const { number, km } = createFormat('sv', 'UTC');
  expect([2.675, 1.005, 8.345, 0.82499999999999996, -2.675].map((value) => number(value, 2))).toEqual([
    '2,68',
    '1,01',
    '8,35',
    '0,83',
    '\u22122,68',
  ]);
  expect(km(1_150)).toBe('1,2\u00a0km');
  expect([fixed(-0.004, 2), fixed(2.674, 2), fixed(1e15 + 0.5, 1), fixed(12.5, 0)]).toEqual([
    '0.00',
    '2.67',
    '1000000000000000.5',
    '13',
  ]);
});

test('a negative number has a minus sign, a rounded zero has none, and an unknown zone is UTC', () => {
  expect(createFormat('sv', 'UTC').number(-1234.5, 1)).toBe(`\u22121${THIN}234,5`);
  expect(createFormat('sv', 'UTC').number(-0.04, 1)).toBe('0,0');
  expect(createFormat('sv', 'Mars/Olympus').time('2026-01-01T12:00:00Z')).toBe('12:00');
});

test('13, C: a table of a hundred rows makes one formatter, and another zone or language has its own', () => {
  const format = createFormat('sv', 'Europe/Stockholm');
  expect(createFormat('sv', 'Europe/Stockholm')).toBe(format);
  expect(createFormat('no', 'Europe/Stockholm').language).toBe('no');
  expect(createFormat('sv', 'Europe/London').time('2026-11-21T12:00:00Z')).toBe('12:00');
  expect(format.time('2026-11-21T12:00:00Z')).toBe('13:00');
});

test('MAP-020: ages in whole units', () => {
  const now = '2026-01-02T00:00:00Z';
  expect(ageOf('2026-01-01T23:59:01Z', now)).toEqual({ unit: 'now' });
  expect(ageOf('2026-01-01T23:00:01Z', now)).toEqual({ unit: 'minutes', count: 59 });
  expect(ageOf('2026-01-01T00:00:01Z', now)).toEqual({ unit: 'hours', count: 23 });
  expect(ageOf('2025-12-30T23:00:00Z', now)).toEqual({ unit: 'days', count: 2 });
  expect(ageOf('2026-01-02T00:05:00Z', now)).toEqual({ unit: 'now' });
});

test.each([
  ['sv', 1204.5, 'SEK', `1${THIN}204,50${NBSP}SEK`],
  ['no', 720, 'SEK', `720,00${NBSP}SEK`],
  ['en', 720, 'NOK', `720.00${NBSP}NOK`],
  ['sv', -0.001, 'GBP', `0,00${NBSP}GBP`],
] as const)('I18N-005, DEC-53: in %s the amount %d %s keeps its currency', (language, amount, currency, text) => {
  expect(createFormat(language, 'UTC').money(amount, currency)).toBe(text);
});

test('SRV-006: the hours of a meter are written as people there write them, whole ones without a decimal', () => {
  expect(createFormat('no', 'UTC').hours(1577)).toBe('1\u202f577\u00a0t');
  expect(createFormat('sv', 'UTC').hours(1577.5)).toBe('1\u202f577,5\u00a0h');
  expect(createFormat('en', 'UTC').hours(3, 1)).toBe('3.0\u00a0h');
  expect(createFormat('no', 'UTC').hourUnit).toBe('t');
});

test('I18N-005, DEC-53: where no account is known, prices are in SEK, or NOK in Norwegian', () => {
  expect((['en', 'sv', 'no'] as const).map(publicCurrency)).toEqual(['SEK', 'SEK', 'NOK']);
});

test.each([
  ['2.5', '2.5', '2,5'],
  ['2,5', '2.5', '2,5'],
  ['007', '007', '007'],
  ['1.204,5', '0', '0'],
  ['1 204', '0', '0'],
  ['-2', '0', '0'],
  ['2.', '0', '0'],
  ['.5', '0', '0'],
  ['2e3', '0', '0'],
  ['', '0', '0'],
  ['about 3', '0', '0'],
])('I18N-006, DEC-55: the decimal "%s" is shown as %s in English and as %s in Swedish and Norwegian', (text, en, nordic) => {
  expect((['en', 'sv', 'no'] as const).map((language) => createFormat(language, 'UTC').decimal(text))).toEqual([
    en,
    nordic,
    nordic,
  ]);
});

test('13-A1: at sea it is nautical miles and knots, in the same numbers as everything else', () => {
  const { nauticalMiles, knots } = createFormat('sv', 'UTC');
  expect([nauticalMiles(22_779), nauticalMiles(2_778_000), knots(12.038)]).toEqual([
    `12,3${NBSP}nm`,
    `1${THIN}500${NBSP}nm`,
    `6,5${NBSP}kn`,
  ]);
});

test('13-A2: several months are told from the first to the last, their year once where it is one', () => {
  const { months } = createFormat('en', 'UTC');
  const told = (from: string, to: string) => months(from, to).replaceAll(/\s/g, ' ');
  expect([told('2026-01', '2026-11'), told('2025-12', '2026-02'), told('2026-10', '2026-10')]).toEqual([
    'January – November 2026',
    'December 2025 – February 2026',
    'October 2026',
  ]);
});

test('13-A2: a month is told by its name in each language', () => {
  expect((['en', 'sv', 'no'] as const).map((language) => createFormat(language, 'UTC').month('2026-10'))).toEqual([
    'October 2026',
    'oktober 2026',
    'oktober 2026',
  ]);
});
