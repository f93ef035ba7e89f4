import { type Mode, MODES } from '@spora/contract/modes/modes';
import { SILENT_AT_LEAST_MS } from '@spora/contract/today/lines';
import type { UnitRow } from '@spora/contract/units/endpoints';
import { UNIT_KINDS, type UnitKind } from '@spora/contract/units/values';
import { type Language, LANGUAGE_FACTS } from '@spora/messages/languages';
import { compareNames } from '@spora/messages/name-order';
import { type Searchable, searchableOf, searchFor } from '../../lib/names.ts';

export const COLUMNS = [
  'registration',
  'state',
  'contact',
  'driver',
  'department',
  'project',
  'tags',
  'imei',
  'kind',
  'mode',
  'battery',
  'odometer',
  'hours',
  'subscription',
] as const;
export type Column = (typeof COLUMNS)[number];
/** As many as a laptop shows without scrolling sideways. */
export const FIRST_COLUMNS: readonly Column[] = ['registration', 'state', 'contact', 'driver', 'department', 'tags', 'imei'];
const SORTS = ['name', ...COLUMNS] as const;
export type Sort = (typeof SORTS)[number];

/** What the address holds of the list of units (NAV-037); what is as usual is left out. */
export interface UnitSearch {
  readonly q?: string;
  readonly kind?: UnitKind;
  readonly department?: string;
  readonly project?: string;
  readonly tag?: string;
  /** Units that report so, or are asked to. */
  readonly mode?: Mode;
  readonly show?: 'locked' | 'open' | 'silent' | 'lost' | 'retired';
  readonly sort?: Sort;
  readonly order?: 'desc';
  /** Names of columns with commas between. */
  readonly columns?: string;
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined => values.find((each) => each === value);
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 100) : undefined;

/** NAV-016: the unit and its open tab, the period of its raw positions (UNIT-017), and which changes its history shows. */
export interface UnitPageSearch {
  readonly imei?: string;
  readonly tab?: string;
  readonly from?: string;
  readonly to?: string;
  readonly history?: string;
}

