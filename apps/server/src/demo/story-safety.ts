import { dayIn } from '@spora/calendar/zones';
import { listAlarms, setAlarmState } from '@spora/contract/alarms/centre';
import {
  getObjectDescription,
  getTheftPage,
  makeTheftReport,
  saveObjectDescription,
  shareTheftReport,
} from '@spora/contract/object-description/endpoints';
import { listSafeHomes, saveHome, saveSchedule, switchSafeHome } from '@spora/contract/safe-return/endpoints';
import { listShareLinks, makeShareLink } from '@spora/contract/sharing/endpoints';
import { sql } from 'kysely';
import { DEPOT_SOUTH, HOUSING } from './places.ts';
import type { Scene } from './story-scene.ts';
import { insertAlarms } from '../features/alarms/telling/repository.ts';
import { theftTimes } from './theft-fill.ts';
import { DEMO_ZONES, THEFT } from './zones.ts';

const HOME_BY_SIX = ['101 Servicebil Maja', '104 VVS Söder'];
const WORKING_DAYS = [1, 2, 3, 4, 5];

/** Vans that are to be back at the depot in the evening. */
export async function bringHome({ admin, imeiOf, begun, timeZone }: Scene): Promise<void> {
  const homes = await admin.call(listSafeHomes, {});
  for (const unit of HOME_BY_SIX) {
    if (homes.some(({ name, status }) => name === unit && status === 1)) continue;
    const imei = imeiOf(unit);
    const [centerLat, centerLng] = DEPOT_SOUTH;
    await admin.call(saveHome, { body: { imei, radius: 400, centerLat, centerLng, address: 'Depå Söder' } });
    await admin.call(saveSchedule, {
      body: {
        imei,
        schedule: [WORKING_DAYS.map((day) => ({ day, time: '18:00' }))],
        frequency: 1,
        start_date: dayIn(begun, timeZone),
        time_zone: timeZone,
      },
    });
    await admin.call(switchSafeHome, { body: { imei, status: 1 } });
  }
}

export async function describeMachine({ admin, imeiOf }: Scene): Promise<void> {
  const params = { imei: imeiOf(THEFT.unit) };
  const { type } = await admin.call(getObjectDescription, { params });
  if (type !== null) return;
  await admin.call(saveObjectDescription, {
    params,
    body: {
      type: 'excavator',
      manufacturer: 'Torsmark',
      model: 'TG 14',
      year: 2023,
      serial_number: 'TG14-000-0018',
      insurance_company: 'Skärvfors Försäkring',
      insurance_number: '0018-000-77',
    },
  });
}

/** The machine was found: the insurer is sent the report. */
export async function findMachine({ admin, imeiOf, begun, timeZone }: Scene): Promise<void> {
  const params = { imei: imeiOf(THEFT.unit) };
  const page = await admin.call(getTheftPage, { params });
  if (page.versions.length === 0) {
    const body = {
      ...page.draft,
      stolen_on: dayIn(new Date(begun.getTime() - THEFT.hoursAgo.from * 3_600_000), timeZone),
      stolen_from: 'Bygget på Lidingö',
      circumstances:
        'Maskinen lastades på en lastbil och kördes bort. Zonen larmade när den lämnade bygget. Spåret ledde till Ekbackens vårdcentral i Solna, där den hittades på parkeringen. Den är tillbaka på bygget.',
      police_station: 'Norrgläntan',
      police_report_number: '0000-K000018',
      claim_number: 'SK-000018',
    };
    await admin.call(makeTheftReport, { params, body });
  }
  if (page.shares.length === 0)
    await admin.call(shareTheftReport, { params, body: { version: 1, recipient: 'Skärvfors Försäkring', days: 30 } });
}

/**
 * Theft mode began and ended before the demo did (`fillTheft`); once the machine's night is known its alarm stands where the machine left
 * the zone, which begins theft mode from now on.
 */
