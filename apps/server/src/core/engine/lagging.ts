import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import type { Engine } from './engine.ts';
import { holdFreeUnits } from './holds.ts';
import { type Held, type StateMemory, heldAfter, readHeld, saveStates } from './states.ts';

const UNITS_AT_ONCE = 500;

/**
 * Stores the states of units that have said nothing for two minutes and whose stored states lag behind: a unit may stay silent for
 * longer than its positions are kept. Answers how many there were.
 */
export async function storeLaggingStates(engine: Engine, db: Kysely<Db>, now: Date, memory?: StateMemory): Promise<number> {
  const after = new Map<number, Held>();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ unit_id: number; account_id: AccountId }>`
      SELECT p.unit_id, p.account_id FROM unit_projection p
      WHERE p.unit_id IN (SELECT f.unit_id FROM fitting f JOIN tracker t ON t.id = f.tracker_id JOIN projection_checkpoint c ON c.tracker_id = t.id
          JOIN unit_projection s ON s.unit_id = f.unit_id
        WHERE t.last_contact_at < ${now}::timestamptz - interval '2 minutes' AND c.seq > coalesce((s.seqs ->> t.id::text)::bigint, 0)
          AND coalesce(upper(f.during), 'infinity') > ${now}::timestamptz - interval '1 day')
      ORDER BY p.unit_id LIMIT ${UNITS_AT_ONCE}`.execute(tx);
    const due = rows.map((row) => ({ unitId: row.unit_id, accountId: row.account_id }));
    const units = await holdFreeUnits(tx, due);
    if (units.length === 0) return;
    const states = await readHeld(engine, tx, units, memory);
    const held = units.flatMap((unit) => {
      const known = states.get(unit.unitId);
      return known ? [{ unit, known }] : [];
    });
    await saveStates(
      engine,
      tx,
      held.map(({ unit, known: { state, seqOf } }) => ({ unit, state, seqOf })),
    );
    for (const { unit, known } of held)
      after.set(unit.unitId, heldAfter(known, known.state, known.seqOf, { isStored: true, records: 0 }));
  });
  if (memory) for (const [unitId, held] of after) memory.keep(unitId, held);
  return after.size;
}
