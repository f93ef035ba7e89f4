import type { AttestRow } from '@spora/contract/attestation/endpoints';
import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import { unitsWithTripLog, visibleUnitIds } from '../../../core/fleet/visible-units.ts';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { attestStatus } from './service.ts';

/**
 * ADM-030: what of last month's log can be attested: left open by its drivers, opened again, and attested by them alone. Nothing where no
 * unit has more than a log to read (TRIP-033).
 */
export async function attestToday(ctx: MemberCtx): Promise<TodayLine[]> {
  if ((await unitsWithTripLog(ctx, await visibleUnitIds(ctx))).length === 0) return [];
  const { month, rows } = await attestStatus(ctx, { query: {} });
  return (['open', 'reopened', 'user'] as const).map((state) => {
    const waiting = rows.filter((row) => row.state === state && row.can.attest);
    return {
      name: `attest-${state}`,
      month,
      count: waiting.length,
      items: waiting.slice(0, TODAY_ITEMS_MAX).map(itemOf),
    } satisfies TodayLine;
  });
}

const itemOf = ({ unit_id, imei, unit_name, registration_number, user_id, user_name, trips }: AttestRow) => ({
  unit: { id: unit_id, imei, name: unit_name, registration_number },
  user_id,
  user_name,
  trips,
});
