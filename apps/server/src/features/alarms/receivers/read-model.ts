import { sql } from 'kysely';
import { type AlarmClass, OVERRIDING_KINDS } from '@spora/contract/alarms/kinds';
import { visibleUnits, type Viewer } from '../../../core/fleet/visible-units.ts';
import { isWithheldAt } from '../../../core/fleet/private-use.ts';
import { byName } from '../../../platform/database/name-order.ts';
import { IS_ADDRESS_REFUSED, IS_NUMBER_DEAD } from './out-of-reach.ts';
import { MAY_BE_TOLD } from '../telling/repository.ts';

const fittedTrackers = sql<{ unit_id: number; imei: string }>`account_trackers()`;

/** The units in use that the viewer may see, the locked ones of their own too. */
const shownUnits = (viewer: Viewer) =>
  visibleUnits(viewer).where('unit.retired_at', 'is', null).where('unit.kind', '<>', 'sensor');

/** LOCK-013: those that can be chosen. */
export const choosableUnits = (viewer: Viewer) => shownUnits(viewer).where('unit.locked_at', 'is', null);

export async function choosableUnitIds(viewer: Viewer): Promise<Set<number>> {
  const rows = await choosableUnits(viewer).select('unit.id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Of the units asked for, those in use that the viewer may see. */
export const shownById = (viewer: Viewer, ids: readonly number[]) =>
  shownUnits(viewer)
    .where('unit.id', '=', sql<number>`ANY (${[...ids]}::bigint[])`)
    .select(['unit.id', 'unit.name', 'unit.locked_at'])
    .execute();

const receivers = ({ db, actor }: Viewer) =>
  db
    .selectFrom('alarm_receiver as r')
    .leftJoin('member as m', (join) => join.onRef('m.id', '=', 'r.member_id').onRef('m.account_id', '=', 'r.account_id'))
    .where('r.account_id', '=', actor.accountId)
    .where('r.is_alert_number', '=', false)
    .select([
      'r.id',
      'r.name',
      'r.email',
      'r.dial_code',
      'r.phone',
      'r.member_id',
      'r.push',
      'r.security',
      'r.function',
      'r.quiet_from',
      'r.quiet_to',
      'r.escalate_after_min',
      'r.escalate_to_id',
      'r.stopped_at',
      IS_NUMBER_DEAD.as('is_number_dead'),
      IS_ADDRESS_REFUSED.as('is_address_refused'),
      'm.full_name as member_name',
      'm.removed_at',
      'm.disabled_at',
      'm.alerts_stopped_at',
    ]);
export type ReceiverRow = Awaited<ReturnType<ReturnType<typeof receivers>['execute']>>[number];

/** By name, with how many of the units that the viewer may choose each is told of. */
export async function receiversOf(
  viewer: Viewer,
): Promise<(ReceiverRow & { readonly units: number; readonly onlyUnit: string | null; readonly sensors: number })[]> {
  const rows = await receivers(viewer).orderBy(byName('r.name')).orderBy('r.id').execute();
  const counted = await viewer.db
    .selectFrom('alarm_receiver_unit as ru')
    .innerJoin('unit as u', 'u.id', 'ru.unit_id')
    .where('ru.account_id', '=', viewer.actor.accountId)
    .where('ru.unit_id', 'in', choosableUnits(viewer).select('unit.id'))
    .select([
      'ru.receiver_id',
      sql<number>`count(*)::int`.as('units'),
      sql<string | null>`CASE WHEN count(*) = 1 THEN min(u.name) END`.as('only_unit'),
    ])
    .groupBy('ru.receiver_id')
    .execute();
  const units = new Map(counted.map((row) => [row.receiver_id, row]));
  const { rows: heard } = await sql<{ receiver_id: number; sensors: number }>`
    SELECT g.receiver_id, count(*)::int AS sensors FROM alarm_receiver_sensor g
    JOIN sensor s ON s.id = g.sensor_id AND s.removed_at IS NULL
    WHERE g.account_id = ${viewer.actor.accountId} GROUP BY g.receiver_id`.execute(viewer.db);
  const sensors = new Map(heard.map((row) => [row.receiver_id, row.sensors]));
  return rows.map((row) => ({
    ...row,
    units: units.get(row.id)?.units ?? 0,
    onlyUnit: units.get(row.id)?.only_unit ?? null,
    sensors: sensors.get(row.id) ?? 0,
  }));
}

export const receiverById = (viewer: Viewer, id: number) => receivers(viewer).where('r.id', '=', id).executeTakeFirst();

export async function receiverIdsOfUnit({ db, actor }: Viewer, unitId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('alarm_receiver_unit')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .select('receiver_id')
    .execute();
  return new Set(rows.map((row) => row.receiver_id));
}

/** ALARM-025: by name; a locked unit is never chosen. */
export const assignableUnitsOf = (viewer: Viewer, receiverId: number) =>
  shownUnits(viewer)
    .leftJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .leftJoin('alarm_receiver_unit as ru', (join) =>
      join
        .onRef('ru.unit_id', '=', 'unit.id')
        .on('ru.receiver_id', '=', receiverId)
        .on('ru.account_id', '=', viewer.actor.accountId),
    )
    .select([
      'unit.id',
      'unit.name',
      'unit.registration_number',
      'fitted.imei',
      sql<boolean>`unit.locked_at IS NOT NULL`.as('is_locked'),
      sql<boolean>`unit.locked_at IS NULL AND ru.unit_id IS NOT NULL`.as('is_selected'),
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();

/** Why nobody is told of a unit: it has no receiver, or none of its receivers can be reached for want of text messages or of a device. */
export type UntoldReason = 'nobody' | 'no-credits' | 'no-device';

/** The units in use that the viewer sees and of whose alarms of a class no receiver is sent anything, with why. */
export async function untoldUnits(viewer: Viewer, of: AlarmClass): Promise<Map<number, UntoldReason>> {
  const hasCredits = sql`(SELECT coalesce(sum(amount), 0) > 0 FROM sms_credit WHERE account_id = ${viewer.actor.accountId})`;
  const { rows } = await sql<{ id: number; reason: UntoldReason }>`
    SELECT u.id, CASE WHEN reach.by_sms THEN 'no-credits' WHEN reach.by_push THEN 'no-device' ELSE 'nobody' END AS reason
    FROM unit u, LATERAL (
      SELECT coalesce(bool_or(r.email <> ''), false) AS by_mail, coalesce(bool_or(r.phone <> '' AND NOT ${IS_NUMBER_DEAD}), false) AS by_sms,
        coalesce(bool_or(r.push), false) AS by_push, coalesce(bool_or(r.push AND m.push_stopped_at IS NULL AND EXISTS (
          SELECT FROM push_subscription s WHERE s.account_id = r.account_id AND s.member_id = m.id AND s.gone_at IS NULL)), false) AS has_device
      FROM alarm_receiver r LEFT JOIN member m ON m.id = r.member_id
      WHERE r.account_id = u.account_id AND ${sql.ref(`r.${of}`)} AND ${MAY_BE_TOLD}
        AND (r.is_alert_number OR EXISTS (SELECT FROM alarm_receiver_unit g WHERE g.unit_id = u.id AND g.receiver_id = r.id))) reach
    WHERE u.account_id = ${viewer.actor.accountId} AND u.id IN (${shownUnits(viewer).select('unit.id')})
      AND NOT (reach.by_mail OR reach.has_device OR (reach.by_sms AND ${hasCredits}))`.execute(viewer.db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** The units in use that the viewer sees, with their trackers. */
export const trackedUnits = (viewer: Viewer) =>
  shownUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .select(['unit.id', 'fitted.imei'])
    .orderBy('unit.id')
    .execute();

/** Those of them that Today speaks of: what is carried or locked raises no alarm that a receiver is needed for. */
export const watchedUnits = (viewer: Viewer) =>
  choosableUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .where('unit.kind', '<>', 'phone')
    .select(['unit.id', 'fitted.imei', 'unit.name', 'unit.registration_number'])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();

/**
 * ALARM-037: messages, the newest first. Those about a unit that the viewer may not see are not among them, nor those about a moment of which
 * they are told nothing: when they left would tell when somebody drove.
 */
const messages = (viewer: Viewer, since: Date) =>
  viewer.db
    .selectFrom('alarm_message as am')
    .leftJoin('alarm as a', (join) => join.onRef('a.id', '=', 'am.alarm_id').onRef('a.account_id', '=', 'am.account_id'))
    .leftJoin('unit as u', 'u.id', 'a.unit_id')
    .leftJoin('mail', 'mail.id', 'am.mail_id')
    .leftJoin('sms', 'sms.id', 'am.sms_id')
    .where('am.account_id', '=', viewer.actor.accountId)
    .where('am.at', '>=', since)
    .where((where) =>
      where.or([
        where('a.unit_id', 'is', null),
        where.and([
          where('a.unit_id', 'in', visibleUnits(viewer).select('unit.id')),
          where.or([
            where('a.kind', 'in', OVERRIDING_KINDS),
            where.not(isWithheldAt(viewer.actor, sql.ref('a.unit_id'), sql.ref('a.at'))),
          ]),
        ]),
      ]),
    )
    .select([
      'am.id',
      'am.at',
      'am.purpose',
      'am.channel',
      'am.recipient',
      'am.state',
      // What the network reports of a text message is more than that it left. Of a push to several browsers the one that came furthest.
      sql<string | null>`coalesce(mail.state, sms.delivery, sms.state, (SELECT p.state FROM push p WHERE p.id = ANY (am.push_ids)
        ORDER BY array_position(ARRAY['sent', 'queued', 'failed', 'expired', 'gone'], p.state) LIMIT 1))`.as('outbox_state'),
      sql<string | null>`coalesce(mail.last_error, sms.last_error)`.as('outbox_error'),
      sql<boolean>`coalesce(mail.is_uncertain, sms.is_uncertain, (SELECT bool_or(p.is_uncertain) FROM push p
        WHERE p.id = ANY (am.push_ids)), false)`.as('is_uncertain'),
      'a.kind',
      'u.name as unit_name',
    ])
    .orderBy('am.id', 'desc');

/** The newest messages to a receiver, from below the one named. */
export const messagesOf = (
  viewer: Viewer,
  { receiverId, before, since, limit }: { receiverId: number; before: number | undefined; since: Date; limit: number },
) =>
  messages(viewer, since)
    .where('am.receiver_id', '=', receiverId)
    .$if(before !== undefined, (of) => of.where('am.id', '<', before as number))
    .limit(limit)
    .execute();

/** The newest messages about an alarm, with the name of whom each went to; null once the receiver is removed. */
export const messagesOfAlarm = (viewer: Viewer, { alarmId, since, limit }: { alarmId: number; since: Date; limit: number }) =>
  messages(viewer, since)
    .where('am.alarm_id', '=', alarmId)
    .leftJoin('alarm_receiver as r', (join) =>
      join.onRef('r.id', '=', 'am.receiver_id').onRef('r.account_id', '=', 'am.account_id'),
    )
    .select([
      'r.name as receiver_name',
      sql<string | null>`CASE WHEN r.phone <> '' THEN r.dial_code || r.phone END`.as('receiver_phone'),
    ])
    .limit(limit)
    .execute();
