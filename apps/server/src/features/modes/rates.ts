import { DAY_MS } from '@spora/calendar/durations';
import { uniteColumns } from '@spora/telemetry/record-set';
import { readUnitRange } from '../../core/log/read-log.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { gapsOf, type Rates, ratesOf } from './rate-rules.ts';

/** So many days back it is looked for how a unit reports, one by one, until both are known. */
const DAYS_MAX = 7;

/**
 * How often a unit reported of late, on its way and at rest. By days that are over: they are packed, and what is told stays the same
 * through the day; the newest value (`report_interval_s`) follows each silence and each drive.
 */
export async function ratesSeen({ db, now }: MemberCtx, unitId: number): Promise<Rates> {
  const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
  const dayBack = (days: number) =>
    readUnitRange(db, unitId, new Date(today - days * DAY_MS), new Date(today - (days - 1) * DAY_MS));
  let columns = await dayBack(1);
  for (let days = 2; days <= DAYS_MAX; days++) {
    const rates = ratesOf(gapsOf(columns));
    if (rates.movingS !== null && rates.restingS !== null) return rates;
    columns = uniteColumns([await dayBack(days), columns]);
  }
  return ratesOf(gapsOf(columns));
}