/** Reads an address that anybody may have typed. */
export function readUnitPageSearch(raw: Record<string, unknown>): UnitPageSearch {
  const given = (['imei', 'tab', 'from', 'to', 'history'] as const).flatMap((name) => {
    const value = raw[name];
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(given) as UnitPageSearch;
}

export function readUnitSearch(raw: Record<string, unknown>): UnitSearch {
  const sort = oneOf(SORTS, raw['sort']);
  const columns = typeof raw['columns'] === 'string' && raw['columns'] !== '' ? raw['columns'] : undefined;
  const search: UnitSearch = {
    q: text(raw['q']),
    kind: oneOf(UNIT_KINDS, raw['kind']),
    department: text(raw['department']),
    project: text(raw['project']),
    tag: text(raw['tag']),
    mode: oneOf(MODES, raw['mode']),
    show: oneOf(['locked', 'open', 'silent', 'lost', 'retired'] as const, raw['show']),
    sort: sort === 'name' ? undefined : sort,
    order: raw['order'] === 'desc' ? 'desc' : undefined,
    columns: columns === undefined ? undefined : writeColumns(columnsOf({ columns })),
  };
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

/** The chosen columns in the order that they are named in; "none" is a choice as well. */
export function columnsOf({ columns }: Pick<UnitSearch, 'columns'>): readonly Column[] {
  if (columns === undefined) return FIRST_COLUMNS;
  return [...new Set(columns.split(','))].flatMap((name) => COLUMNS.find((column) => column === name) ?? []);
}

/** Undefined for the usual choice, which needs no words in the address. */
export function writeColumns(columns: readonly Column[]): string | undefined {
  return isUsual(columns) ? undefined : columns.join(',') || 'none';
}

export const isUsual = (columns: readonly Column[]): boolean => columns.join() === FIRST_COLUMNS.join();
/** One that is chosen comes last, where the table is moved to show it. */
export const toggled = (columns: readonly Column[], column: Column): readonly Column[] =>
  columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column];
/** One place to the left (-1) or to the right (1). */
export function moved(columns: readonly Column[], column: Column, step: -1 | 1): readonly Column[] {
  const from = columns.indexOf(column);
  const other = columns[from + step];
  return other === undefined ? columns : columns.with(from, other).with(from + step, column);
}

export const isNarrowed = (search: UnitSearch): boolean =>
  Boolean(search.q ?? search.kind ?? search.department ?? search.project ?? search.tag ?? search.mode ?? search.show);

const searched = new WeakMap<UnitRow, Searchable>();
function searchableRow(row: UnitRow): Searchable {
  let found = searched.get(row);
  if (found === undefined) {
    const parts = [
      row.name,
      row.registration_number,
      row.imei,
      row.driver,
      row.vehicle_type,
      row.department,
      row.project,
      ...row.tags,
    ];
    found = searchableOf(parts);
    searched.set(row, found);
  }
  return found;
}

/** As the map counts them: with those that never connected, and without those of which nobody may know. */
const isWithoutContact = ({ state, last_contact_at: at, locked_by, in_private_use }: UnitRow): boolean =>
  state === 'no-contact' || (state === null && at === null && locked_by === null && in_private_use !== true);

/** Silent for so long that somebody should look: as Today counts them. */
const isLost = ({ state, last_contact_at: at }: UnitRow, nowMs: number): boolean =>
  state === 'no-contact' && (at === null || nowMs - Date.parse(at) >= SILENT_AT_LEAST_MS);

function matches(row: UnitRow, search: UnitSearch, isFound: ReturnType<typeof searchFor>, nowMs: number): boolean {
  return (
    (search.q === undefined || isFound(searchableRow(row))) &&
    (search.kind === undefined || row.kind === search.kind) &&
    (search.department === undefined || row.department === search.department) &&
    (search.project === undefined || row.project === search.project) &&
    (search.tag === undefined || row.tags.includes(search.tag)) &&
    (search.mode === undefined || row.mode === search.mode || row.requested_mode === search.mode) &&
    (search.show !== 'locked' || row.locked_by !== null) &&
    (search.show !== 'open' || row.open_matters.length > 0) &&
    (search.show !== 'silent' || isWithoutContact(row)) &&
    (search.show !== 'lost' || isLost(row, nowMs)) &&
    row.is_retired === (search.show === 'retired')
  );
}

/** The rows that pass search and filters, in order; rows without a value stand last whichever way it goes. */
export function shownRows(rows: readonly UnitRow[], search: UnitSearch, language: Language, nowMs: number): readonly UnitRow[] {
  const isFound = searchFor(search.q ?? '');
  const collator = new Intl.Collator(LANGUAGE_FACTS[language].locale, { numeric: true, sensitivity: 'base' });
  const sign = search.order === 'desc' ? -1 : 1;
  const byName = (a: UnitRow, b: UnitRow): number => collator.compare(a.name, b.name) || a.id - b.id;
  const valueOf = VALUES[search.sort ?? 'name'];
  return rows
    .filter((row) => matches(row, search, isFound, nowMs))
    .sort((a, b) => {
      const [one, other] = [valueOf(a), valueOf(b)];
      if (one === other) return byName(a, b);
      if (one === null || one === '') return 1;
      if (other === null || other === '') return -1;
      const order =
        typeof one === 'number' && typeof other === 'number' ? one - other : collator.compare(String(one), String(other));
      return order * sign || byName(a, b);
    });
}

const VALUES: Readonly<Record<Sort, (row: UnitRow) => string | number | null>> = {
  name: (row) => row.name,
  registration: (row) => row.registration_number,
  imei: (row) => row.imei,
  kind: (row) => row.kind,
  driver: (row) => row.driver,
  department: (row) => row.department,
  project: (row) => row.project,
  tags: (row) => row.tags.join(', '),
  state: (row) => row.state,
  mode: (row) => placeOfMode(row.mode ?? row.requested_mode),
  battery: (row) => row.battery_v,
  odometer: (row) => row.odometer_km,
  hours: (row) => row.operating_hours,
  contact: (row) => (row.last_contact_at === null ? null : -Date.parse(row.last_contact_at)),
  subscription: (row) => row.subscription_type,
};

/** From the most seldom to the most often, as in the chooser. */
const placeOfMode = (mode: Mode | null): number | null => (mode === null ? null : MODES.indexOf(mode));

/** The modes that a filter offers: those in which units are or are asked to be, and the one that is chosen. */
export const modesAmong = (rows: readonly UnitRow[], chosen: Mode | undefined): readonly Mode[] =>
  MODES.filter((mode) => mode === chosen || rows.some((row) => row.mode === mode || row.requested_mode === mode));

/** The values that a filter offers: those that occur, and the one that is chosen. */
export function choicesOf(values: readonly (string | null)[], chosen: string | undefined): string[] {
  const found = new Set(values.filter((value): value is string => value !== null && value !== ''));
  if (chosen !== undefined) found.add(chosen);
  return [...found].sort(compareNames);
}
