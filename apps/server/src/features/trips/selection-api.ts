import { startOfDay } from '@spora/calendar/zones';
import { addDays } from '@spora/calendar/days';
import { type RawBuilder, sql } from 'kysely';
import type { TRIP_SORTS, TripFilter } from '@spora/contract/trips/endpoints';
import { isWatercraftKind } from '../../core/fleet/watercraft.ts';
import { KEPT } from '../../platform/database/kept-queries.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import { isUntoldTrip, isWithheldTrip } from '../../core/fleet/private-use.ts';
import { selectedTrips, tripsByIds, type TripListRow, type Viewer } from './api.ts';
import { ALONE, explains, type Figures, WITH_MERGED } from './figures-api.ts';
import { fuelFacts, type FuelFacts, fuelOfUnits } from './fuel/api.ts';
import type { FuelSums } from './fuel/rules.ts';
import { outsideOf } from './working-hours/read-model.ts';

export type LogFilter = Omit<TripFilter, 'imeis'> & {
  readonly unitIds: readonly number[];
};

/** Whoever reads the log by a filter does so at a moment: of private use that goes on, its trips of that day are not in it. */
export interface LogViewer extends Viewer {
  readonly now: () => Date;
}

/**
 * What a filter selects of the log (decision 0044). What does not differ from trip to trip is looked up before: units of a department,
 * people and places of a name, when working hours were, whether any two trips are shown as one. A year of a fleet is then told from one
 * index, without a join.
 */
export interface Selection {
  readonly all: Rows;
  /** The same, for who stops at the first of many: a text is looked for trip by trip, and not in all before. */
  readonly few: Rows;
  readonly sql: Figures;
  readonly needsPurposeOfOther: boolean;
  /** TRIP-023: something was driven that is not in the trip, and nobody has said why. */
  readonly hasOdometerGap: RawBuilder<unknown>;
  /** `KEPT` where what is asked of the selection is planned alike whatever the period: of one unit, without a filter. */
  readonly kept: RawBuilder<unknown>;
  readonly fuel: FuelFacts;
  /** The trips under way of the same units, newest first; one that the viewer may not see is told when it is over. */
  readonly ongoingIds: readonly number[];
  /** Which of the same units go at sea. */
  readonly boatIds: readonly number[];
  /** Which of them are towed: their way is that of what tows them, once more. */
  readonly trailerIds: readonly number[];
}

interface Rows {
  /** `FROM` on: the trip (`t`), with the one merged into it (`s`) where there are any such. */
  readonly from: RawBuilder<unknown>;
  /** What is joined beside these two. */
  readonly beside: RawBuilder<unknown>;
  readonly where: RawBuilder<unknown>;
}

/** TRIP-004, TRIP-023: as `needsPurpose` has it; a test holds both together. */
const purposeMissing = ({ sql: figures, needsPurposeOfOther }: Pick<Selection, 'sql' | 'needsPurposeOfOther'>) =>
  sql`(${figures.purpose} = '' AND ${needsPurposeOfOther ? sql`t.type <> 'private'` : sql`t.type = 'business'`})`;
/** DRV-014. */
const DRIVER_MISSING = sql`(t.driver_member_id IS NULL)`;

const escaped = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
/** One is compared with for itself: the planner then knows that it is one. */
const among = (column: RawBuilder<unknown>, ids: readonly number[]) =>
  ids.length === 1 ? sql`${column} = ${ids[0]}` : sql`${column} = ANY (${ids}::bigint[])`;
const anyOf = (conditions: readonly RawBuilder<unknown>[]) => sql`(${sql.join(conditions, sql` OR `)})`;

/** The instants between which a period lies, by the account's clock. */
const boundsOf = (actor: MemberActor, { from, to }: Pick<LogFilter, 'from' | 'to'>) => ({
  fromAt: startOfDay(from, actor.timeZone),
  toAt: startOfDay(addDays(to, 1), actor.timeZone),
});

