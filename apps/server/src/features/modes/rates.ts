import { DAY_MS } from '@spora/calendar/durations';
import { columnsOf } from '@spora/telemetry/columns';
import { uniteColumns } from '@spora/telemetry/record-set';
import { readUnitRange } from '../../core/log/read-log.ts';
import type { Span } from '../../core/log/spans.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { maskedBetween } from '../tracking/hiding/api.ts';
import { gapsOf, type Rates, ratesOf } from './rate-rules.ts';

/** So many days back it is looked for how a unit reports, one by one, until both are known. */
const DAYS_MAX = 7;

/**
 * How often a unit reported of late, on its way and at rest, each by the newest days that tell it: a boat that has not left its berth
 * since it was set to report more often is not said to report as before. By days that are over: they are packed, and what is told stays
 * the same through the day; the newest value (`report_interval_s`) follows each silence and each drive. What the viewer is not told of is not
 * in it (TRIP-032, MAP-004): whether there is a rate on the way would tell that somebody drove.
 */
export async function ratesSeen(ctx: MemberCtx, unitId: number): Promise<Rates> {
  const today = Math.floor(ctx.now().getTime() / DAY_MS) * DAY_MS;
  let columns = columnsOf([]);
  const masked: Span[] = [];
  let told: Rates = { movingS: null, restingS: null };
  for (let days = 1; ; days++) {
    const [from, to] = [new Date(today - days * DAY_MS), new Date(today - (days - 1) * DAY_MS)];
    masked.push(...(await maskedBetween(ctx, unitId, from, to)));
    columns = uniteColumns([await readUnitRange(ctx.db, unitId, from, to), columns]);
    const { movingS, restingS } = ratesOf(gapsOf(columns, masked));
    told = { movingS: told.movingS ?? movingS, restingS: told.restingS ?? restingS };
    if (days === DAYS_MAX || (told.movingS !== null && told.restingS !== null)) return told;
  }
}
