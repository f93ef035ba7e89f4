import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { NAME_HISTORY_MAX, REGISTRATION_CHANGES_SPAN_S } from '@spora/contract/limits';
import type {
  changeRegistration as changeRegistrationEndpoint,
  listUnitRows as rowsEndpoint,
  unitConnection as connectionEndpoint,
  UnitDetails,
  unitHistory as historyEndpoint,
  UnitRow,
  updateUnit as updateEndpoint,
} from '@spora/contract/units/endpoints';
import { askedOf, MARKER_SYMBOLS, SYMBOL_OF_KIND, type UnitKind } from '@spora/contract/units/values';
import { AppError } from '../../../platform/app-error.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { requireUnchanged } from '../../../platform/http/unchanged.ts';
import { changeUsualType } from '../settings/repository.ts';
import { requireCan } from '../../../core/fleet/unit-rights.ts';
import * as managedUnits from '../../../core/fleet/managed-units.ts';
import * as unitRow from '../../../core/fleet/unit-row.ts';
import { hasTripLog, knownFeatures } from '../../../core/fleet/unit-features.ts';
import { connectionAdvice, LOOKS_AND_DEFAULTS, needsRegistration, nextRegistrationChange, openMatters } from './rules.ts';
import {
  administratorsWithout,
  changesOf,
  connectionOf,
  modesOf,
  pendingCommandsOf,
  servicesOf,
  theftsOf,
  usersOf,
} from './read-model.ts';
import { findManaged, findOpen, isShutOutOf, unitCanOf } from '../../../core/fleet/managed-units.ts';
import { audit } from '../../../core/people/audit.ts';
import { unitsInPrivateUse } from '../../../core/fleet/private-use.ts';
import { auditOf, changesBetween, insertChanges, registrationChanges } from '../../../core/fleet/unit-history.ts';
import { contactExpectedBy, shownState, type StoredState } from '../../../core/fleet/shown-state.ts';
import { byName } from '../../../platform/database/name-order.ts';

const voltageOf = (named: unknown): number | null => {
  const volts = (named as { external_voltage_v?: unknown } | null)?.external_voltage_v;
  return typeof volts === 'number' ? volts : null;
};

const kilometresOf = (metres: number | null): number | null => (metres === null ? null : Math.round(metres / 1000));

/** Null before the unit has told anything of itself. */
export const stateOf = (stored: string | null, contactAt: Date | null, intervalS: number | null, now: Date): UnitRow['state'] =>
  stored === null || stored === 'private'
    ? null
    : contactAt && intervalS
      ? (shownState(stored as StoredState, contactExpectedBy(contactAt.getTime(), intervalS), now.getTime()) as UnitRow['state'])
      : 'no-contact';

/** Of a unit the viewer is shut out of, the row tells that it is locked; its contact and state stay hidden. */
function asRow(
  { now }: Pick<MemberCtx, 'now'>,
  row: managedUnits.ManagedUnit,
  isShut: boolean,
  modes: Pick<UnitRow, 'mode' | 'requested_mode'> = { mode: null, requested_mode: null },
): UnitRow {
  const {
    named,
    state,
    lat_e7,
    report_interval_s,
    last_contact_at,
    driver,
    locker_name,
    retired_at,
    odometer_m,
    tracker_odometer_m,
    hours_s,
    ...unit
  } = row;
  // As on the map: before its first position nobody says whether it stands or drives.
  const known = stateOf(state, last_contact_at, report_interval_s, now());
  return {
    ...unit,
    kind: unit.kind as UnitKind,
    fuel_type: unit.fuel_type as UnitRow['fuel_type'],
    default_trip_type: unit.default_trip_type as UnitRow['default_trip_type'],
    marker_symbol: MARKER_SYMBOLS.find((known) => known === unit.marker_symbol) ?? 'dot',
    ...(state === 'private' && !isShut ? { in_private_use: true } : {}),
    last_contact_at: isShut ? null : (last_contact_at?.toISOString() ?? null),
    state: isShut || (lat_e7 === null && known !== 'no-contact') ? null : known,
    driver: isShut ? null : driver,
    battery_v: isShut ? null : voltageOf(named),
    mode: isShut ? null : modes.mode,
    requested_mode: isShut ? null : modes.requested_mode,
    odometer_km: isShut ? null : kilometresOf(odometer_m ?? tracker_odometer_m),
    operating_hours: isShut || hours_s === null ? null : Math.round(hours_s / 360) / 10,
    locked_by: locker_name,
    is_retired: retired_at !== null,
    features: knownFeatures(unit.features),
    has_trip_log: hasTripLog(unit),
    open_matters:
      retired_at === null && !isShut
        ? openMatters({ ...unit, hasOdometer: odometer_m !== null, hasHours: hours_s !== null })
        : [],
  };
}

