import { DAY_MS } from '@spora/calendar/durations';
import type { CallData, HandlerInput } from '@spora/contract/endpoint';
import { REFUELLING_REMOVED_DAYS } from '@spora/contract/limits';
import { oddFilling } from '@spora/contract/refuelling/odd-filling';
import type {
  listRefuellings as listEndpoint,
  removeRefuelling as removeEndpoint,
  saveRefuelling as saveEndpoint,
} from '@spora/contract/refuelling/endpoints';
import { CURRENCIES } from '@spora/contract/maintenance/values';
import { FUEL_TYPES } from '@spora/contract/units/values';
import { currencyOf } from '../../core/people/account-currency.ts';
import { AppError } from '../../platform/app-error.ts';
import { audit } from '../../core/people/audit.ts';
import { changesFor } from '../../platform/observing/audit.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { InputError } from '../../platform/http/envelope.ts';
import { requireMayAdd, requireMayEdit } from './policy.ts';
import { requireUnchanged } from '../../platform/http/unchanged.ts';
import * as repository from './repository.ts';
import { askedOf, momentOf, type RefuellingFields } from './rules.ts';
import { lockRow } from '../../core/fleet/unit-row.ts';
import { isFeatureOn, requireFeature } from '../../core/fleet/unit-features.ts';
import { findOpen, type ManagedUnit, unitCanOf } from '../../core/fleet/managed-units.ts';
import { aroundMoment, findRow, pageOf, type RefuellingRow, toRefuelling } from './api.ts';

const PAGE = 50;

/** A unit that the actor may open, and whether they may write on it. */
export interface RefuelledUnit extends repository.OfUnit {
  readonly unit: ManagedUnit;
  readonly isOpen: boolean;
}

/** Throws UnitNotFound or UnitLocked, as the unit's page does. */
export async function openRefuelled(ctx: MemberCtx, imei: string): Promise<RefuelledUnit> {
  const unit = await findOpen(ctx, imei);
  return { unit, unitId: unit.id, accountId: ctx.actor.accountId, isOpen: (await unitCanOf(ctx, unit)).edit_looks };
}

/** An entry that the actor may change; throws RefuellingNotFound, or Forbidden for somebody else's. */
export async function findEditable(ctx: MemberCtx, opened: RefuelledUnit, id: number): Promise<RefuellingRow> {
  const row = await findRow(ctx, opened.unitId, id);
  if (!row) throw new AppError('RefuellingNotFound', { status: 404 });
  requireMayEdit(ctx.actor, opened.isOpen, row);
  return row;
}

/** TRIP-035: newest first. A draft of a new one says what the unit takes and what it shows now. */
export async function listRefuellings(
  ctx: MemberCtx,
  { params, query }: HandlerInput<typeof listEndpoint>,
): Promise<CallData<typeof listEndpoint>> {
  const { unit, unitId, isOpen } = await openRefuelled(ctx, params.imei);
  const rows = await pageOf(ctx, unitId, { skip: (query.page - 1) * PAGE, size: PAGE + 1 });
  const currency = await currencyOf(ctx);
  const odometerM = unit.odometer_m ?? unit.tracker_odometer_m;
  return {
    rows: rows.slice(0, PAGE).map((row) => toRefuelling(ctx.actor, row, isOpen)),
    has_more: rows.length > PAGE,
    draft: {
      fuel_type: FUEL_TYPES.find((each) => each === unit.fuel_type) ?? null,
      odometer_km: odometerM === null ? null : Math.round(odometerM / 1000),
      currency: CURRENCIES.find((each) => each === currency) ?? 'SEK',
    },
    can: { add: isOpen && isFeatureOn(unit, 'fuel') },
  };
}

