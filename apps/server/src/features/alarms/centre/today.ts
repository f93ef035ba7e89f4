import { ALARM_CLASSES } from '@spora/contract/alarms/kinds';
import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as readModel from './read-model.ts';

/** ADM-030: alarms that nobody has handled, the newest first; as many as the menu says. */
export async function alarmsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const now = ctx.now();
  const counts = await readModel.openByClass(ctx, now);
  const lines: TodayLine[] = [];
  for (const alarmClass of ALARM_CLASSES) {
    const count = counts.get(alarmClass) ?? 0;
    if (count === 0) continue;
    const filter = { states: ['new', 'seen'], classes: [alarmClass], withoutRepeats: true } as const;
    const rows = await readModel.listAlarms(ctx, filter, { now, limit: TODAY_ITEMS_MAX });
    lines.push({ name: `alarms-${alarmClass}`, count, items: rows.map(itemOf) });
  }
  return lines;
}

const itemOf = (row: readModel.AlarmRow) => ({
  id: row.id,
  kind: row.kind,
  // Of what happened in somebody else's private use its day and kind are told (TRIP-032).
  subject: row.is_day_only ? '' : row.subject,
  unit:
    row.unit_id === null
      ? null
      : { id: row.unit_id, imei: row.imei, name: row.unit_name ?? '', registration_number: row.registration_number },
  at: row.shown_at.toISOString(),
  is_day_only: row.is_day_only,
});
