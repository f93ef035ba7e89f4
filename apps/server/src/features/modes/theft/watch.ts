import { inTransaction, setAccount, type Ctx } from '../../../platform/ctx.ts';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { orderMail } from '../../../platform/mail/order.ts';
import { writeAudit } from '../../../platform/observing/audit.ts';
import { type Kysely, sql } from 'kysely';
import { UNTOLD_AFTER_S } from '@spora/contract/alarms/kinds';
import { featureIsOn } from '../../../core/fleet/unit-features.ts';
import { announceModes } from '../live.ts';
import { orderDue } from '../ordering.ts';
import * as repository from './repository.ts';
import { begin, bringBack } from './service.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** What began or ended, to those who listen, and to open maps. */
export async function tell(
  { db, ports, now }: Pick<SystemCtx, 'db' | 'ports' | 'now'>,
  ids: readonly number[],
  has: 'started' | 'ended',
): Promise<void> {
  const thefts = await repository.theftsById(db, ids);
  await announceModes(
    db,
    thefts.map(({ account_id, unit_id }) => ({ accountId: account_id, unitId: unit_id })),
  );
  const told = thefts.map((theft) => ({
    accountId: theft.account_id,
    unitId: theft.unit_id,
    startedAt: theft.started_at,
    endedAt: theft.ended_at,
    startedBy: theft.member_id,
    endedBy: theft.ended_by_member_id,
    zoneName: theft.zone_name,
  }));
  const name = has === 'started' ? 'theft-modes-started' : 'theft-modes-ended';
  await ports.announce(db, [{ name, thefts: told }], now());
  if (has === 'started') await tellDrivers({ db, now });
}

/** Theft modes whose time is up, requests that wait for their turn, and drivers whose private use is overridden. */
export async function watch(outer: SystemCtx): Promise<boolean> {
  return inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    const over = await repository.overdue(db, now());
    for (const { id, account_id: accountId, unit_id: unitId, unit_name: subject, ...theft } of over) {
      await setAccount(db, accountId);
      await repository.endTheft(db, id, now(), null);
      await bringBack(ctx, { accountId, unitId, memberId: null, theft, at: now() });
      await writeAudit(db, {
        accountId,
        at: now(),
        actor: { kind: 'system' },
        action: 'theft-mode-ended',
        subject,
        details: {},
      });
    }
    if (over.length > 0)
      await tell(
        ctx,
        over.map(({ id }) => id),
        'ended',
      );
    await tellDrivers(ctx);
    return orderDue(db, now());
  });
}

/** MAP-032, SEC-014: whoever drives privately is told that others see where, once; and it is put on record. */
async function tellDrivers({ db, now }: Pick<SystemCtx, 'db' | 'now'>): Promise<void> {
  const drivers = await repository.driversToTell(db);
  if (drivers.length === 0) return;
  await repository.noteTold(db, drivers);
  for (const driver of drivers) {
    const { account_id: accountId, unit_name: unitName, subsite_id: subsiteId, full_name: fullName, language } = driver;
    const at = driver.started_at.toISOString();
    const facts = { subject: '', timeZone: driver.time_zone, isDayOnly: false, isDelayed: false, value: null, limit: null };
    await orderMail(db, {
      template: 'private-overridden',
      params: { fullName, unitName, what: { kind: 'theft-mode', at, ...facts }, receivers: driver.by ?? '' },
      to: driver.email,
      language,
      subsiteId,
      accountId,
      at: now(),
      dedupKey: `theft-mode-told:${driver.theft_id}:${driver.member_id}`,
    });
    await writeAudit(db, {
      accountId,
      at: now(),
      actor: { kind: 'system' },
      action: 'private-use-overridden',
      subject: unitName,
      details: { kind: 'theft-mode', recipient: driver.by ?? '' },
    });
  }
}

/**
 * GEO-008: leaving a zone that is set so begins theft mode, also where the zone tells of entering only, and unless it came to light too
 * late to be of use. FEAT-001: not of a unit whose feature is off.
 */
export async function beginByZones(
  { crossings }: EventOf<'zones-crossed'>,
  db: Kysely<Db>,
  now: Date,
): Promise<readonly number[]> {
  const left = crossings.filter(
    ({ direction, at }) => direction === 'left' && now.getTime() - at.timeMs <= UNTOLD_AFTER_S * 1000,
  );
  if (left.length === 0) return [];
  const zones = await sql<{ id: number }>`SELECT z.id FROM zone z
    WHERE z.id = ANY (${left.map(({ zoneId }) => zoneId)}::bigint[]) AND z.theft_mode_on_leave`.execute(db);
  if (zones.rows.length === 0) return [];
  const units = await sql<{ id: number; name: string }>`SELECT u.id, u.name FROM unit u
    WHERE u.id = ANY (${left.map(({ unit }) => unit.unitId)}::bigint[]) AND ${featureIsOn('theft')}`.execute(db);
  const begun: number[] = [];
  for (const { zoneId, zoneName, unit } of left) {
    const named = units.rows.find(({ id }) => id === unit.unitId);
    if (!named || !zones.rows.some(({ id }) => id === zoneId)) continue;
    const accountId = unit.accountId;
    await setAccount(db, accountId);
    const id = await begin({ db }, { accountId, unitId: unit.unitId, memberId: null, zoneName, startedAt: now, endsAt: null });
    if (id === null) continue;
    begun.push(id);
    await writeAudit(db, {
      accountId,
      at: now,
      actor: { kind: 'system' },
      action: 'theft-mode-started',
      subject: named.name,
      details: { zone: zoneName },
    });
  }
  return begun;
}
