import type { CallData } from '@spora/contract/endpoint';
import type { trackerSetups as setupsEndpoint } from '@spora/contract/units/endpoints';
import { POINTED_BY_SMS } from '@spora/protocols/list';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireMayAddUnits } from './policy.ts';

/** Where trackers of a protocol report. */
export type ServerOf = (protocol: string) => { readonly host: string; readonly port: number };

/** What a person puts in the place of: it stands in the texts as it does here. */
export const APN_PLACE = '{apn}';

/** NAV-019: which trackers can be pointed here, and by which text messages. */
export async function listTrackerSetups({ actor }: MemberCtx, serverOf: ServerOf): Promise<CallData<typeof setupsEndpoint>> {
  requireMayAddUnits(actor);
  return {
    trackers: POINTED_BY_SMS.map(({ protocol, family, setup }) => ({
      family,
      models: setup.models,
      spoken_by_others: setup.spokenByOthers ?? null,
      number: setup.number,
      ...serverOf(protocol),
      sms: [...setup.sms({ ...serverOf(protocol), apn: APN_PLACE })],
      is_confirmed: setup.isConfirmed,
    })),
  };
}