/** Adds an entry, or changes one. Entries of a unit are saved one after the other, so that each is held against those before. */
export async function saveRefuelling(
  ctx: MemberCtx,
  { params, body }: HandlerInput<typeof saveEndpoint>,
): Promise<CallData<typeof saveEndpoint>> {
  const { db, actor, now } = ctx;
  const opened = await openRefuelled(ctx, params.imei);
  requireMayAdd(opened.isOpen);
  requireFeature(opened.unit, 'fuel');
  await lockRow(db, actor.accountId, opened.unitId);
  const before = body.id === undefined ? undefined : await findEditable(ctx, opened, body.id);
  if (before) requireUnchanged(toRefuelling(actor, before, opened.isOpen), body);
  const fields = fieldsOf(body, now());
  if (!body.confirmed) await requireLikely(ctx, opened.unitId, fields, before);
  if (!before) {
    const id = await repository.insert(db, opened, fields, { memberId: actor.memberId, at: now() });
    const { price, currency } = fields;
    const paid = price === null || currency === null ? {} : { amount: price, currency };
    await audit(ctx, 'refuelling-added', opened.unit.name, { ...filled(fields), ...paid });
    return { id };
  }
  const told = changesFor({ ...before }, { ...fields }, UNSAID);
  if (told) {
    await repository.update(db, opened, before.id, { ...fields, changed_at: now() });
    await audit(ctx, 'refuelling-changed', opened.unit.name, { ...filled(fields), ...told });
  }
  return { id: before.id };
}

/**
 * What is far from the entries around it is saved when it is confirmed. Amounts and prices are told to whoever may write here, of masked
 * entries too, in an order that tells nothing of when those were.
 */
async function requireLikely(
  ctx: MemberCtx,
  unitId: number,
  fields: RefuellingFields,
  before: RefuellingRow | undefined,
): Promise<void> {
  const asked = askedOf(fields.odometer_m, await aroundMoment(ctx, unitId, fields, before?.id));
  if (asked !== null) throw new AppError(asked, { status: 409 });
  // What was confirmed once is not asked again with every other change.
  if (before && FILLED.every((field) => before[field] === fields[field])) return;
  const others = (await pageOf(ctx, unitId, { skip: 0, size: PAGE })).filter(({ id }) => id !== before?.id);
  const { amount, price } = oddFilling(fields, others);
  if (amount !== null || price !== null) throw new AppError('ConfirmFilling', { status: 409 });
}
const FILLED = ['fuel_type', 'amount', 'price', 'currency'] as const;

/** When and where somebody filled up can be in private use, and a note is theirs: the log says that these were changed, and no more. */
const UNSAID = ['at', 'station', 'note', 'odometer_m'];

const filled = ({ amount, fuel_type }: Pick<RefuellingFields, 'amount' | 'fuel_type'>) => ({ filled: amount, fuel_type });

function fieldsOf(body: HandlerInput<typeof saveEndpoint>['body'], now: Date): RefuellingFields {
  const at = momentOf(body.at, now);
  if (!at) throw new InputError({ at: ['RefuellingInFuture'] });
  const { fuel_type, amount, price, currency, odometer_km, station, note } = body;
  return {
    at,
    fuel_type,
    amount,
    price,
    currency: price === null ? null : currency,
    odometer_m: odometer_km === null ? null : Math.round(odometer_km * 1000),
    station,
    note,
  };
}

/** It can be brought back until the nightly job takes it. */
export async function removeRefuelling(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<Record<string, never>> {
  const opened = await openRefuelled(ctx, params.imei);
  const { id, ...entry } = await findEditable(ctx, opened, params.id);
  await repository.update(ctx.db, opened, id, { removed_at: ctx.now(), changed_at: ctx.now() });
  await audit(ctx, 'refuelling-removed', opened.unit.name, filled(entry));
  return {};
}

export async function restoreRefuelling(
  ctx: MemberCtx,
  { params }: HandlerInput<typeof removeEndpoint>,
): Promise<Record<string, never>> {
  const opened = await openRefuelled(ctx, params.imei);
  const removed = await repository.findRemoved(ctx.db, opened, params.id);
  if (!removed) throw new AppError('RefuellingNotFound', { status: 404 });
  // Whoever could take it away could see it.
  requireMayEdit(ctx.actor, opened.isOpen, { ...removed, is_masked: false });
  requireFeature(opened.unit, 'fuel');
  await repository.update(ctx.db, opened, removed.id, { removed_at: null, changed_at: ctx.now() });
  await audit(ctx, 'refuelling-restored', opened.unit.name, filled(removed));
  return {};
}

/** CONST-060: with the log's rows, and those taken away after a month. How many went. */
export function dropOldRefuellings(db: MemberCtx['db'], before: Date, now: Date): Promise<number> {
  return repository.deleteOld(db, before, new Date(now.getTime() - REFUELLING_REMOVED_DAYS * DAY_MS));
}
