import { type Kysely, sql } from 'kysely';
import type { MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { isInPrivateUse } from '../../../core/fleet/private-use.ts';
import { visibleUnits } from '../../../core/fleet/visible-units.ts';
import { byName } from '../../../platform/database/name-order.ts';

const fittedTrackers = sql<{ tracker_id: number; unit_id: number; imei: string }>`account_trackers()`;

/** What the units that the actor may see last told of their batteries; of one in somebody else's private use nothing is told. */
export const measuredUnits = (viewer: { readonly db: Kysely<Db>; readonly actor: MemberActor }) =>
  visibleUnits(viewer)
    .innerJoin(fittedTrackers.as('fitted'), 'fitted.unit_id', 'unit.id')
    .innerJoin('unit_latest', 'unit_latest.unit_id', 'unit.id')
    .where('unit.retired_at', 'is', null)
    // A voltage tells that an engine runs, and when.
    .where(sql<boolean>`NOT ${isInPrivateUse(viewer.actor, sql.ref('unit.id'))}`)
    .select([
      'unit.id',
      'fitted.imei',
      'unit.name',
      'unit.registration_number',
      'unit_latest.last_contact_at',
      'unit_latest.named',
    ])
    .orderBy(byName('unit.name'))
    .orderBy('unit.id')
    .execute();