/** UNIT-019. */
export async function listRows(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof rowsEndpoint>,
): Promise<CallData<typeof rowsEndpoint>> {
  const units = managedUnits.managedUnits(ctx).orderBy(byName('unit.name')).orderBy('unit.id');
  const rows = await (query.with_retired ? units : units.where('unit.retired_at', 'is', null)).execute();
  const modes = await modesOf(ctx);
  return {
    units: rows.map((row) => asRow(ctx, row, isShutOutOf(ctx, row), modes.get(row.id))),
    can: { add: ctx.actor.isAdmin, bulk: ctx.actor.isAdmin },
  };
}

export async function getUnit(ctx: MemberCtx, imei: string): Promise<UnitDetails> {
  return detailsOf(ctx, await findManaged(ctx, imei));
}

export async function detailsOf(ctx: MemberCtx, row: managedUnits.ManagedUnit): Promise<UnitDetails> {
  const { db, actor, now } = ctx;
  const connection = await connectionOf(ctx, row.id);
  const since = new Date(now().getTime() - REGISTRATION_CHANGES_SPAN_S * 1000);
  const nextChange = nextRegistrationChange(await registrationChanges(db, actor.accountId, row.id, since), now());
  const users = await usersOf(ctx, row.id);
  return {
    ...asRow(ctx, row, isShutOutOf(ctx, row), (await modesOf(ctx, row.id)).get(row.id)),
    note: row.note,
    default_purpose: row.default_purpose,
    is_benefit_car: row.is_benefit_car,
    has_fuel_benefit: row.has_fuel_benefit,
    seats: row.seats,
    locked_at: row.locked_at?.toISOString() ?? null,
    tracker: connection
      ? { imei: connection.imei, family: connection.family, fitted_from: finite(connection.fitted_from) }
      : null,
    users,
    shut_out_by_lock: (await administratorsWithout(ctx, row.id)).map(({ full_name }) => full_name),
    can: await unitCanOf(ctx, row),
    registration_change_from: nextChange?.toISOString() ?? null,
  };
}

/** A fitting since long before anybody kept count has no beginning worth telling. */
const finite = (at: Date | null): string | null => (at && at.getUTCFullYear() > 2000 ? at.toISOString() : null);

