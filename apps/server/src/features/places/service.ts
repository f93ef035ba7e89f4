import { DAY_MS } from '@spora/calendar/durations';
import { startOfDay } from '@spora/calendar/zones';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import type {
  NewPlace,
  Place,
  PlaceChanges,
  PlaceRule as RuleInput,
  PlaceSchedule,
  savePlace as saveEndpoint,
  undoPlaceSave as undoEndpoint,
  updatePlace as updateEndpoint,
  listPlaces as listEndpoint,
} from '@spora/contract/places/endpoints';
import { PLACE_MAX } from '@spora/contract/places/values';
import { SETTINGS_PAST_DAYS } from '@spora/contract/units/values';
import { AppError } from '../../platform/app-error.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import { audit } from '../../core/people/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { mayEditPlace, maySeePlace, type PlaceEditor, requireMayEditPlace, requirePlaces } from './policy.ts';
import * as readModel from './read-model.ts';
import * as repository from './repository.ts';
import { e7, shownSchedule, storedRule, storedSchedule } from './rules.ts';
import { tellMaps } from './standing/service.ts';
import { layAnew } from './placed-trips.ts';
import { hasRight } from '../../core/fleet/member-rights.ts';
import { hasOnlyBasUnits, listVisibleUnits, visibleUnitIds } from '../../core/fleet/visible-units.ts';
import type { PlaceRule, PlaceVersion } from '../trips/placing/rules.ts';

/** What the actor may see, read once for a call. */
interface Sight {
  readonly editor: PlaceEditor;
  readonly visible: ReadonlySet<number>;
  readonly units: ReadonlyMap<number, readModel.NamedUnit>;
  readonly visits: ReadonlyMap<number, number>;
  readonly nowMs: number;
}

const editorOf = async (ctx: MemberCtx): Promise<PlaceEditor> => ({
  isAdmin: ctx.actor.isAdmin,
  mayEditPlaces: await hasRight(ctx, 'edit-places'),
});

async function sightOf(ctx: MemberCtx): Promise<Sight> {
  const ids = await visibleUnitIds(ctx);
  const units = await readModel.unitNames(ctx.db, ctx.actor.accountId, ids);
  return {
    editor: await editorOf(ctx),
    visible: new Set(ids),
    units: new Map(units.map((unit) => [unit.id, unit])),
    visits: await readModel.visitsOf(ctx.db, ctx.actor, ids, ctx.now()),
    nowMs: ctx.now().getTime(),
  };
}

function toPlace(row: repository.PlaceRow, { editor, visible, units, visits, nowMs }: Sight): Place {
  // In the order of the units, which is that of their names; that of the row is the one in which they were chosen.
  const seen = (ids: readonly number[]) => {
    const chosen = new Set(ids);
    return [...units.values()].filter(({ id }) => chosen.has(id));
  };
  const imeisOf = (ids: readonly number[] | null) => ids && seen(ids).flatMap(({ imei }) => imei ?? []);
  return {
    id: row.id,
    label: row.label,
    address: row.address,
    lat: row.latE7 / 1e7,
    lng: row.lonE7 / 1e7,
    radius: row.radiusM,
    is_active: row.isActive,
    imeis: imeisOf(row.unitIds),
    unit_names: row.unitIds === null ? [] : seen(row.unitIds).map(({ name }) => name),
    rules: row.rules.map((rule) => ({
      when: rule.when,
      other_place_id: rule.otherPlaceId,
      imeis: imeisOf(rule.unitIds),
      type: rule.type,
      purpose: rule.purpose,
      project: rule.project,
      note: rule.note,
    })),
    schedule: shownSchedule(row.schedule),
    valid_from: row.validFrom.toISOString(),
    visits: visits.get(row.id) ?? 0,
    undo_until: row.addedMs === null || row.addedMs + DAY_MS <= nowMs ? null : new Date(row.addedMs + DAY_MS).toISOString(),
    can: { edit: mayEditPlace(editor, row, visible) },
  };
}

