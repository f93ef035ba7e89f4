import type { ExportQuery } from '@spora/contract/exports/endpoints';
import { TRIP_TYPES } from '@spora/contract/units/values';
import { compareNames } from '@spora/messages/name-order';
import {
  countsMiles,
  filterInWords,
  type FilterNames,
  lengthOf,
  METRES_PER_MILE,
  moneyOf,
  type Tally,
  type Words,
} from './rules.ts';

/** A unit of an export, with what stands on its registration and its dashboard. */
export interface UnitFacts {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly plate: string | null;
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
  /** Metres; null when it is not known. */
  readonly odometers: readonly { readonly day: string; readonly as: 'start' | 'year' | 'stop'; readonly metres: number | null }[];
}

/** ATT-016. */
export interface AttestedPeriod {
  readonly id: number;
  readonly unit: string;
  readonly driver: string | null;
  /** Days, `yyyy-MM-dd`. */
  readonly from: string;
  readonly to: string;
  readonly user: { readonly name: string; readonly at: Date } | null;
  readonly admin: { readonly name: string; readonly at: Date } | null;
}

/** What an export says of itself beside its rows. */
export interface ExportFacts {
  readonly account: string;
  /** ISO 3166 letters. */
  readonly country: string;
  readonly madeBy: string;
  readonly madeAt: Date;
  readonly timeZone: string;
  readonly query: ExportQuery;
  readonly names: FilterNames;
  /** Those named by the filter, and those whose trips are in the export. */
  readonly units: readonly UnitFacts[];
  /** How many units the filter means. */
  readonly unitCount: number;
  /** Whether it names them. */
  readonly namesUnits: boolean;
  /** Where files are verified. */
  readonly verifyAddress: string;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
}

/** TRIP-017: everything an export must state, in words; `tally` has been filled by all its rows. */
export const statementOf = (facts: ExportFacts, tally: Tally, periods: readonly AttestedPeriod[], words: Words): Section[] =>
  [
    about(facts, tally, words),
    totals(facts, tally, words),
    sums('ExportPassengerTotal', tally.supplements, words),
    sums('ExportColumn-tolls', tally.tolls, words),
    odometers(facts, words),
    attestation(tally, periods, words),
  ].filter(({ lines }) => lines.length > 0);

const withPlate = ({ name, plate }: Pick<UnitFacts, 'name' | 'plate'>): string =>
  plate && plate !== name ? `${name} (${plate})` : name;

/** Whether the heading tells the units by name: those of the filter, or the only one there is. */
export const namesItsUnits = ({ namesUnits, unitCount }: Pick<ExportFacts, 'namesUnits' | 'unitCount'>): boolean =>
  namesUnits || unitCount === 1;

/** Those that it is about: where something else narrows it than the period, not all that were looked through. */
function unitsIn(facts: ExportFacts, isNarrowed: boolean, { t }: Words): string {
  if (isNarrowed || (namesItsUnits(facts) && facts.units.length > 0))
    return facts.units.map(withPlate).join(', ') || t('ExportNone');
  return t('ExportAllUnits', { count: facts.unitCount });
}

function about(facts: ExportFacts, tally: Tally, words: Words): Section {
  const { t, format } = words;
  const { query, names, units } = facts;
  const drivers = query.driver_ids.length > 0 ? names.drivers : [...tally.drivers].sort(compareNames);
  const nobody = tally.undriven > 0 ? [t('ExportUndriven', { count: tally.undriven })] : [];
  const filters = filterInWords(query, names, words);
  const vehicles = units
    .filter(({ make, model, year }) => make !== '' || model !== '' || year !== null)
    .map((unit) => `${withPlate(unit)}: ${[unit.make, unit.model, unit.year].filter(Boolean).join(' ')}`);
  return {
    title: t('ExportLogTitle'),
    lines: [
      [t('ExportAccount'), facts.account],
      [t('ExportUnits'), unitsIn(facts, filters.length > 0, words)],
      ...vehicles.map((vehicle, i): [string, string] => [i === 0 ? t('ExportVehicles') : '', vehicle]),
      [t('ExportDrivers'), [...drivers, ...nobody].join(', ') || t('ExportNone')],
      [t('ExportPeriod'), t('ExportSpan', { from: query.from, to: query.to })],
      [t('ExportFilters'), filters.join('; ') || t('ExportNoFilters')],
      [t('ExportZone'), facts.timeZone],
      [t('ExportMade'), t('ExportMadeBy', { time: format.dateTime(facts.madeAt), name: facts.madeBy })],
    ],
  };
}

