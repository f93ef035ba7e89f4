import type { Kysely } from 'kysely';
import type { Change, Projection, Run, Written } from '../../core/engine/projections.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { offSpansOf, wasOnAt } from '../../core/fleet/unit-features.ts';
import type { Span } from '../../core/log/spans.ts';
import { DRIVERS_DIFFER } from '../trips/rules.ts';
import { type Reading, replaceReadings, saveReadings } from './repository.ts';
import { type TagEffect, type TagState, readTag } from './rules.ts';

interface State {
  last: TagState | null;
}
type Used = { readonly trips: { readonly candidate: { readonly startMs: number } | null } };
type TagRun = Run<State, TagEffect, readonly Span[], Used>;

/** DRV-012: the driver tags that units read, while driver identification is on for them (FEAT-001). */
export const tagsProjection: Projection<State, TagEffect, readonly Span[], Used> = {
  name: 'tags',
  version: 1,
  tables: ['driver_event'],
  uses: ['trips'],
  initial: () => ({ last: null }),
  copy: (state) => ({ ...state }),
  inputs: (db, unitIds) => offSpansOf(db, unitIds, 'driver-id'),
  advance(state, { timeMs, values }, offSpans, { trips }, emit) {
    if (!wasOnAt(offSpans, timeMs)) {
      state.last = null;
      return false;
    }
    const value = values.iButton ?? values.rfid ?? values.bleRfid;
    if (value !== undefined)
      state.last = readTag(state.last ?? undefined, value, timeMs, trips.candidate?.startMs ?? null, emit) ?? null;
    return false;
  },
  async write(db, runs, now): Promise<Written> {
    const changes: Change[] = [];
    for (const run of runs) if (run.again) changes.push(...(await replaced(db, run, run.again.span, now)));
    const readings = runs.flatMap(({ unit: { unitId, accountId }, again, effects }): Reading[] =>
      again ? [] : effects.map((read) => ({ unitId, accountId, read })),
    );
    await saveReadings(db, readings, now);
    // A tag that is shown on the way counts from the start of a trip that is in the log already.
    for (const { unit, again, effects } of runs)
      if (!again)
        for (const { atMs, readMs } of effects)
          changes.push({ topic: DRIVERS_DIFFER, unit, fromMs: atMs, toMs: Math.max(readMs, now.getTime()) });
    return { changes };
  },
};

async function replaced(db: Kysely<Db>, { unit, effects }: TagRun, span: { fromMs: number; toMs: number }, now: Date) {
  const changedAtMs = await replaceReadings(db, unit, span, effects, now);
  return changedAtMs === null ? [] : [{ topic: DRIVERS_DIFFER, unit, fromMs: changedAtMs, toMs: now.getTime() }];
}