/** UNIT-021: only what was sent is changed; each change stands in the unit's history. */
export async function updateUnit(ctx: MemberCtx, { params, body }: HandlerInput<typeof updateEndpoint>): Promise<UnitDetails> {
  const { db, actor, now } = ctx;
  const row = await findOpen(ctx, params.imei);
  const can = await unitCanOf(ctx, row);
  const { was, ...wanted } = body;
  const sent = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as unitRow.UnitFields;
  const change = { ...symbolAfter(row, sent), ...sent };
  requireCan(can, Object.keys(change).every((field) => LOOKS_AND_DEFAULTS.includes(field)) ? 'edit_looks' : 'edit_all');
  if (was) {
    await unitRow.lockRow(db, actor.accountId, row.id);
    requireUnchanged(await getUnit(ctx, params.imei), { ...wanted, was });
  }
  requireStated(row, change);
  if (change.kind && change.kind !== row.kind && !row.registration_number && needsRegistration(change.kind as UnitKind))
    throw new InputError({ kind: ['KindNeedsRegistration'] });
  if (change.features && !hasTripLog(row)) throw new AppError('UnitHasNoTripLog', { status: 422 });
  // LOCK-004.
  if (change.is_benefit_car === false && row.is_benefit_car && row.locked_at) throw new AppError('UnlockFirst');
  const { default_trip_type: usualType, ...fields } = change;
  const chosen = { default_purpose_by: actor.memberId, default_purpose_since: now() };
  await unitRow.updateUnit(db, actor.accountId, row.id, {
    ...fields,
    ...(fields.default_purpose === undefined ? {} : chosen),
  });
  if (usualType !== undefined) await changeUsualType(db, { accountId: actor.accountId, unitId: row.id }, now(), usualType);
  await unitRow.ensureGroups(db, actor.accountId, groupsIn(change));
  const changes = changesBetween(row, change);
  await insertChanges(db, actor, row.id, now(), changes);
  const told = auditOf(changes);
  if (told) await audit(ctx, 'unit-changed', row.name, told);
  return getUnit(ctx, params.imei);
}

/** MAP-006: a unit that is drawn as its kind is goes on being so as another kind; a symbol that somebody chose stays. */
function symbolAfter(row: managedUnits.ManagedUnit, { kind }: unitRow.UnitFields): Pick<unitRow.UnitFields, 'marker_symbol'> {
  if (!kind || row.marker_symbol !== SYMBOL_OF_KIND[row.kind as UnitKind]) return {};
  const symbol = SYMBOL_OF_KIND[kind as UnitKind];
  return symbol === row.marker_symbol ? {} : { marker_symbol: symbol };
}

/** UNIT-003: what is asked of the unit can be stated and changed, and not be taken back to unknown. */
function requireStated(row: managedUnits.ManagedUnit, change: unitRow.UnitFields): void {
  const asked = askedOf({
    kind: change.kind ?? row.kind,
    fuel_type: change.fuel_type === undefined ? row.fuel_type : change.fuel_type,
  });
  const missing = [
    ...(asked.includes('consumption') && change.consumption_per_10km === null ? ['consumption_per_10km'] : []),
    ...(asked.includes('co2') && change.co2_g_per_km === null ? ['co2_g_per_km'] : []),
  ];
  if (missing.length > 0) throw new InputError(Object.fromEntries(missing.map((field) => [field, ['SpecifyValue']])));
}

export const groupsIn = ({ department, project, tags = [] }: unitRow.UnitFields) => [
  ...(department ? [{ kind: 'departments', name: department } as const] : []),
  ...(project ? [{ kind: 'projects', name: project } as const] : []),
  ...tags.map((name) => ({ kind: 'tags', name }) as const),
];

/** UNIT-004, DEC-65: at most twice in 24 hours, counted under the unit's lock. */
export async function changeRegistration(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof changeRegistrationEndpoint>,
): Promise<UnitDetails> {
  const { db, actor, now } = ctx;
  const row = await findOpen(ctx, params.imei);
  requireCan(await unitCanOf(ctx, row), 'change_registration');
  const next = body.registration_number;
  if (next === '' && needsRegistration(row.kind as UnitKind)) throw new AppError('SpecifyRegistrationNumber', { status: 422 });
  if (next === (row.registration_number ?? '')) return getUnit(ctx, params.imei);
  await unitRow.lockRow(db, actor.accountId, row.id);
  const since = new Date(now().getTime() - REGISTRATION_CHANGES_SPAN_S * 1000);
  if (nextRegistrationChange(await registrationChanges(db, actor.accountId, row.id, since), now()))
    throw new AppError('RegistrationChangedTwice');
  await unitRow.updateUnit(db, actor.accountId, row.id, { registration_number: next || null });
  const change = { field: 'registration_number', before: row.registration_number ?? '', after: next };
  await insertChanges(db, actor, row.id, now(), [change]);
  await audit(ctx, 'unit-changed', row.name, auditOf([change]) ?? {});
  return getUnit(ctx, params.imei);
}

