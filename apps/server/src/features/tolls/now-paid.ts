import { monthSpan } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import type { MemberCtx } from '../../platform/ctx.ts';
import { readTolls } from './reckoning.ts';
import { passageKey } from './rules.ts';

/**
 * Runs `say`, which says of passages of these units at these times that nobody passed, and tells of how many others it is paid after it
 * that cost nothing before. A month's ceiling reaches to the end of its month.
 */
export async function withNowPaid<Said>(
  ctx: MemberCtx,
  { unitIds, times }: { readonly unitIds: readonly number[]; readonly times: readonly Date[] },
  say: () => Promise<Said>,
): Promise<{ readonly said: Said; readonly nowPaid: number }> {
  const days = times.map((at) => dayIn(at, ctx.actor.timeZone)).sort();
  const period = { from: days[0] ?? '', to: monthSpan((days.at(-1) ?? '').slice(0, 7)).to, unitIds, driverIds: [] };
  const before = await readTolls(ctx, period);
  const free = new Set(before.told.filter(({ amount }) => amount === 0).map(passageKey));
  const said = await say();
  const after = await readTolls(ctx, period);
  return { said, nowPaid: after.told.filter((passage) => (passage.amount ?? 0) > 0 && free.has(passageKey(passage))).length };
}
