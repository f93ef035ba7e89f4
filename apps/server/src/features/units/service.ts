import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS } from '@spora/calendar/durations';
import type { Kysely } from 'kysely';
import type { CallData } from '@spora/contract/endpoint';
import type { addPhone as addPhoneEndpoint, Unit } from '@spora/contract/units/endpoints';
import { MARKER_SYMBOLS } from '@spora/contract/units/values';
import { inTransaction, type MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { requireMayAddUnits } from './policy.ts';
import * as repository from './repository.ts';
import { configurationLink, phoneNumberOf } from './rules.ts';
import { audit } from '../../core/people/audit.ts';
import { unitsInPrivateUse } from '../../core/fleet/private-use.ts';
import { findVisibleUnit } from '../../core/fleet/visible-units.ts';
import { newestPositionAt, unitRows } from './read-model.ts';

/** A phone's clock may be behind ours, and its application sends what it has stored before. */
const FITTED_BEFORE_MS = DAY_MS;
const NUMBER_TRIES = 5;

export async function listUnits(ctx: MemberCtx): Promise<{ units: Unit[] }> {
  const rows = await unitRows(ctx);
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
  return inTransaction(ctx, async (inner) => {
    const { db, actor, now, ports } = inner;
    const from = new Date(now().getTime() - FITTED_BEFORE_MS);
    const { imei, trackerId, phoneId } = await newPhoneTracker(db, from);
    const unitId = await repository.insertPhoneUnit(db, actor.accountId, name);
    await repository.insertFitting(db, { accountId: actor.accountId, unitId, trackerId, from });
    await ports.live.announce(db, [{ accountId: actor.accountId, unitId, kind: 'position' }]);
    await audit(inner, 'unit-added', name);
    return connectionOf({ unitId, imei, phoneId, serverUrl });
  });
}

export const connectionOf = (of: {
  unitId: number;
  imei: string;
  phoneId: string;
  serverUrl: string;
}): CallData<typeof addPhoneEndpoint> => ({
  unit_id: of.unitId,
  imei: of.imei,
  phone_id: of.phoneId,
  server_url: of.serverUrl,
  link: configurationLink(of.serverUrl, of.phoneId),
});

export async function newPhoneTracker(db: Kysely<Db>, from: Date): Promise<{ imei: string; trackerId: number; phoneId: string }> {
  const phoneId = randomBytes(16).toString('hex');
  for (let i = 0; i < NUMBER_TRIES; i += 1) {
    const imei = phoneNumberOf(randomInt(10 ** 10));
    const trackerId = await repository.insertPhoneTracker(db, imei, phoneId, from);
    if (trackerId !== null) return { imei, trackerId, phoneId };
  }
  throw new Error('no free number for a phone in several tries');
}

export async function readPhoneStatus(ctx: MemberCtx, imei: string): Promise<{ first_position_at: string | null }> {
  requireMayAddUnits(ctx.actor);
  const { unitId } = await findVisibleUnit(ctx, imei);
  if ((await unitsInPrivateUse(ctx, [unitId])).has(unitId)) return { first_position_at: null };
  return { first_position_at: (await newestPositionAt(ctx, unitId))?.toISOString() ?? null };
}
