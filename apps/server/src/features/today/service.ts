import type { CallData } from '@spora/contract/endpoint';
import type { getToday as getEndpoint, TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_LINES } from '@spora/contract/today/lines';
import type { Feature } from '../../core/face.ts';
import { todayOf } from '../../core/people/account-clock.ts';
import type { MemberCtx } from '../../platform/ctx.ts';

/** ADM-030: the lines that the features tell, in their order of urgency. What waits, and what of it may be told, they judge themselves. */
export async function readToday(ctx: MemberCtx, features: readonly Feature[]): Promise<CallData<typeof getEndpoint>> {
  const lines: TodayLine[] = [];
  for (const { today } of features) if (today) lines.push(...(await today(ctx)));
  const place = new Map(TODAY_LINES.map((name, index) => [name, index]));
  return {
    today: todayOf(ctx),
    lines: lines.filter(({ count }) => count > 0).sort((a, b) => (place.get(a.name) ?? 0) - (place.get(b.name) ?? 0)),
  };
}