/** PLACE-005: those that are for a unit that the actor sees. */
export async function listPlaces(ctx: MemberCtx): Promise<CallData<typeof listEndpoint>> {
  const sight = await sightOf(ctx);
  const rows = await repository.placesOf(ctx.db, ctx.actor.accountId);
  const isBas = await hasOnlyBasUnits(ctx);
  return {
    places: rows.filter((row) => maySeePlace(row, sight.visible)).map((row) => toPlace(row, sight)),
    can: {
      add: !isBas && (ctx.actor.isAdmin || (sight.editor.mayEditPlaces && sight.visible.size > 0)),
      for_all_units: ctx.actor.isAdmin,
    },
  };
}

/** PLACE-004, ERR-015: unknown, foreign and not to be seen look alike. */
export async function findPlaceRow(ctx: MemberCtx, id: number, visible: ReadonlySet<number>): Promise<repository.PlaceRow> {
  const row = await repository.findPlace(ctx.db, ctx.actor.accountId, id);
  if (!row || !maySeePlace(row, visible)) throw new AppError('PlaceNotFound');
  return row;
}

export async function getPlace(ctx: MemberCtx, id: number): Promise<Place> {
  const sight = await sightOf(ctx);
  return toPlace(await findPlaceRow(ctx, id, sight.visible), sight);
}

/** Units by the numbers of their trackers; null: all of the account. */
async function unitIdsOf(ctx: MemberCtx, imeis: readonly string[] | null): Promise<readonly number[] | null> {
  return imeis && [...new Set((await listVisibleUnits(ctx, imeis)).map(({ unitId }) => unitId))].sort((a, b) => a - b);
}

async function rulesOf(ctx: MemberCtx, rules: readonly RuleInput[], visible: ReadonlySet<number>): Promise<PlaceRule[]> {
  const stored: PlaceRule[] = [];
  for (const rule of rules) {
    if (rule.when === 'between') await findPlaceRow(ctx, rule.other_place_id ?? 0, visible);
    stored.push(storedRule(rule, await unitIdsOf(ctx, rule.imeis)));
  }
  return stored;
}

/** The moment that a change holds from: now, or midnight of a day that has been (PLACE-010). */
export function momentOf({ actor, now }: MemberCtx, day: string | null): Date {
  if (day === null) return now();
  const at = startOfDay(day, actor.timeZone);
  if (at > now() || now().getTime() - at.getTime() > SETTINGS_PAST_DAYS * DAY_MS)
    throw new InputError({ apply_from: ['SettingsDayInvalid'] });
  return at;
}

type Draft = Omit<NewPlace, 'apply_from'>;

/** A draft as a version that holds from an instant on. */
export async function versionOf(
  ctx: MemberCtx,
  draft: Draft,
  { id, position, from }: { id: number; position: number; from: Date },
): Promise<PlaceVersion> {
  const visible = new Set(await visibleUnitIds(ctx));
  const { lat, lng, radius } = draft;
  const schedule = storedSchedule(draft.schedule, ctx.actor.timeZone);
  return {
    placeId: id,
    fromMs: from.getTime(),
    toMs: Infinity,
    madeMs: ctx.now().getTime(),
    madeBy: ctx.actor.memberId,
    goneMs: Infinity,
    latE7: e7(lat),
    lonE7: e7(lng),
    radiusM: radius,
    position,
    unitIds: await unitIdsOf(ctx, draft.imeis),
    rules: await rulesOf(ctx, draft.rules, visible),
    schedule: schedule?.isActive ? schedule : null,
  };
}

const contentOf = ({ madeMs, madeBy, latE7, lonE7, radiusM, position, unitIds }: PlaceVersion) => ({
  madeMs,
  madeBy,
  latE7,
  lonE7,
  radiusM,
  position,
  unitIds,
});

/** Writes what a place is from an instant on, and lays it over the trips since. Answers how many became different. */
async function write(
  ctx: MemberCtx,
  version: PlaceVersion,
  { schedule, isActive }: { schedule: PlaceSchedule; isActive: boolean },
): Promise<number> {
  const { db, actor } = ctx;
  const from = new Date(version.fromMs);
  return layAnew(ctx, version, async () => {
    await repository.endVersions(db, actor.accountId, version.placeId, from);
    await repository.insertVersion(db, actor.accountId, {
      placeId: version.placeId,
      from,
      holds: isActive,
      place: contentOf(version),
      rules: version.rules,
      schedule: storedSchedule(schedule, actor.timeZone),
    });
  });
}

