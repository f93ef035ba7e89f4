import { INPUT_NUMBERS } from '@spora/contract/commands/endpoints';
import { BATTERY_THRESHOLD_DEFAULTS } from '@spora/contract/units/settings';
import { BATTERY_KINDS, type BatteryKind } from '@spora/contract/units/values';
import { type Kysely, sql } from 'kysely';
import { daysOffOf } from '../../../core/people/account-days-off.ts';
import { type DaysOff, NO_DAYS_OFF } from '../../../core/people/days-off.ts';
import { readWorkingHours } from '../../trips/working-hours/rules.ts';
import { int8Array } from '../../../platform/database/binary-array.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { type DatedWatch, type WatchedInput, type WatchSettings, offKinds, USUAL_WATCH } from './rules.ts';

/** What was said of a unit from an instant on; what it does not name stays as it was. */
interface Said {
  readonly unit_id: number;
  readonly account_id: number;
  readonly from_ms: number;
  readonly alarms: unknown;
  readonly speed_limit: number | null;
  readonly has_speed_limit: boolean;
  readonly hours: unknown;
  readonly input: number | null;
  readonly input_settings: { readonly active_high?: boolean; readonly meaning?: string; readonly alarm_delay_s?: number } | null;
  readonly battery: string | null;
  readonly threshold_v: number | null;
}

const KIND_OF_MEANING: Readonly<Record<string, WatchedInput['kind']>> = { door: 'door', alarm: 'alarm-input', panic: 'panic' };

/**
 * What each unit's records are held against, dated: its alarm settings, its speed limit, what its inputs mean, and the thresholds of its
 * account. Units of which nobody has said anything are left out: they live by what is usual.
 */
export async function watchSettingsOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<Map<number, DatedWatch[]>> {
  const { rows } = await sql<Said>`
    WITH u AS (SELECT id, account_id FROM unit WHERE id = ANY (${int8Array(unitIds)}::bigint[])), said AS (
      SELECT s.unit_id, u.account_id, s.valid_from, s.settings -> 'alarms' AS alarms, (s.settings ->> 'speedLimitKmh')::integer AS speed_limit,
        s.settings ? 'speedLimitKmh' AS has_speed_limit, s.settings -> 'workingHours' AS hours, NULL::smallint AS input, NULL::jsonb AS input_settings,
        NULL::text AS battery, NULL::float8 AS threshold_v
      FROM u JOIN unit_setting s ON s.unit_id = u.id WHERE s.settings ?| ARRAY['alarms', 'speedLimitKmh', 'workingHours']
      UNION ALL
      SELECT i.unit_id, u.account_id, i.valid_from, NULL, NULL, false, NULL, i.number, i.settings, NULL, NULL
      FROM u JOIN unit_io i ON i.unit_id = u.id WHERE i.side = 'input'
      UNION ALL
      SELECT u.id, u.account_id, b.valid_from, NULL, NULL, false, NULL, NULL, NULL, b.kind, b.threshold_v
      FROM u JOIN battery_threshold b ON b.account_id = u.account_id)
    SELECT unit_id, account_id, greatest((extract(epoch FROM valid_from) * 1000)::float8, -8.64e15) AS from_ms, alarms, speed_limit, has_speed_limit, hours,
      input, input_settings, battery, threshold_v
    FROM said ORDER BY unit_id, valid_from`.execute(db);
  // Asked for only where somebody wants to know of use outside the hours: by default nobody does.
  const watched = rows.filter(({ alarms }) => !offKinds(alarms).has('over-use')).map(({ account_id }) => account_id);
  const daysOff = await daysOffOf(db, [...new Set(watched)]);
  return new Map(
    [...Map.groupBy(rows, ({ unit_id }) => unit_id)].map(([unitId, said]) => [
      unitId,
      datedBy(said, daysOff.get(said[0]?.account_id ?? 0) ?? NO_DAYS_OFF),
    ]),
  );
}

function datedBy(said: readonly Said[], daysOff: DaysOff): DatedWatch[] {
  const dated: DatedWatch[] = [];
  let settings: WatchSettings = { ...USUAL_WATCH, thresholdsV: BATTERY_THRESHOLD_DEFAULTS };
  for (const row of said) {
    settings = laidOver(settings, row, daysOff);
    dated.push({ fromMs: row.from_ms, settings });
  }
  return dated;
}

function laidOver(before: WatchSettings, row: Said, daysOff: DaysOff): WatchSettings {
  if (row.input !== null) {
    const number = INPUT_NUMBERS.find((each) => each === row.input);
    const kind = KIND_OF_MEANING[row.input_settings?.meaning ?? ''];
    const others = before.inputs.filter((input) => input.number !== row.input);
    if (number === undefined || !kind) return { ...before, inputs: others };
    const { active_high: activeHigh = true, alarm_delay_s: delayS = 0 } = row.input_settings ?? {};
    return { ...before, inputs: [...others, { number, kind, activeHigh, delayS }] };
  }
  if (row.battery !== null && row.threshold_v !== null) {
    const kind = BATTERY_KINDS.find((each) => each === row.battery);
    return kind ? { ...before, thresholdsV: { ...before.thresholdsV, [kind satisfies BatteryKind]: row.threshold_v } } : before;
  }
  const hours = readWorkingHours(row.hours);
  return {
    ...before,
    // Settings are whole: what a later row does not have is not set any more.
    hours: hours?.isActive ? { week: hours, daysOff } : null,
    off: row.alarms === null ? before.off : offKinds(row.alarms),
    speedLimitKmh: row.has_speed_limit ? row.speed_limit : before.speedLimitKmh,
  };
}
