import type { SealDocument } from '@spora/seal/document';
import type { Seal, SealedDocument } from '@spora/seal/seal';
import { fromBase64Url, toBase64Url } from '@spora/seal/document';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { SealableHead, SealableTrip } from './rules.ts';

export async function headOf(db: Kysely<Db>, attestationId: number): Promise<SealableHead> {
  const { rows } = await sql<SealableHead>`
    SELECT a.account_id, c.name AS account, a.unit_id, u.name AS unit, u.registration_number, d.full_name AS driver, a.member_id AS driver_id,
      a.from_day::text, a.to_day::text, c.time_zone, a.note, a.user_attested_at, x.full_name AS user_attested_by,
      a.user_attested_by AS user_attested_by_id, a.admin_attested_at, y.full_name AS admin_attested_by, a.admin_attested_by AS admin_attested_by_id
    FROM attestation a JOIN account c ON c.id = a.account_id JOIN unit u ON u.id = a.unit_id LEFT JOIN member d ON d.id = a.member_id
    LEFT JOIN member x ON x.id = a.user_attested_by LEFT JOIN member y ON y.id = a.admin_attested_by
    WHERE a.id = ${attestationId}`.execute(db);
  return rows[0] as SealableHead;
}

/** The trips of an attested period with all that was changed of them, in order. */
export async function tripsOf(db: Kysely<Db>, attestationId: number): Promise<SealableTrip[]> {
  const { rows } = await sql<SealableTrip>`
    SELECT t.id, t.started_at, t.ended_at, t.start_address, t.stop_address, t.attested_start_odometer_m AS start_odometer_m,
      t.attested_stop_odometer_m AS stop_odometer_m, t.distance_m, t.type, m.full_name AS driver, t.driver_member_id AS driver_id, t.purpose, t.project, t.note, t.visited,
      t.passengers, t.is_manual, t.merged_into_id,
      coalesce((SELECT jsonb_agg(jsonb_build_array(to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), coalesce(w.full_name, ''), e.field, e.old_value,
          coalesce(e.value, ''), e.actor_member_id) ORDER BY e.id)
        FROM trip_edit e LEFT JOIN member w ON w.id = e.actor_member_id
        WHERE e.unit_id = t.unit_id AND e.anchor_at BETWEEN t.started_at AND t.ended_at
          AND e.manual_trip_id IS NOT DISTINCT FROM CASE WHEN t.is_manual THEN t.id END), '[]') AS edits
    FROM trip t LEFT JOIN member m ON m.id = t.driver_member_id
    WHERE t.attestation_id = ${attestationId} ORDER BY t.started_at, t.id`.execute(db);
  return rows;
}

export interface SealRow {
  unit_id: number;
  number: number;
  format: SealDocument['format'];
  document: SealDocument;
  root: Uint8Array;
  previous: Uint8Array;
  signature: Uint8Array;
  key_id: string;
  at: Date;
}

/** The signed statement of a seal; what is read of its document beside it is its format. */
export const STATEMENT = sql`s.unit_id, s.number, s.document ->> 'format' AS format, s.root, s.previous, s.signature, s.key_id, s.at`;

export const sealOf = (row: Omit<SealRow, 'document'>): Seal => ({
  format: row.format,
  unit: row.unit_id,
  number: row.number,
  root: toBase64Url(row.root),
  previous: toBase64Url(row.previous),
  at: row.at.toISOString(),
  key_id: row.key_id,
  signature: toBase64Url(row.signature),
});

/** The newest seal of each unit that the attestations are of and that has one, held against others who seal it until the transaction ends. */
export async function lockChains(db: Kysely<Db>, attestationIds: readonly number[]): Promise<Map<number, Seal>> {
  // In order, so that two who lock several do not wait for each other.
  const { rows: units } = await sql<{ id: number }>`
    SELECT id, pg_advisory_xact_lock(hashtext('spora.seal'), id::integer) FROM
      (SELECT DISTINCT unit_id AS id FROM attestation WHERE id = ANY (${attestationIds}::bigint[]) ORDER BY 1) u`.execute(db);
  // A statement of its own sees what was sealed while it waited.
  const { rows } = await sql<SealRow>`
    SELECT DISTINCT ON (s.unit_id) ${STATEMENT} FROM seal s WHERE s.unit_id = ANY (${units.map(({ id }) => id)}::bigint[])
    ORDER BY s.unit_id, s.number DESC`.execute(db);
  return new Map(rows.map((row) => [row.unit_id, sealOf(row)]));
}

export async function insertSeal(
  db: Kysely<Db>,
  { accountId, attestationId }: { accountId: number; attestationId: number },
  { seal, document }: SealedDocument,
): Promise<void> {
  await db
    .insertInto('seal')
    .values({
      account_id: accountId,
      unit_id: seal.unit,
      attestation_id: attestationId,
      number: seal.number,
      document: JSON.stringify(document),
      root: Buffer.from(fromBase64Url(seal.root)),
      previous: Buffer.from(fromBase64Url(seal.previous)),
      signature: Buffer.from(fromBase64Url(seal.signature)),
      key_id: seal.key_id,
      at: new Date(seal.at),
    })
    .execute();
}

/** A seal with its document; `isCurrent` tells that its period is attested still and no newer seal of it was made. */
export interface StoredSeal extends SealedDocument {
  readonly attestationId: number;
  readonly isCurrent: boolean;
}

