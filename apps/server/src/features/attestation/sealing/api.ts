import { type Kysely, sql } from 'kysely';
import type { SealDocument } from '@spora/seal/document';
import type { FieldDifference } from '@spora/seal/fields';
import type { Seal, SealedDocument } from '@spora/seal/seal';
import type { Db } from '../../../platform/database/db.generated.ts';
import { headOf, type SealRow, STATEMENT, sealOf, tripsOf } from './repository.ts';
import { differences, headDifferences, headValues, type SealDifference, valuesOf } from './rules.ts';

/** The seal that counts of an attested period, with the seals before and after it in its unit's chain; null when there is none. */
export async function sealedPeriod(
  db: Kysely<Db>,
  attestationId: number,
): Promise<(SealedDocument & { before: Seal | null; after: Seal | null }) | null> {
  const { rows } = await sql<SealRow>`
    SELECT ${STATEMENT}, s.document FROM seal s WHERE s.attestation_id = ${attestationId}
    ORDER BY s.number DESC LIMIT 1`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const near = await sql<SealRow>`
    SELECT ${STATEMENT} FROM seal s
    WHERE s.unit_id = ${row.unit_id} AND s.number IN (${row.number - 1}, ${row.number + 1})`.execute(db);
  const find = (number: number): Seal | null => {
    const found = near.rows.find((one) => one.number === number);
    return found ? sealOf(found) : null;
  };
  return { seal: sealOf(row), document: row.document, before: find(row.number - 1), after: find(row.number + 1) };
}

/**
 * Where an attested period differs by now from what was sealed of it: every field of its head, every field of every trip, trips that
 * are gone and trips that came.
 */
export async function comparePeriod(
  db: Kysely<Db>,
  attestationId: number,
  document: SealDocument,
  keptSince: Date,
): Promise<{ trips: number; head: FieldDifference[]; rows: SealDifference[] }> {
  const now = (await tripsOf(db, attestationId)).map(valuesOf);
  const head = headValues(await headOf(db, attestationId), now);
  return {
    trips: now.length,
    head: headDifferences(document, head, keptSince),
    rows: differences(document, now, keptSince),
  };
}