/** TRIP-018. What is withheld of a masked trip is not filtered by either: it is left out where the filter asks for it. */
export async function select(viewer: LogViewer, filter: LogFilter): Promise<Selection> {
  const { actor, now } = viewer;
  const known = await factsFor(viewer, filter);
  const { fromAt, toAt } = boundsOf(actor, filter);
  const figures = known.has_merged ? WITH_MERGED : ALONE;
  const open = sql`NOT ${isWithheldTrip(actor)}`;
  const stopPlace = known.has_merged ? sql`coalesce(s.stop_place_id, t.stop_place_id)` : sql`t.stop_place_id`;
  const atPlaces = (ids: readonly number[]) => sql`(${among(sql`t.start_place_id`, ids)} OR ${among(stopPlace, ids)})`;
  const from = known.has_merged
    ? sql`FROM trip t LEFT JOIN trip s ON s.merged_into_id = t.id AND s.merged_into_id IS NOT NULL`
    : sql`FROM trip t`;
  const hasOdometerGap = figures.hasOdometerGap(known.explained_ids);
  const base = { sql: figures, needsPurposeOfOther: known.needs_purpose_of_other, hasOdometerGap };
  const conditions = [
    sql`t.account_id = ${actor.accountId}`,
    among(sql`t.unit_id`, known.unit_ids),
    sql`NOT t.is_ongoing AND t.merged_into_id IS NULL`,
    sql`t.started_at >= ${fromAt} AND t.started_at < ${toAt}`,
    sql`NOT ${isUntoldTrip(actor, now())}`,
  ];
  const always = conditions.length;
  const when = (asked: boolean, condition: () => RawBuilder<unknown>) => void (asked && conditions.push(condition()));
  when(filter.types.length > 0, () => sql`t.type = ANY (${filter.types}::text[])`);
  when(filter.driver_ids.length > 0, () => sql`${open} AND ${among(sql`t.driver_member_id`, filter.driver_ids)}`);
  when(filter.projects.length > 0, () => sql`${open} AND ${figures.project} = ANY (${filter.projects}::text[])`);
  when(filter.place_ids.length > 0, () => sql`${open} AND ${atPlaces(filter.place_ids)}`);
  when(filter.purpose_missing, () => purposeMissing(base));
  when(filter.driver_missing, () => DRIVER_MISSING);
  when(filter.odometer_gap, () => hasOdometerGap);
  when(filter.odometer_explained, () => sql`${open} AND t.odometer_explanation IS NOT NULL AND NOT ${hasOdometerGap}`);
  // As it is told, in tenths of a kilometre: a trip of 350 metres reads 0.4 km, and is one of 0.4 km and more.
  const toldM = sql`round(${figures.distanceM} / 100.0) * 100`;
  when(filter.min_distance_m !== null, () => sql`${toldM} >= ${filter.min_distance_m}`);
  when(filter.max_distance_m !== null, () => sql`${toldM} <= ${filter.max_distance_m}`);
  when(filter.attested === 'yes', () => sql`t.attestation_id IS NOT NULL`);
  when(filter.attested === 'no', () => sql`t.attestation_id IS NULL`);
  const hours = filter.outside_working_hours ? await outsideOf(viewer.db, known.unit_ids, fromAt, toAt) : null;
  if (hours) conditions.push(sql`${open} AND ${hours.where}`);
  const said: Said[] = [];
  for (const word of wordsOf(filter.search)) said.push(await whoSays(viewer, word, said.length, toAt, known.has_merged));
  // Each word may stand somewhere else: one in the purpose, one in the name of a place, one on the plate.
  const saying = (says: 'ofAll' | 'ofFew') => {
    const each = said.map((word) => {
      const inTrip = [
        word[says],
        ...(word.driverIds.length > 0 ? [among(sql`t.driver_member_id`, word.driverIds)] : []),
        ...(word.placeIds.length > 0 ? [atPlaces(word.placeIds)] : []),
      ];
      return anyOf([
        sql`(${open} AND ${anyOf(inTrip)})`,
        ...(word.unitIds.length > 0 ? [among(sql`t.unit_id`, word.unitIds)] : []),
      ]);
    });
    return sql.join([...conditions, ...each], sql` AND `);
  };
  const isPlain = known.unit_ids.length === 1 && conditions.length === always && said.length === 0;
  const rowsOf = (beside: RawBuilder<unknown>, says: 'ofAll' | 'ofFew'): Rows => ({
    from: sql`${from} ${beside}`,
    beside,
    where: saying(says),
  });
  const besideAll = sql.join([hours?.join ?? sql``, ...said.map(({ join }) => join)], sql` `);
  return {
    ...base,
    kept: isPlain ? KEPT : sql``,
    all: rowsOf(besideAll, 'ofAll'),
    few: rowsOf(hours?.join ?? sql``, 'ofFew'),
    fuel: known,
    ongoingIds: known.ongoing_ids,
    boatIds: known.boat_ids,
    trailerIds: known.trailer_ids,
  };
}

