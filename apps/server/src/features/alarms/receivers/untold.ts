import { alarmClassOf, alarmFacts } from '@spora/contract/alarms/kinds';
import { UNIT_ALARM_KINDS } from '@spora/contract/alarms/unit-settings';
import { type listUntold as listEndpoint, SET_UP_KINDS } from '@spora/contract/alarms/receivers';
import type { CallData } from '@spora/contract/endpoint';
import type { TodayLine } from '@spora/contract/today/endpoints';
import { TODAY_ITEMS_MAX } from '@spora/contract/today/lines';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { brandOfAccount } from '../account-brand.ts';
import { watchAt } from '../watch/rules.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';
import { trackedUnits, untoldUnits, watchedUnits } from './read-model.ts';

type Untold = CallData<typeof listEndpoint>;

/** Of which of the caller's units nobody is told of what other pages set up. Whoever sees a unit may know: it names nobody. */
export async function listUntold(ctx: MemberCtx): Promise<Untold> {
  const units = await trackedUnits(ctx);
  const untold = {
    security: await untoldUnits(ctx, 'security'),
    function: await untoldUnits(ctx, 'function'),
  };
  const settings = await watchSettingsOf(
    ctx.db,
    units.map(({ id }) => id),
  );
  const nowMs = ctx.now().getTime();
  const brand = await brandOfAccount(ctx);
  return {
    units: units.flatMap(({ id, imei }) => {
      const { off } = watchAt(settings.get(id), nowMs);
      return SET_UP_KINDS.flatMap((kind): Untold['units'] => {
        // A unit raises what happens to it unless somebody has said otherwise; a home has a switch of its own.
        if (alarmFacts(kind).source === 'event' && off.has(kind)) return [{ imei, kind, reason: 'off' }];
        const reason = untold[alarmClassOf(kind, brand)].get(id);
        return reason ? [{ imei, kind, reason }] : [];
      });
    }),
  };
}

/** ADM-030: units that watch for themselves and of whose security alarms nobody is told, by name. */
export async function untoldToday(ctx: MemberCtx): Promise<TodayLine[]> {
  const reasons = await untoldUnits(ctx, 'security');
  if (reasons.size === 0) return [];
  const units = (await watchedUnits(ctx)).filter(({ id }) => reasons.has(id));
  const settings = await watchSettingsOf(
    ctx.db,
    units.map(({ id }) => id),
  );
  const nowMs = ctx.now().getTime();
  const brand = await brandOfAccount(ctx);
  const security = UNIT_ALARM_KINDS.filter((kind) => alarmClassOf(kind, brand) === 'security');
  // Whoever has switched all of them off wants none.
  const items = units.flatMap(({ id, ...unit }) => {
    const { off } = watchAt(settings.get(id), nowMs);
    const reason = reasons.get(id);
    return reason === undefined || security.every((kind) => off.has(kind)) ? [] : [{ unit: { id, ...unit }, reason }];
  });
  return [{ name: 'alarms-untold', count: items.length, items: items.slice(0, TODAY_ITEMS_MAX) }];
}
