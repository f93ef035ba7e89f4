import { createHash } from 'node:crypto';
import type { HandlerData } from '@spora/contract/endpoint';
import type { fleet, FleetColumns, LiveUnit } from '@spora/contract/tracking/endpoints';
import { visibleUnitIdsUnlessAll } from '../../core/fleet/visible-units.ts';
import type { MemberCtx } from '../../platform/ctx.ts';
import { requireMap } from './policy.ts';
import { type FleetRow, fleetUnits } from './read-model.ts';
import { shownUnits } from './service.ts';

/** What the packed positions do not say of units; nothing again to who knows it, which its digest tells. */
export async function readFleet(ctx: MemberCtx, query: { known?: string | undefined }): Promise<HandlerData<typeof fleet>> {
  requireMap(ctx.actor);
  const now = ctx.now();
  const rows = await fleetUnits(ctx.db, ctx.actor.accountId, await visibleUnitIdsUnlessAll(ctx), now);
  const unreported = rows.filter((row) => row.is_unreported).map(({ id }) => id);
  const units = columnsOf(rows, unreported.length === 0 ? [] : await shownUnits(ctx, { unitIds: unreported }, now));
  const version = createHash('sha256').update(JSON.stringify(units)).digest('base64url').slice(0, 22);
  return { version, units: query.known === version ? null : units };
}

function columnsOf(rows: readonly FleetRow[], unreported: readonly LiveUnit[]): FleetColumns {
  const column = <K extends keyof FleetRow>(name: K): FleetRow[K][] => rows.map((row) => row[name]);
  return {
    id: column('id'),
    imei: column('imei'),
    kind: column('kind'),
    name: column('name'),
    registration_number: column('registration_number'),
    colour: column('colour'),
    marker_symbol: column('marker_symbol'),
    icon: column('icon'),
    department: column('department'),
    project: column('project'),
    tags: column('tags').map((tags) => tags ?? []),
    hides_speed: column('hides_speed'),
    driver: column('driver'),
    unreported: unreported.map(({ id, state, last_contact, no_position_reason }) => ({
      id,
      state,
      last_contact,
      no_position_reason,
    })),
  };
}
