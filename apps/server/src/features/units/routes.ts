import { addPhone, listUnits, phoneStatus } from '@spora/contract/units/endpoints';
import type { Mount } from '../../platform/http/mount.ts';
import type { RequestFacts } from '../../platform/http/request-facts.ts';
import * as service from './service.ts';

export interface UnitsOptions {
  /** Where a phone reports, for a caller who reached us like this. */
  readonly phoneServerUrl: (facts: RequestFacts) => string;
}

export function registerUnitsRoutes(mount: Mount, { phoneServerUrl }: UnitsOptions): void {
  mount(listUnits, (ctx) => service.listUnits(ctx));
  mount(addPhone, (ctx, { body }, facts) => service.addPhone(ctx, { name: body.name, serverUrl: phoneServerUrl(facts) }));
  mount(phoneStatus, (ctx, { params }) => service.readPhoneStatus(ctx, params.imei));
}
