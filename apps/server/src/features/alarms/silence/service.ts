import type { Ctx } from '../../../platform/ctx.ts';
import { inTransaction } from '../../../platform/ctx.ts';
import { raise } from '../telling/service.ts';
import { endSilence, listeningSince, silentUnits } from './repository.ts';
import { lostAtMs, NOBODY_LISTENED_MS, SILENT_AT_LEAST_MS } from './rules.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

const AT_ONCE = 1000;

/**
 * ALARM-030: raises an alarm of each unit that should have been heard of, once for each silence, and ends those that are over. A silence
 * counts from when somebody listened: after a stop of the whole installation nobody is lost who had no chance to be heard.
 */
export const watchSilence = (outer: SystemCtx): Promise<void> =>
  inTransaction(outer, async ({ db, now }) => {
    const at = now();
    await endSilence(db);
    const sinceMs = (await listeningSince(db, at, NOBODY_LISTENED_MS)).getTime();
    const before = new Date(at.getTime() - SILENT_AT_LEAST_MS);
    let after = 0;
    for (;;) {
      const units = await silentUnits(db, { now: at, before, after, limit: AT_ONCE });
      const lost = units
        .map((unit) => ({ ...unit, atMs: lostAtMs(Math.max(unit.last_contact_at.getTime(), sinceMs), unit.report_interval_s) }))
        .filter(({ atMs }) => atMs <= at.getTime());
      await raise(
        db,
        lost.map(({ unit_id, account_id, last_contact_at, lat_e7, lon_e7, atMs }) => ({
          accountId: account_id,
          unitId: unit_id,
          kind: 'no-contact' as const,
          subject: '',
          key: `no-contact ${unit_id} ${last_contact_at.getTime()}`,
          atMs,
          endedMs: null,
          latE7: lat_e7,
          lonE7: lon_e7,
          details: {},
        })),
        at,
      );
      const last = units.at(-1);
      if (!last || units.length < AT_ONCE) return;
      after = last.unit_id;
    }
  });
