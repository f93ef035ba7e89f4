import { phoneKind } from '@spora/protocols/list';
import { addPhone, listUnits, phoneStatus, renewPhone, trackerSetups } from '@spora/contract/units/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import { phoneServerUrl } from './rules.ts';
import * as fittings from './fittings/service.ts';
import * as service from './service.ts';
import { listTrackerSetups, type ServerOf } from './tracker-setups.ts';

export interface UnitsOptions {
  /** Where trackers of a protocol report, for a caller who reached us like this. */
  readonly serverOf: (protocol: string, facts: RequestFacts) => ReturnType<ServerOf>;
}

export function registerUnitsRoutes(mount: Mount, { serverOf }: UnitsOptions): void {
  mount(listUnits, (ctx) => service.listUnits(ctx));
  mount(addPhone, (ctx, { body }, facts) =>
    service.addPhone(ctx, { name: body.name, serverUrl: phoneServerUrl(serverOf(phoneKind().protocol, facts)) }),
  );
  mount(renewPhone, (ctx, { params }, facts) =>
    fittings.renewPhone(ctx, { imei: params.imei, serverUrl: phoneServerUrl(serverOf(phoneKind().protocol, facts)) }),
  );
  mount(phoneStatus, (ctx, { params }) => service.readPhoneStatus(ctx, params.imei));
  mount(trackerSetups, (ctx, _input, facts) => listTrackerSetups(ctx, (protocol) => serverOf(protocol, facts)));
}