/** What it selects of one day, `yyyy-MM-dd` by the account's clock. */
export function onDay({ actor }: LogViewer, selection: Selection, day: string): Selection {
  const { fromAt, toAt } = boundsOf(actor, { from: day, to: day });
  const narrowed = (rows: Rows): Rows => ({
    ...rows,
    where: sql`${rows.where} AND t.started_at >= ${fromAt} AND t.started_at < ${toAt}`,
  });
  return { ...selection, all: narrowed(selection.all), few: narrowed(selection.few) };
}

interface Known extends FuelFacts {
  has_merged: boolean;
  needs_purpose_of_other: boolean;
  unit_ids: number[];
  ongoing_ids: number[];
  explained_ids: number[];
  boat_ids: number[];
  trailer_ids: number[];
}

async function factsFor({ db, actor }: LogViewer, filter: LogFilter): Promise<Known> {
  const ofUnits = [
    sql`u.account_id = ${actor.accountId} AND ${among(sql`u.id`, filter.unitIds)}`,
    ...(filter.departments.length > 0 ? [sql`u.department = ANY (${filter.departments}::text[])`] : []),
    ...(filter.tags.length > 0 ? [sql`u.tags && ${filter.tags}::text[]`] : []),
  ];
  const picks = filter.departments.length + filter.tags.length > 0;
  const { rows } = await sql<Known>`${KEPT}
    SELECT EXISTS (SELECT FROM trip t WHERE t.account_id = ${actor.accountId} AND t.merged_into_id IS NOT NULL) AS has_merged,
      (SELECT a.other_trip_purpose_required FROM account a WHERE a.id = ${actor.accountId}) AS needs_purpose_of_other,
      ${picks ? sql`ARRAY(SELECT u.id FROM unit u WHERE ${sql.join(ofUnits, sql` AND `)})` : sql`NULL::bigint[]`} AS unit_ids,
      ARRAY(SELECT t.id FROM trip t WHERE t.account_id = ${actor.accountId} AND ${among(sql`t.unit_id`, filter.unitIds)} AND t.is_ongoing
        AND NOT ${isWithheldTrip(actor)} ORDER BY t.started_at DESC) AS ongoing_ids,
      ARRAY(SELECT t.id FROM trip t WHERE t.account_id = ${actor.accountId} AND t.odometer_explanation IS NOT NULL AND ${explains('t')}) AS explained_ids,
      ARRAY(SELECT u.id FROM unit u WHERE u.account_id = ${actor.accountId} AND ${among(sql`u.id`, filter.unitIds)} AND ${isWatercraftKind('u.kind')}) AS boat_ids,
      ARRAY(SELECT u.id FROM unit u WHERE u.account_id = ${actor.accountId} AND ${among(sql`u.id`, filter.unitIds)} AND u.marker_symbol = 'trailer') AS trailer_ids,
      ${fuelFacts(sql`${filter.unitIds}::bigint[]`)}`.execute(db);
  const [row] = rows as [Known];
  return {
    ...row,
    unit_ids: picks ? row.unit_ids.map(Number) : [...filter.unitIds],
    ongoing_ids: row.ongoing_ids.map(Number),
    explained_ids: row.explained_ids.map(Number),
    boat_ids: row.boat_ids.map(Number),
    trailer_ids: row.trailer_ids.map(Number),
    refigured_ids: row.refigured_ids.map(Number),
  };
}

/** So many trips that say something are asked for by their ids. */
const SAID_MOST = 2_000;
/** A text that more than one in ten of so many trips say is said often: no index is asked for each trip that says it, which are thousands. */
const SAMPLE = 200;

/** So many words of a search are looked for. */
const WORDS_MOST = 6;
/** The index of words knows of three letters in a row. */
const INDEXED_LETTERS = 3;