/** The chain of a unit from its first seal. */
export async function chainOf(db: Kysely<Db>, unitId: number): Promise<StoredSeal[]> {
  const { rows } = await sql<SealRow & { attestation_id: number; is_current: boolean }>`
    SELECT ${STATEMENT}, s.document, s.attestation_id,
      a.reopened_at IS NULL AND NOT EXISTS (SELECT FROM seal n WHERE n.attestation_id = s.attestation_id AND n.number > s.number) AS is_current
    FROM seal s JOIN attestation a ON a.id = s.attestation_id WHERE s.unit_id = ${unitId} ORDER BY s.number`.execute(db);
  return rows.map((row) => ({
    seal: sealOf(row),
    document: row.document,
    attestationId: row.attestation_id,
    isCurrent: row.is_current,
  }));
}

/** Units that have something sealed or attested. */
export async function sealedUnits(db: Kysely<Db>): Promise<{ unitId: number; name: string; account: string }[]> {
  const { rows } = await sql<{ unit_id: number; name: string; account: string }>`
    SELECT u.id AS unit_id, u.name, c.name AS account FROM unit u JOIN account c ON c.id = u.account_id
    WHERE EXISTS (SELECT FROM attestation a WHERE a.unit_id = u.id) OR EXISTS (SELECT FROM seal s WHERE s.unit_id = u.id) ORDER BY u.id`.execute(
    db,
  );
  return rows.map((row) => ({ unitId: row.unit_id, name: row.name, account: row.account }));
}

/** Attested periods of a unit, and trips that claim to be attested, without a seal that says so. */
export async function unsealed(db: Kysely<Db>, unitId: number): Promise<{ attestations: number[]; trips: number[] }> {
  const { rows: periods } = await sql<{ id: number }>`
    SELECT a.id FROM attestation a WHERE a.unit_id = ${unitId} AND a.reopened_at IS NULL
      AND NOT EXISTS (SELECT FROM seal s WHERE s.attestation_id = a.id)`.execute(db);
  const { rows: trips } = await sql<{ id: number }>`
    SELECT t.id FROM trip t LEFT JOIN attestation a ON a.id = t.attestation_id
    WHERE t.unit_id = ${unitId} AND t.attestation_id IS NOT NULL AND (a.id IS NULL OR a.reopened_at IS NOT NULL)`.execute(db);
  return { attestations: periods.map(({ id }) => id), trips: trips.map(({ id }) => id) };
}

/** The seals of an attested period, with whose they are. */
export async function sealsOf(db: Kysely<Db>, attestationId: number): Promise<OwnedSeal[]> {
  const { rows } = await sql<OwnedRow>`
    SELECT ${STATEMENT}, s.account_id FROM seal s WHERE s.attestation_id = ${attestationId} ORDER BY s.number`.execute(db);
  return rows.map(ownedOf);
}

/** A signed statement and the account that it is of. */
export interface OwnedSeal {
  readonly accountId: number;
  readonly seal: Seal;
}
type OwnedRow = SealRow & { account_id: number };
const ownedOf = (row: OwnedRow): OwnedSeal => ({ accountId: row.account_id, seal: sealOf(row) });

/** The seals of all accounts whose places in their chains are not among those given; as the pipeline or an owner. */
export async function sealsBeside(
  db: Kysely<Db>,
  places: readonly { readonly unit: number; readonly number: number }[],
): Promise<OwnedSeal[]> {
  const { rows } = await sql<OwnedRow>`
    SELECT ${STATEMENT}, s.account_id FROM seal s
    LEFT JOIN unnest(${places.map(({ unit }) => unit)}::bigint[], ${places.map(({ number }) => number)}::integer[]) AS k (unit_id, number)
      ON k.unit_id = s.unit_id AND k.number = s.number
    WHERE k.unit_id IS NULL ORDER BY s.unit_id, s.number`.execute(db);
  return rows.map(ownedOf);
}

/** Accounts of these that were erased whole: nothing of them is left but that they were (ADM-022). */
export async function erasedAccounts(db: Kysely<Db>, accountIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT a.id FROM account a WHERE a.id = ANY (${accountIds}::bigint[]) AND a.erased_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM unit u WHERE u.account_id = a.id) AND NOT EXISTS (SELECT FROM member m WHERE m.account_id = a.id)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A seal of days long gone whose document holds more than it may; the attestation's days. */
export interface OldSeal {
  readonly id: number;
  readonly attestationId: number;
  readonly toDay: string;
  readonly document: SealDocument;
}

/** Seals of periods that began before a day and whose documents have not been reduced whole, after one by its id. */
export async function oldSeals(db: Kysely<Db>, beforeDay: string, after: number, limit: number): Promise<OldSeal[]> {
  const { rows } = await sql<{ id: number; attestation_id: number; to_day: string; document: SealDocument }>`
    SELECT s.id, s.attestation_id, a.to_day::text, s.document FROM seal s JOIN attestation a ON a.id = s.attestation_id
    WHERE a.from_day < ${beforeDay}::date AND s.id > ${after} AND NOT (s.document -> 'head' -> 'driver' ? 'hash')
    ORDER BY s.id LIMIT ${limit}`.execute(db);
  return rows.map(({ attestation_id, to_day, ...row }) => ({ ...row, attestationId: attestation_id, toDay: to_day }));
}

export async function saveDocument(db: Kysely<Db>, id: number, document: SealDocument): Promise<void> {
  await sql`UPDATE seal SET document = ${JSON.stringify(document)}::jsonb WHERE id = ${id}`.execute(db);
}

/** What people wrote of a period that is no longer kept. */
export async function dropNotes(db: Kysely<Db>, attestationId: number): Promise<void> {
  await sql`UPDATE attestation SET note = '', reopened_reason = '' WHERE id = ${attestationId}`.execute(db);
}