export async function raiseTheft({ owner, imeiOf, begun }: Scene): Promise<void> {
  const { startedAt, endedAt } = theftTimes(begun);
  await owner.transaction().execute(async (db) => {
    const { rows } = await sql<{
      accountId: number;
      unitId: number;
      subject: string;
      latE7: number | null;
      lonE7: number | null;
      details: object;
    }>`
      SELECT t.account_id AS "accountId", t.unit_id AS "unitId", t.zone_name AS subject, a.lat_e7 AS "latE7", a.lon_e7 AS "lonE7",
        jsonb_strip_nulls(jsonb_build_object('place', a.details -> 'place')) AS details
      FROM theft_mode t JOIN alarm a ON a.unit_id = t.unit_id AND a.kind = 'zone-left' AND a.subject = t.zone_name AND a.at <= t.started_at
      WHERE t.started_at = ${startedAt} AND t.unit_id = (SELECT f.unit_id FROM fitting f JOIN tracker k ON k.id = f.tracker_id WHERE k.imei = ${imeiOf(THEFT.unit)})
      ORDER BY a.at DESC LIMIT 1`.execute(db);
    const alarms = rows.map((row) => ({
      ...row,
      details: { ...row.details },
      kind: 'theft-mode' as const,
      class: 'security' as const,
      key: `theft-mode ${row.unitId} ${startedAt.getTime()}`,
      atMs: startedAt.getTime(),
      endedMs: endedAt.getTime(),
      telling: 'told' as const,
    }));
    if (alarms.length > 0) await insertAlarms(db, alarms, begun);
    const guarded = DEMO_ZONES.filter(({ isGuarded }) => isGuarded).map(({ name }) => name);
    await sql`UPDATE zone z SET theft_mode_on_leave = true FROM account a
      WHERE a.id = z.account_id AND a.is_demo AND z.name = ANY (${guarded}::text[])`.execute(db);
  });
}

const HANDLED = [
  { unit: THEFT.unit, note: 'Hittad i Solna och hämtad. Anmäld till försäkringsbolaget.', left: 0 },
  { unit: '107 Nattbud Stockholm', note: 'Nytt batteri beställt.', left: 1 },
  { unit: '105 Kylbil Årsta', note: 'Kylan startades om.', left: 1 },
  { unit: '303 Kylbil Skåne', note: 'Kylan startades om, varorna kontrollerade.', left: 1 },
  { unit: '601 Fjärrbil Göteborg', note: 'Väntad ankomst.', left: 1 },
  { unit: '602 Nattfjärr Göteborg', note: 'Väntad ankomst.', left: 0 },
  { unit: '901 Arbetsbåt Vaxholm', note: 'På väg till arbetet.', left: 0 },
] as const;

/** Somebody has looked at the older alarms; the newest are left for whoever looks at the demo. */
export async function handleAlarms({ admin, imeiOf }: Scene): Promise<void> {
  for (const { unit, note, left } of HANDLED) {
    const { alarms } = await admin.call(listAlarms, { query: { imeis: imeiOf(unit), states: 'new,seen', limit: '200' } });
    const ids = alarms.map(({ id }) => id).slice(left);
    if (ids.length > 0) await admin.call(setAlarmState, { body: { ids, state: 'handled', note } });
  }
}

/** By day and by night one of them is at work. */
export const SHARED = ['106 Budbil City', '109 Taxi natt', '118 Taxi Södermalm'];
const SHARED_MINUTES = 7 * 24 * 60;

/** A customer who waits sees who is on the way. */
export async function shareVans({ admin, imeiOf }: Scene): Promise<void> {
  const { links } = await admin.call(listShareLinks, {});
  if (links.length > 0) return;
  await admin.call(makeShareLink, {
    body: {
      imeis: SHARED.map(imeiOf),
      minutes: SHARED_MINUTES,
      title: 'På väg till Lindängen',
      with_trail: true,
      destination: { lat: HOUSING[0], lng: HOUSING[1], label: 'Brf Lindängen' },
    },
  });
}