/** The words of a search, which may stand in any order and wherever a trip says something; each once. */
function wordsOf(search: string): Word[] {
  const typed = [...new Set(search.normalize('NFC').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, WORDS_MOST);
  const inPlate = (letters = '', digits = '') => (/^\p{L}{2,}$/u.test(letters) && /^\d/.test(digits) ? [letters + digits] : []);
  return typed
    .map((text, at) => ({ text, plates: [...inPlate(typed[at - 1], text), ...inPlate(text, typed[at + 1])] }))
    .sort((a, b) => b.text.length - a.text.length);
}

interface Word {
  readonly text: string;
  /** With the word before or after it, where both may be one part of a plate that is written with a space: "qji" and "98". */
  readonly plates: readonly string[];
}

/** Where a word of a search is found: in names, and in what trips say. */
interface Said {
  readonly unitIds: readonly number[];
  readonly driverIds: readonly number[];
  readonly placeIds: readonly number[];
  readonly join: RawBuilder<unknown>;
  readonly ofAll: RawBuilder<unknown>;
  readonly ofFew: RawBuilder<unknown>;
}

/** Whose name a word is in, a plate with or without its space, and in which trips it is said. `place`: which word of the search it is. */
async function whoSays(
  { db, actor }: LogViewer,
  { text, plates: joined }: Word,
  place: number,
  toAt: Date,
  hasMerged: boolean,
): Promise<Said> {
  const pattern = escaped(text);
  const isShort = text.length < INDEXED_LETTERS;
  // The number of a street is no part of a plate: so short a word is one of a name's, or none, unless the word beside it goes on in the plate.
  const whole = text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
  const isIn = (name: string) =>
    isShort
      ? sql`folded(${sql.ref(name)}) ~ ('\\m' || folded(${whole}) || '\\M')`
      : sql`folded(${sql.ref(name)}) LIKE folded(${pattern})`;
  const inPlate = (isShort ? joined : [text.replace(/-/g, '') || text]).map(
    (part) => sql`folded(regexp_replace(u.registration_number, '[\\s-]', '', 'g')) LIKE folded(${escaped(part)})`,
  );
  const isInNewest = sql`(SELECT w.words FROM trip_words w WHERE w.trip_id = newest.id) LIKE folded(${pattern})`;
  const isSaidOften = sql`(SELECT count(*) FILTER (WHERE ${isInNewest}) > ${SAMPLE / 10}::int
    FROM (SELECT t.id FROM trip t WHERE t.account_id = ${actor.accountId} AND t.started_at < ${toAt} ORDER BY t.started_at DESC LIMIT ${SAMPLE}) newest)`;
  const { rows } = await sql<Record<'units' | 'drivers' | 'places', number[]> & { trips: number[] | null }>`
    SELECT ARRAY(SELECT u.id FROM unit u WHERE u.account_id = ${actor.accountId}
        AND ${anyOf([isIn('u.name'), isIn('u.registration_number'), ...inPlate])}) AS units,
      ARRAY(SELECT m.id FROM member m WHERE m.account_id = ${actor.accountId} AND ${isIn('m.full_name')}) AS drivers,
      ARRAY(SELECT p.id FROM place p WHERE p.account_id = ${actor.accountId} AND ${isIn('p.label')}) AS places,
      CASE WHEN ${place > 0 && isShort} OR ${isSaidOften} THEN NULL ELSE ARRAY(SELECT trips_that_say(${pattern}, ${SAID_MOST + 1})) END AS trips`.execute(
    db,
  );
  const [{ units, drivers, places, trips }] = rows as [(typeof rows)[number]];
  const found = { unitIds: units.map(Number), driverIds: drivers.map(Number), placeIds: places.map(Number) };
  if (trips && trips.length <= SAID_MOST) {
    const inTrips = among(sql`t.id`, trips.map(Number));
    return { ...found, join: sql``, ofAll: inTrips, ofFew: inTrips };
  }
  // As a plain truth of its own the planner takes it for one that holds of many, which is what is known here.
  const saysSo = (words: RawBuilder<unknown>) => sql`CASE WHEN ${words} LIKE folded(${pattern}) THEN true ELSE false END`;
  const [ofT, ofS] = [`w${place}`, `ws${place}`];
  const saidIn = (trip: 's' | 't', words: string) => {
    const [ofTrip, of] = [sql.ref(`${trip}.id`), (column: string) => sql.ref(`${words}.${column}`)];
    return sql`LEFT JOIN trip_words AS ${sql.ref(words)} ON ${of('trip_id')} = ${ofTrip} AND ${of('account_id')} = ${actor.accountId}
      AND ${saysSo(of('words'))}`;
  };
  const said = (trip: 's' | 't') => saysSo(sql`(SELECT w.words FROM trip_words w WHERE w.trip_id = ${sql.ref(`${trip}.id`)})`);
  return {
    ...found,
    join: hasMerged ? sql`${saidIn('t', ofT)} ${saidIn('s', ofS)}` : saidIn('t', ofT),
    ofAll: hasMerged
      ? sql`(${sql.ref(`${ofT}.trip_id`)} IS NOT NULL OR ${sql.ref(`${ofS}.trip_id`)} IS NOT NULL)`
      : sql`${sql.ref(`${ofT}.trip_id`)} IS NOT NULL`,
    ofFew: hasMerged ? sql`(${said('t')} OR ${said('s')})` : said('t'),
  };
}

/**
 * Where a trip stands among those of other units: a masked one at the end of the last trip before it that the actor may see, or at the
 * beginning of its day if that is later; never on another day. Among its own unit's trips that is its place in time.
 */
const toldPlace = (actor: MemberActor) => {
  const midnight = (days: number) =>
    sql`((t.started_at AT TIME ZONE ${actor.timeZone})::date + ${days}::int)::timestamp AT TIME ZONE ${actor.timeZone}`;
  return sql`CASE WHEN ${isWithheldTrip(actor)} THEN least(${midnight(1)} - interval '1 microsecond', greatest(${midnight(0)},
    (SELECT b.ended_at FROM trip b WHERE b.unit_id = t.unit_id AND b.started_at < t.started_at AND NOT ${isWithheldTrip(actor, 'b')}
      ORDER BY b.started_at DESC LIMIT 1))) ELSE t.started_at END`;
};

type Sort = (typeof TRIP_SORTS)[number];

const orderOf = (actor: MemberActor, { sql: figures }: Selection, sort: Sort): RawBuilder<unknown> =>
  ({
    time: () => toldPlace(actor),
    unit: () => sql`n.place`,
    distance: () => figures.distanceM,
    duration: () => told(actor, figures),
    type: () => sql`t.type`,
  })[sort]();

const told = (actor: MemberActor, { durationS }: Figures) =>
  sql`(CASE WHEN ${isWithheldTrip(actor)} THEN 0 ELSE ${durationS} END)`;

/** Names are put in order once, not for each trip of them. */
const joinOf = (actor: MemberActor, sort: Sort) =>
  sort === 'unit'
    ? sql`JOIN (SELECT u.id, rank() OVER (ORDER BY u.name ${NAME_ORDER}) AS place FROM unit u WHERE u.account_id = ${actor.accountId} OFFSET 0) n
        ON n.id = t.unit_id`
    : sql``;

interface Order {
  readonly sort: Sort;
  readonly descending: boolean;
}

/** All keys in one direction. */
const inOrder = (actor: MemberActor, selection: Selection, sort: Sort, descending: boolean) => {
  const direction = descending ? sql`DESC` : sql`ASC`;
  return sql`ORDER BY ${orderOf(actor, selection, sort)} ${direction}, t.unit_id ${direction}, t.started_at ${direction}, t.id ${direction}`;
};

interface Found {
  readonly id: number;
  readonly unit_id: number;
}

/** The ids of all that is selected, in order, with their units: an export walks them page by page while the log goes on changing. */
export async function idsOf(
  { db, actor }: LogViewer,
  selection: Selection,
  { sort, descending }: Order,
  limit: RawBuilder<unknown> = sql``,
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT t.id, t.unit_id ${selection.all.from} ${joinOf(actor, sort)} WHERE ${selection.all.where} ${inOrder(actor, selection, sort, descending)} ${limit}`.execute(
    db,
  );
  return rows;
}

export interface TripPage extends Order {
  readonly number: number;
  readonly size: number;
  /** Of all that is selected. */
  readonly count: number;
}

/**
 * A page in order of time. It is walked to from the nearer end, in the order in which trips started, which an index has; only the days
 * that the page lies in are put in the order in which they are told, since that moves no trip to another day.
 */
async function pageByTime({ db, actor }: LogViewer, selection: Selection, page: TripPage): Promise<Found[]> {
  const before = (page.number - 1) * page.size;
  const wanted = Math.min(page.size, page.count - before);
  if (wanted <= 0) return [];
  const after = page.count - before - wanted;
  const isFromEnd = after < before;
  const skipped = isFromEnd ? after : before;
  const descending = page.descending !== isFromEnd;
  const { few, all } = selection;
  const walk = skipped + wanted > SAID_MOST ? all : few;
  const midnight = (at: RawBuilder<unknown>, days: number) =>
    sql`((${at} AT TIME ZONE ${actor.timeZone})::date + ${days}::int)::timestamp AT TIME ZONE ${actor.timeZone}`;
  const { rows } = await sql<Found>`
    WITH walked AS MATERIALIZED (
      SELECT t.started_at ${walk.from} WHERE ${walk.where} ORDER BY t.started_at ${descending ? sql`DESC` : sql`ASC`} LIMIT ${skipped + wanted}
    ), days AS MATERIALIZED (
      SELECT ${midnight(sql`min(started_at)`, 0)} AS from_at, ${midnight(sql`max(started_at)`, 1)} AS to_at
      FROM (SELECT started_at FROM walked OFFSET ${skipped}) w
    )
    SELECT t.id, t.unit_id ${few.from}
    WHERE ${few.where} AND t.started_at >= (SELECT from_at FROM days) AND t.started_at < (SELECT to_at FROM days)
    ${inOrder(actor, selection, 'time', descending)}
    OFFSET (SELECT ${skipped}::int - count(*) FROM walked w, days d WHERE ${descending ? sql`w.started_at >= d.to_at` : sql`w.started_at < d.from_at`})
    LIMIT ${wanted}`.execute(db);
  return isFromEnd ? rows.toReversed() : rows;
}

/** Which rows, in order, is told by an index that holds what filters, sorting and totals ask for; rows are wide and read for the page only. */
export async function pageIdsOf(viewer: LogViewer, selection: Selection, page: TripPage): Promise<number[]> {
  const found =
    page.sort === 'time'
      ? await pageByTime(viewer, selection, page)
      : await idsOf(viewer, selection, page, sql`LIMIT ${page.size} OFFSET ${(page.number - 1) * page.size}`);
  return found.map(({ id }) => id);
}

/** A page in order, and the trips under way, newest first. Where all that is selected is on one page, nothing is walked to. */
export async function pageOf(
  viewer: LogViewer,
  selection: Selection,
  page: TripPage,
): Promise<{ trips: TripListRow[]; ongoing: TripListRow[] }> {
  const { few, kept, ongoingIds } = selection;
  if (page.sort === 'time' && page.count <= page.size && ongoingIds.length === 0) {
    const [order, before] = [inOrder(viewer.actor, selection, 'time', page.descending), (page.number - 1) * page.size];
    if (before >= page.count) return { trips: [], ongoing: [] };
    return { trips: await selectedTrips(viewer, sql`${few.beside} WHERE ${few.where} ${order} ${kept}`), ongoing: [] };
  }
  const ids = await pageIdsOf(viewer, selection, page);
  const rows = new Map((await tripsByIds(viewer, [...ids, ...ongoingIds])).map((row) => [row.id, row]));
  const rowsOf = (wanted: readonly number[]) => wanted.flatMap((id) => rows.get(id) ?? []);
  return { trips: rowsOf(ids), ongoing: rowsOf(ongoingIds) };
}

export interface MissingOfUnit {
  readonly unit_id: number;
  readonly purpose_missing: number;
  readonly driver_missing: number;
  readonly with_driver: number;
}

/** What is missing of all that is selected, unit by unit, as the totals count it. */
export async function missingByUnit({ db }: LogViewer, selection: Selection): Promise<MissingOfUnit[]> {
  const { from, where } = selection.all;
  const { rows } = await sql<MissingOfUnit>`
    SELECT t.unit_id, (count(*) FILTER (WHERE ${purposeMissing(selection)}))::integer AS purpose_missing,
      (count(*) FILTER (WHERE ${DRIVER_MISSING}))::integer AS driver_missing, count(t.driver_member_id)::integer AS with_driver
    ${from} WHERE ${where} GROUP BY t.unit_id`.execute(db);
  return rows;
}

export interface TripTotals extends FuelSums {
  count: number;
  distance_m: number;
  duration_s: number;
  /** Of how many no time is told. */
  untimed: number;
  business: number;
  private: number;
  other: number;
  /** What of these boats went. */
  sea_business: number;
  sea_private: number;
  sea_other: number;
  purpose_missing: number;
  driver_missing: number;
  odometer_gap: number;
  /** Of trailers, and how many of them. */
  towed_m: number;
  towed_units: number;
}

/** The sums of all that is selected. Fuel is reckoned unit by unit: what it uses differs from unit to unit only. */
export async function totalsOf(viewer: LogViewer, selection: Selection): Promise<TripTotals> {
  const { db, actor } = viewer;
  const {
    all: { from, where },
    sql: figures,
  } = selection;
  // Each sum more is asked of each trip of a year: what is neither business nor private is the rest, and few accounts have boats, or
  // trailers with trackers. An array and not a join: it holds whichever tables the filters bring.
  const metres = (of: RawBuilder<unknown>) => sql`coalesce(sum(${figures.distanceM}) FILTER (WHERE ${of}), 0)`;
  const [isBusiness, isPrivate] = [sql`t.type = 'business'`, sql`t.type = 'private'`];
  const goesToSea = sql`t.unit_id = ANY (${selection.boatIds}::bigint[])`;
  const atSea =
    selection.boatIds.length === 0
      ? sql`0 AS at_sea_m, 0 AS sea_business, 0 AS sea_private`
      : sql`${metres(goesToSea)} AS at_sea_m, ${metres(sql`${goesToSea} AND ${isBusiness}`)} AS sea_business,
          ${metres(sql`${goesToSea} AND ${isPrivate}`)} AS sea_private`;
  const isTowed = sql`t.unit_id = ANY (${selection.trailerIds}::bigint[])`;
  const towed =
    selection.trailerIds.length === 0
      ? sql`0 AS towed_m, 0 AS towed_units`
      : sql`${metres(isTowed)} AS towed_m, count(DISTINCT t.unit_id) FILTER (WHERE ${isTowed}) AS towed_units`;
  const sums = sql`count(*) AS count, coalesce(sum(${figures.distanceM}), 0) AS distance_m, coalesce(sum(${told(actor, figures)}), 0) AS duration_s,
    count(*) FILTER (WHERE ${isWithheldTrip(actor)}) AS untimed, ${metres(isBusiness)} AS business, ${metres(isPrivate)} AS private, ${atSea},
    count(*) FILTER (WHERE ${purposeMissing(selection)}) AS purpose_missing, count(*) FILTER (WHERE ${DRIVER_MISSING}) AS driver_missing,
    count(*) FILTER (WHERE ${selection.hasOdometerGap}) AS odometer_gap, ${towed}`;
  const { rows: units } = await sql<
    Omit<TripTotals, keyof FuelSums | 'other' | 'sea_other'> & { unit_id?: number; at_sea_m: number }
  >`
    ${selection.fuel.has_figures ? sql`SELECT t.unit_id, ${sums} ${from} WHERE ${where} GROUP BY t.unit_id` : sql`SELECT ${sums} ${from} WHERE ${where}`} ${selection.kept}`.execute(
    db,
  );
  const total = (of: (unit: (typeof units)[number]) => number) => units.reduce((sum, unit) => sum + Number(of(unit)), 0);
  return {
    count: total((unit) => unit.count),
    distance_m: total((unit) => unit.distance_m),
    duration_s: total((unit) => unit.duration_s),
    untimed: total((unit) => unit.untimed),
    business: total((unit) => unit.business),
    private: total((unit) => unit.private),
    other: total((unit) => unit.distance_m) - total((unit) => unit.business) - total((unit) => unit.private),
    sea_business: total((unit) => unit.sea_business),
    sea_private: total((unit) => unit.sea_private),
    sea_other: total((unit) => unit.at_sea_m) - total((unit) => unit.sea_business) - total((unit) => unit.sea_private),
    purpose_missing: total((unit) => unit.purpose_missing),
    driver_missing: total((unit) => unit.driver_missing),
    odometer_gap: total((unit) => unit.odometer_gap),
    towed_m: total((unit) => unit.towed_m),
    towed_units: total((unit) => unit.towed_units),
    ...(await fuelOfUnits(
      viewer,
      selection.fuel,
      units.map((unit) => ({ unitId: unit.unit_id ?? 0, distanceM: Number(unit.distance_m) })),
      { from, where, metres: figures.distanceM },
    )),
  };
}