const HISTORY_FIELDS = {
  all: null,
  name: ['name', 'registration_number'],
  lock: ['lock'],
  tracker: ['tracker', 'retired'],
  service: ['service_interval_km', 'inspection_period_months'],
  odometer: ['odometer', 'distance_factor'],
  mode: ['mode', 'theft_mode'],
  output: ['output_1', 'output_2', 'output_3'],
} as const;

export async function readHistory(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof historyEndpoint>,
): Promise<CallData<typeof historyEndpoint>> {
  const { id } = await findManaged(ctx, params.imei);
  const { type, from, to } = query;
  const wanted = { from, to, limit: NAME_HISTORY_MAX };
  const changes = await changesOf(ctx, id, { fields: HISTORY_FIELDS[type], ...wanted });
  const done = type === 'all' || type === 'service' ? await servicesOf(ctx, id, wanted) : [];
  const thefts = type === 'all' || type === 'mode' ? await theftsOf(ctx, id, wanted) : [];
  const rows = [...changes, ...done, ...thefts].sort((a, b) => b.at.getTime() - a.at.getTime());
  return {
    rows: rows
      .slice(0, NAME_HISTORY_MAX)
      .map(({ at, full_name, actor_name, ...row }) => ({ ...row, at: at.toISOString(), actor: full_name ?? actor_name })),
  };
}

/** ADM-026: what is known of the connection, and the first thing to check. */
export async function readConnection(ctx: MemberCtx, imei: string): Promise<CallData<typeof connectionEndpoint>> {
  const row = await findOpen(ctx, imei);
  const found = await connectionOf(ctx, row.id);
  if (!found) throw new AppError('UnitNotFound');
  const newest = await ctx.db
    .selectFrom('unit_latest')
    .where('account_id', '=', ctx.actor.accountId)
    .where('unit_id', '=', row.id)
    .select('time')
    .executeTakeFirst();
  const newestPositionAt = newest?.time ?? null;
  const isPrivate = (await unitsInPrivateUse(ctx, [row.id])).has(row.id);
  const setAside = Number(found.set_aside);
  const shared = found.refused.find(({ reason }) => reason === 'shared-identity');
  const sharedAt = shared ? new Date(shared.last_at) : null;
  const pending = await pendingCommandsOf(ctx, row.id);
  return {
    imei: found.imei,
    protocol: found.protocol,
    family: found.family,
    ...(isPrivate ? { in_private_use: true } : {}),
    last_contact_at: isPrivate ? null : (found.last_contact_at?.toISOString() ?? null),
    newest_position_at: isPrivate ? null : (newestPositionAt?.toISOString() ?? null),
    records_set_aside: setAside,
    newest_set_aside: found.newest_set_aside_at
      ? { at: found.newest_set_aside_at.toISOString(), reason: found.newest_set_aside_reason ?? '' }
      : null,
    last_hello_at: found.transport === 'tcp' ? (found.contact_at?.toISOString() ?? null) : null,
    transport: found.transport,
    address_family: found.address_family,
    refused: found.refused.map(({ last_at, ...rest }) => ({ ...rest, last_at: new Date(last_at).toISOString() })),
    pending_commands: { count: pending.count, since: pending.since?.toISOString() ?? null },
    // What is to be checked next would follow the times that are not told.
    advice: isPrivate
      ? 'AdviceInPrivateUse'
      : connectionAdvice({ lastContactAt: found.last_contact_at, newestPositionAt, setAside, sharedAt }, ctx.now()),
  };
}
