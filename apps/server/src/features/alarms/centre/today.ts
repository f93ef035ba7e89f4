import { ALARM_KIND_NAMES, ALARM_URGENCIES } from '@spora/contract/alarms/kinds';
import type { TodayLine, TodayLineOf } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import type { MemberCtx } from '../../../platform/ctx.ts';
import * as readModel from './read-model.ts';

/** So many of the newest are put together; of an account with more the older ones are behind the link. */
const AMONG = 100;

/** ADM-030: alarms that nobody has handled, the newest first, what is the same of the same unit once. */
export async function alarmsToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const now = ctx.now();
  const open = { states: ['new', 'seen'] } as const;
  const counts = await readModel.countByUrgency(ctx, { ...open, kinds: ALARM_KIND_NAMES.filter(isToldHere) }, now);
  const due = await readModel.countByUrgency(ctx, { ...open, kinds: ALARM_KIND_NAMES.filter((kind) => !isToldHere(kind)) }, now);
  const lines: TodayLine[] = [];
  // What comes again is one, and as urgent as the most urgent of it.
  const named = new Set<number>();
  for (const urgency of ALARM_URGENCIES) {
    const count = counts.get(urgency) ?? 0;
    if (count === 0) continue;
    const filter = { ...open, kinds: ALARM_KIND_NAMES.filter(isToldHere), urgencies: [urgency] };
    const rows = await readModel.listAlarms(ctx, filter, { now, limit: AMONG });
    lines.push({ name: `alarms-${urgency}`, count, due: due.get(urgency) ?? 0, items: itemsOf(newestOfEach(rows, named)) });
  }
  return lines;
}

/** What is due has lines of its own, by the rule of the service page at this moment; an alarm of it says what was once noticed. */
const isToldHere = (kind: readModel.AlarmRow['kind']): boolean => kind !== 'service-due';

/** Of what comes again the newest, unless it was named before. */
function newestOfEach(rows: readonly readModel.AlarmRow[], named: Set<number>): readModel.AlarmRow[] {
  return rows.filter(({ matter_id: matter }) => {
    const isNew = !named.has(matter);
    named.add(matter);
    return isNew;
  });
}

type Item = TodayLineOf<'alarms-soon'>['items'][number];

/** As the alarm centre puts them together, where the newest of each stands. */
function itemsOf(rows: readonly readModel.AlarmRow[]): Item[] {
  const same = Map.groupBy(rows.map(itemOf), ({ unit, kind, subject }) => `${unit?.id ?? ''} ${kind} ${subject}`);
  return [...same.values()]
    .flatMap(([newest, ...older]) => (newest ? [{ ...newest, times: 1 + older.length }] : []))
    .slice(0, TODAY_ITEMS_MAX);
}

const itemOf = (row: readModel.AlarmRow): Item => ({
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
  times: 1,
});
