import { randomBytes, randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CallData } from '@spora/contract/endpoint';
import { type addPhone as addPhoneEndpoint, MARKER_SYMBOLS, type Unit } from '@spora/contract/units/endpoints';
import { AppError } from '../../platform/app-error.ts';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { requireMayAddUnits } from './policy.ts';
import * as readModel from '../../core/fleet/visible-units.ts';
import * as repository from './repository.ts';
import { configurationLink, phoneNumberOf } from './rules.ts';

/** A phone's clock may be behind ours, and its application sends what it has stored before. */
const FITTED_BEFORE_MS = 24 * 3600_000;
const NUMBER_TRIES = 5;

export async function listUnits(ctx: MemberCtx): Promise<{ units: Unit[] }> {
  const rows = await readModel.unitRows(ctx);
  return {
    units: rows.map(
      (row) => ({ ...row, marker_symbol: MARKER_SYMBOLS.find((known) => known === row.marker_symbol) ?? 'dot' }) as Unit,
    ),
  };
}

/** A tracker of its own for a phone, with a unit to sit in: all three rows or none. */
export async function addPhone(
  ctx: MemberCtx,
  { name, serverUrl }: { name: string; serverUrl: string },
): Promise<CallData<typeof addPhoneEndpoint>> {
  requireMayAddUnits(ctx.actor);
  return inTransaction(ctx, async ({ db, actor, now }) => {
    const phoneId = randomBytes(16).toString('hex');
    const from = new Date(now().getTime() - FITTED_BEFORE_MS);
    const { imei, trackerId } = await newPhoneTracker(db, phoneId, from);
    const unitId = await repository.insertPhoneUnit(db, actor.accountId, name);
    await repository.insertFitting(db, { accountId: actor.accountId, unitId, trackerId, from });
    return { unit_id: unitId, imei, phone_id: phoneId, server_url: serverUrl, link: configurationLink(serverUrl, phoneId) };
  });
}

async function newPhoneTracker(db: Kysely<Db>, phoneId: string, from: Date): Promise<{ imei: string; trackerId: number }> {
  for (let i = 0; i < NUMBER_TRIES; i += 1) {
    const imei = phoneNumberOf(randomInt(10 ** 10));
    const trackerId = await repository.insertPhoneTracker(db, imei, phoneId, from);
    if (trackerId !== null) return { imei, trackerId };
  }
  throw new Error('no free number for a phone in several tries');
}

export async function readPhoneStatus(ctx: MemberCtx, imei: string): Promise<{ first_position_at: string | null }> {
  requireMayAddUnits(ctx.actor);
  const { unitId } = await findVisibleUnit(ctx, imei);
  return { first_position_at: (await readModel.newestPositionAt(ctx, unitId))?.toISOString() ?? null };
}

/** Throws UnitNotFound for an unknown unit, another account's, and one the actor has no access to: the three look alike. */
export async function findVisibleUnit(ctx: MemberCtx, imei: string): Promise<readModel.VisibleUnit> {
  const [unit] = await readModel.visibleByImeis(ctx, [imei]);
  if (!unit) throw new AppError('UnitNotFound');
  return unit;
}

/** The units of these numbers, in their order; throws UnitNotFound when one of them is not to be seen. */
export async function listVisibleUnits(ctx: MemberCtx, imeis: readonly string[]): Promise<readModel.VisibleUnit[]> {
  if (imeis.length === 0) return [];
  const byImei = new Map((await readModel.visibleByImeis(ctx, imeis)).map((unit) => [unit.imei, unit]));
  return imeis.map((imei) => {
    const unit = byImei.get(imei);
    if (!unit) throw new AppError('UnitNotFound');
    return unit;
  });
}

/**
 * TRIP-033, DEC-73: the subscription Bas has a log to read. Throws BasicSubscription when none of the units has more than that; about
 * no units at all nothing is refused. Answers those that have.
 */
export async function requireTripLog(ctx: MemberCtx, unitIds: readonly number[]): Promise<number[]> {
  const found = await readModel.unitsWithTripLog(ctx, unitIds);
  if (unitIds.length > 0 && found.length === 0) throw new AppError('BasicSubscription', { status: 403 });
  return found;
}
