import { addDays } from '@spora/calendar/days';
import { startOfDay } from '@spora/calendar/zones';
import type { HandlerData, HandlerInput } from '@spora/contract/endpoint';
import type { downloadZoneLog as downloadEndpoint, ZoneEvent, zoneLog as logEndpoint } from '@spora/contract/zones/endpoints';
import { ZONE_DIRECTIONS, ZONE_LOG_FILE_MAX } from '@spora/contract/zones/rules';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createFormat } from '@spora/messages/format';
import { cellSignOf, LANGUAGE_FACTS } from '@spora/messages/languages';
import { createTranslate } from '@spora/messages/translate';
import { listVisibleUnits } from '../../../core/fleet/visible-units.ts';
import { audit } from '../../../core/people/audit.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { csvLine } from '../../../platform/documents/csv.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import type { RequestFacts } from '../../../platform/http/request-facts.ts';
import { nearestLabel } from '../../addresses/api.ts';
import * as readModel from './read-model.ts';

type Filter = HandlerInput<typeof downloadEndpoint>['query'];

async function filterOf(ctx: MemberCtx, query: Filter): Promise<readModel.EventFilter> {
  const units = await listVisibleUnits(ctx, query.imeis);
  const zone = ctx.actor.timeZone;
  return {
    unitIds: units.map(({ unitId }) => unitId),
    zoneIds: query.zones.map(numberOf),
    directions: query.directions.map(directionOf),
    ...(query.from ? { from: startOfDay(query.from, zone) } : {}),
    ...(query.to ? { before: startOfDay(addDays(query.to, 1), zone) } : {}),
  };
}

function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InputError({ zones: ['InvalidInput'] });
  return Number(text);
}

function directionOf(text: string): string {
  const found = ZONE_DIRECTIONS.find((direction) => direction === text);
  if (found === undefined) throw new InputError({ directions: ['InvalidInput'] });
  return found;
}

const markTextOf = (row: readModel.EventRow): string => `${row.at.getTime()}-${row.unit_id}-${row.zone_id}`;

function markOf(text: string): readModel.PageMark {
  const [, ms, unitId, zoneId] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text) ?? [];
  if (ms === undefined || unitId === undefined || zoneId === undefined) throw new InputError({ after: ['InvalidInput'] });
  return { at: new Date(Number(ms)), unitId: Number(unitId), zoneId: Number(zoneId) };
}

/** GEO-022. */
export async function listEvents(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof logEndpoint>,
): Promise<HandlerData<typeof logEndpoint>> {
  const after = query.after === undefined ? undefined : markOf(query.after);
  const rows = await readModel.listEvents(ctx, await filterOf(ctx, query), { limit: query.limit + 1, after });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const events = await Promise.all(shown.map(async (row) => toEvent(row, await placeOf(ctx, row))));
  return { events, next: last && rows.length > shown.length ? markTextOf(last) : null };
}

const placeOf = async (ctx: MemberCtx, { lat_e7: lat, lon_e7: lon }: readModel.EventRow): Promise<string | null> =>
  lat === null || lon === null ? null : nearestLabel(ctx, { lat: lat / 1e7, lon: lon / 1e7 });

const toEvent = (row: readModel.EventRow, place: string | null): ZoneEvent => ({
  key: markTextOf(row),
  zone_id: row.zone_id,
  zone_name: row.zone_name,
  is_removed: row.is_removed,
  unit: { id: row.unit_id, imei: row.imei, name: row.unit_name, registration_number: row.registration_number },
  at: row.at.toISOString(),
  direction: row.direction,
  lat: row.lat_e7 === null ? null : row.lat_e7 / 1e7,
  lng: row.lon_e7 === null ? null : row.lon_e7 / 1e7,
  place,
  driver: row.driver,
  driver_is_usual: row.driver_is_usual,
  inside: insideOf(row),
  is_return: row.is_return,
  alarm:
    row.alarm_id === null || row.telling === null ? null : { id: row.alarm_id, telling: row.telling, messages: row.messages },
});

/** How long the unit was inside, of a leaving; that it still is, of the last entering. */
function insideOf(row: readModel.EventRow): ZoneEvent['inside'] {
  const { before_at: before, circle_from: circle } = row;
  if (row.is_resting || row.is_untold) return null;
  const told = (since: Date, more: { is_since_change: boolean; is_still: boolean }) => ({ since: since.toISOString(), ...more });
  if (row.direction === 'entered') return row.is_last ? told(row.at, { is_since_change: false, is_still: true }) : null;
  if (before && (circle === null || before >= circle)) {
    return row.before_direction === 'entered' ? told(before, { is_since_change: false, is_still: false }) : null;
  }
  return circle && told(circle, { is_since_change: true, is_still: false });
}

/** GEO-022: the newest of the events, as a file with the signs between cells and before decimals that spreadsheets of the language read. */
export async function downloadEvents(
  ctx: MemberCtx,
  { query }: HandlerInput<typeof downloadEndpoint>,
  { language }: Pick<RequestFacts, 'language'>,
) {
  const t = createTranslate(language, CATALOGUES[language]);
  const format = createFormat(language, ctx.actor.timeZone);
  const rows = await readModel.listEvents(ctx, await filterOf(ctx, query), { limit: ZONE_LOG_FILE_MAX });
  const insideTold = (row: readModel.EventRow): number | '' => {
    const inside = insideOf(row);
    return inside && !inside.is_still ? Math.round((row.at.getTime() - Date.parse(inside.since)) / 60_000) : '';
  };
  const between = cellSignOf(language);
  const degrees = (e7: number | null) =>
    e7 === null ? '' : (e7 / 1e7).toFixed(6).replace('.', LANGUAGE_FACTS[language].decimalSign);
  const lines = rows.map((row) => {
    const alarm = row.is_return ? t('ZoneLogReturn') : row.alarm_id === null ? '' : t(`ZoneDirection-${row.direction}`);
    return csvLine(
      [
        format.dateTime(row.at),
        row.unit_name,
        row.registration_number ?? '',
        row.zone_name,
        t(`ZoneDirection-${row.direction}`),
        degrees(row.lat_e7),
        degrees(row.lon_e7),
        insideTold(row),
        row.driver_is_usual ? '' : (row.driver ?? ''),
        row.driver_is_usual ? (row.driver ?? '') : '',
        alarm,
        row.messages,
      ],
      between,
    );
  });
  const { from, to } = query;
  await audit(ctx, 'zone-log-exported', '', { format: 'csv', ...(from && { from }), ...(to && { to }) });
  const heading = csvLine(
    [
      t('ZoneLogTime'),
      t('ZoneLogUnit'),
      t('ZoneLogRegistration'),
      t('ZoneLogZone'),
      t('ZoneLogDirection'),
      t('ZoneLogLatitude'),
      t('ZoneLogLongitude'),
      t('ZoneLogInsideMinutes'),
      t('ZoneLogDriver'),
      t('ZoneLogUsualDriver'),
      t('ZoneLogAlarm'),
      t('ZoneLogMessages'),
    ],
    between,
  );
  return { type: 'text/csv; charset=utf-8', name: `${t('ZoneLogFile')}.csv`, body: `\uFEFF${heading}${lines.join('')}` };
}