function totals({ country }: ExportFacts, tally: Tally, words: Words): Section {
  const { t, format, typeName } = words;
  const unit = lengthOf(words);
  const distance = (metres: number): string => {
    const km = `${format.number(metres / unit.metres, 1)}\u00a0${unit.sign}`;
    return countsMiles(country) && !words.isAtSea
      ? t('ExportMiles', { km, miles: format.number(metres / METRES_PER_MILE, 1) })
      : km;
  };
  const known = (id: 'fuel' | 'electricity' | 'co2', sum: number | null): [string, string][] =>
    sum === null ? [] : [[t(`ExportColumn-${id}`), format.number(sum, 1)]];
  const some = (name: string, number: number): [string, string][] => (number > 0 ? [[name, format.number(number)]] : []);
  return {
    title: t('ExportTotals'),
    lines: [
      [t('ExportTrips'), format.number(tally.trips)],
      ...TRIP_TYPES.map((type): [string, string] => [typeName(type), distance(tally.byType[type])]),
      [t('ExportTotal'), distance(tally.metres)],
      ...known('fuel', tally.used.fuel_l),
      ...known('electricity', tally.used.electricity_kwh),
      ...known('co2', tally.used.co2_kg),
      ...some(t('ExportLateCount'), tally.late),
      ...some(t('ExportMaskedCount'), tally.masked),
    ],
  };
}

/** DRV-007: what all passengers of the rows add, and what the trips cost in tolls, in each currency. */
const sums = (
  title: 'ExportPassengerTotal' | 'ExportColumn-tolls',
  hundredths: Tally['tolls'],
  { t, format }: Words,
): Section => ({
  title: t(title),
  lines: moneyOf(hundredths).map(({ amount, currency }) => [t('ExportTotal'), format.money(amount, currency)]),
});

function odometers({ units }: ExportFacts, words: Words): Section {
  const { t, format } = words;
  const unit = lengthOf(words);
  const nameOf = ({ as, day }: UnitFacts['odometers'][number]): string =>
    as === 'year'
      ? t('ExportOdometerYear', { year: day.slice(0, 4) })
      : t(as === 'start' ? 'ExportOdometerStart' : 'ExportOdometerStop');
  return {
    title: t('ExportOdometers'),
    lines: units.flatMap((each) => {
      const known = each.odometers.flatMap((one) =>
        one.metres === null ? [] : [`${nameOf(one)}: ${format.number(one.metres / unit.metres, 1)}\u00a0${unit.sign}`],
      );
      return known.length > 0 ? [[withPlate(each), known.join('; ')] as const] : [];
    }),
  };
}

function attestation(tally: Tally, periods: readonly AttestedPeriod[], { t, format }: Words): Section {
  const state =
    tally.attested === 0
      ? t('ExportAttestedNone')
      : tally.attested === tally.trips
        ? t('ExportAttestedAll')
        : t('ExportAttestedSome', { count: format.number(tally.attested), all: format.number(tally.trips) });
  const by = (key: 'ExportAttestedUser' | 'ExportAttestedAdmin', who: AttestedPeriod['user']): string[] =>
    who ? [t(key, { name: who.name, time: format.dateTime(who.at) })] : [];
  return {
    title: t('ExportAttestation'),
    lines: [
      ['', state],
      ...periods.map((period): [string, string] => [
        t('ExportAttestedPeriod', {
          unit: period.unit,
          driver: period.driver ?? t('ExportNoDriver'),
          from: period.from,
          to: period.to,
        }),
        [...by('ExportAttestedUser', period.user), ...by('ExportAttestedAdmin', period.admin)].join('; '),
      ]),
    ],
  };
}
