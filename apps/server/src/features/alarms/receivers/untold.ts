import { alarmFacts } from '@spora/contract/alarms/kinds';
import { type listUntold as listEndpoint, SET_UP_KINDS } from '@spora/contract/alarms/receivers';
import type { CallData } from '@spora/contract/endpoint';
import type { MemberCtx } from '../../../platform/ctx.ts';
import { watchAt } from '../watch/rules.ts';
import { watchSettingsOf } from '../watch/settings-repository.ts';
import { trackedUnits, untoldUnits } from './read-model.ts';

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
  return {
    units: units.flatMap(({ id, imei }) => {
      const { off } = watchAt(settings.get(id), nowMs);
      return SET_UP_KINDS.flatMap((kind): Untold['units'] => {
        const facts = alarmFacts(kind);
        // A unit raises what happens to it unless somebody has said otherwise; a home has a switch of its own.
        if (facts.source === 'event' && off.has(kind)) return [{ imei, kind, reason: 'off' }];
        const reason = untold[facts.class].get(id);
        return reason ? [{ imei, kind, reason }] : [];
      });
    }),
  };
}
