import type { Kysely } from 'kysely';
import type { EventOf } from '../../../platform/events/events.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { raise } from '../telling/service.ts';
import { raisedUnits } from './repository.ts';

/** ALARM-030, SRV-005: a plan that became due soon or overdue. It is told once by whoever watches plans. */
export async function raiseServiceDue({ accountId, plans }: EventOf<'service-due'>, db: Kysely<Db>, now: Date): Promise<void> {
  const raised = await raisedUnits(
    db,
    plans.map(({ unitId }) => unitId),
    'service-due',
    now,
  );
  await raise(
    db,
    plans
      .filter(({ unitId }) => raised.has(unitId))
      .map(({ unitId, planId, planName, kind, state }) => ({
        accountId,
        unitId,
        kind: 'service-due',
        // Of a plan without a name its kind, which each reader is told in their own words (`planKindOf`).
        subject: planName || kind,
        key: `service-due ${planId} ${state} ${now.getTime()}`,
        atMs: now.getTime(),
        endedMs: now.getTime(),
        latE7: null,
        lonE7: null,
        details: {},
      })),
    now,
  );
}