/** API-085. */
export async function savePlace(
  ctx: MemberCtx,
  { body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof saveEndpoint>> {
  const from = momentOf(ctx, body.apply_from);
  const added = await addPlace(ctx, body, from);
  return { place: await getPlace(ctx, added.id), changed_trips: added.changedTrips };
}

export async function addPlace(ctx: MemberCtx, body: Draft, from: Date): Promise<{ id: number; changedTrips: number }> {
  const { db, actor } = ctx;
  requirePlaces(await hasOnlyBasUnits(ctx));
  const visible = new Set(await visibleUnitIds(ctx));
  const unitIds = await unitIdsOf(ctx, body.imeis);
  requireMayEditPlace(await editorOf(ctx), { unitIds }, visible);
  if ((await repository.countPlaces(db, actor.accountId)) >= PLACE_MAX.perAccount) throw new AppError('TooManyPlaces');
  // Before the place is there: a rule between it and itself is none.
  const draft = await versionOf(ctx, body, { id: 0, position: 0, from });
  const made = await repository.insertPlace(db, actor.accountId, {
    label: body.label,
    address: body.address,
    latE7: draft.latE7,
    lonE7: draft.lonE7,
    radiusM: draft.radiusM,
    isActive: true,
    unitIds,
  });
  const version = { ...draft, placeId: made.id, position: made.position };
  const changedTrips = await write(ctx, version, { schedule: body.schedule, isActive: true });
  await tellMaps(ctx, [version]);
  await audit(ctx, 'place-saved', body.label, { changed_trips: changedTrips });
  return { id: made.id, changedTrips };
}

/** Places for all units without rules, from now on: no trip that has been follows them. */
export async function addPlainPlaces(
  ctx: MemberCtx,
  places: readonly { label: string; address: string; lat: number; lng: number; radius: number }[],
): Promise<void> {
  const { db, actor, now } = ctx;
  const rows = places.map(({ label, address, lat, lng, radius }) => {
    const circle = { latE7: e7(lat), lonE7: e7(lng), radiusM: radius, unitIds: null };
    return { label, address, ...circle, isActive: true, place: { madeMs: now().getTime(), madeBy: actor.memberId, ...circle } };
  });
  await repository.insertPlainPlaces(db, actor.accountId, { rows, from: now() });
  await tellMaps(ctx, rows);
}

/** A place that the actor may change, held until the transaction ends. */
async function hold(ctx: MemberCtx, id: number): Promise<{ row: repository.PlaceRow; sight: Sight }> {
  requirePlaces(await hasOnlyBasUnits(ctx));
  await repository.lockPlace(ctx.db, ctx.actor.accountId, id);
  const sight = await sightOf(ctx);
  const row = await findPlaceRow(ctx, id, sight.visible);
  requireMayEditPlace(sight.editor, row, sight.visible);
  return { row, sight };
}

/** API-085: absent leaves a field. */
export async function updatePlace(
  ctx: MemberCtx,
  { params, body }: { params: { id: number }; body: PlaceChanges },
): Promise<CallData<typeof updateEndpoint>> {
  const { db, actor } = ctx;
  const { row, sight } = await hold(ctx, params.id);
  const before = toPlace(row, sight);
  requireUnchanged(before, body);
  const from = momentOf(ctx, body.apply_from);
  const { apply_from: _day, was: _was, ...changes } = body;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Draft>;
  const draft: Draft = { ...(before as Draft), ...given };
  const version = await versionOf(ctx, { ...draft, rules: given.rules ?? [] }, { id: row.id, position: row.position, from });
  const unitIds = body.imeis === undefined ? row.unitIds : withSilent(version.unitIds, row.unitIds, sight);
  requireMayEditPlace(sight.editor, { unitIds }, sight.visible);
  await repository.updatePlace(db, actor.accountId, row.id, {
    label: draft.label,
    address: draft.address,
    latE7: version.latE7,
    lonE7: version.lonE7,
    radiusM: version.radiusM,
    unitIds,
  });
  const schedule = body.schedule ?? shownSchedule(row.schedule);
  const rules = given.rules ? rulesWithSilent(version.rules, row.rules, sight) : row.rules;
  const changed = await write(ctx, { ...version, unitIds, rules }, { schedule, isActive: row.isActive });
  await tellMaps(ctx, [row, version]);
  await audit(ctx, 'place-saved', draft.label, { changed_trips: changed });
  return { place: await getPlace(ctx, row.id), changed_trips: changed };
}

/** Units in which no tracker sits at the moment cannot be named by a number: those that were there stay. */
const withSilent = (
  wanted: readonly number[] | null,
  before: readonly number[] | null,
  { units }: Sight,
): readonly number[] | null =>
  wanted && [...wanted, ...(before ?? []).filter((id) => !wanted.includes(id) && units.get(id)?.imei === null)];

/** The same for rules: one that names the units which a rule of its kind named before is still for those that could not be named. */
const rulesWithSilent = (wanted: readonly PlaceRule[], before: readonly PlaceRule[], { units }: Sight): PlaceRule[] => {
  const named = (ids: readonly number[] | null): string =>
    String((ids ?? []).filter((id) => units.get(id)?.imei !== null).toSorted((a, b) => a - b));
  return wanted.map((rule) => {
    const same = before.find(
      ({ when, otherPlaceId, unitIds }) =>
        rule.unitIds !== null &&
        unitIds !== null &&
        when === rule.when &&
        otherPlaceId === rule.otherPlaceId &&
        named(unitIds) === named(rule.unitIds),
    );
    return same ? { ...rule, unitIds: same.unitIds } : rule;
  });
};

/** API-086: for trips to come; those that have been keep what it said of them. */
export async function setStatus(ctx: MemberCtx, id: number, isActive: boolean): Promise<Place> {
  const { db, actor, now } = ctx;
  const { row } = await hold(ctx, id);
  if (row.isActive !== isActive) {
    await repository.updatePlace(db, actor.accountId, id, { isActive });
    const { latE7, lonE7, radiusM, position, unitIds, rules, schedule } = row;
    const place = { madeMs: now().getTime(), madeBy: actor.memberId, latE7, lonE7, radiusM, position, unitIds };
    await repository.endVersions(db, actor.accountId, id, now());
    await repository.insertVersion(db, actor.accountId, { placeId: id, from: now(), holds: isActive, place, rules, schedule });
    await tellMaps(ctx, [row]);
    await audit(ctx, 'place-saved', row.label, { active: isActive });
  }
  return getPlace(ctx, id);
}

export async function removePlace(ctx: MemberCtx, id: number): Promise<Record<string, never>> {
  const { db, actor, now } = ctx;
  const { row } = await hold(ctx, id);
  await repository.endVersions(db, actor.accountId, id, now());
  await repository.markRemoved(db, actor.accountId, id, now());
  await tellMaps(ctx, [row]);
  await audit(ctx, 'place-removed', row.label);
  return {};
}

/**
 * PLACE-011: takes a place away as if it had never been: trips lose the name and what its rules gave them, attested ones apart. For a day
 * after it was added, and only while nobody has changed it: what people have got used to is removed for trips to come.
 */
export async function undoSave(ctx: MemberCtx, id: number): Promise<CallData<typeof undoEndpoint>> {
  const { db, actor, now } = ctx;
  const { row } = await hold(ctx, id);
  const { versions, madeMs } = await repository.historyOf(db, actor.accountId, id);
  if (versions > 1 || now().getTime() - madeMs > DAY_MS) throw new AppError('PlaceUndoTooLate');
  const { validFrom: from, latE7, lonE7, radiusM, position, unitIds, rules } = row;
  const version: PlaceVersion = {
    ...{ placeId: id, fromMs: from.getTime(), toMs: Infinity, madeMs, madeBy: actor.memberId, goneMs: Infinity },
    ...{ latE7, lonE7, radiusM, position, unitIds, rules, schedule: null },
  };
  const changedTrips = await layAnew(ctx, version, async () => {
    await repository.endVersions(db, actor.accountId, id, from);
    await repository.markRemoved(db, actor.accountId, id, now());
  });
  await tellMaps(ctx, [row]);
  await audit(ctx, 'place-removed', row.label, { changed_trips: changedTrips });
  return { changed_trips: changedTrips };
}
