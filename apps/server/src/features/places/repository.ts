import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { AccountId } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { waitForTurn } from '../../platform/database/turns.ts';
import { NAME_ORDER } from '../../platform/database/name-order.ts';
import type { PlaceRule } from '../trips/placing/rules.ts';

/** A place with what its newest version says. */
export interface PlaceRow {
  readonly id: number;
  readonly label: string;
  readonly address: string;
  readonly latE7: number;
  readonly lonE7: number;
  readonly radiusM: number;
  readonly isActive: boolean;
  readonly position: number;
  readonly unitIds: readonly number[] | null;
  readonly validFrom: Date;
  readonly rules: readonly PlaceRule[];
  /** As stored. */
  readonly schedule: unknown;
  /** When it was added, where nobody has changed it since; else null. */
  readonly addedMs: number | null;
}

const PLACES = (accountId: AccountId) => sql<PlaceRow>`
  SELECT p.id, p.label, p.address, p.lat_e7 AS "latE7", p.lon_e7 AS "lonE7", p.radius_m AS "radiusM", p.is_active AS "isActive", p.position,
    to_jsonb(p.unit_ids) AS "unitIds", v.valid_from AS "validFrom", v.rules, v.schedule,
    (SELECT CASE count(*) WHEN 1 THEN min((w.place ->> 'madeMs')::float8) END FROM place_rule w WHERE w.place_id = p.id) AS "addedMs"
  FROM place p JOIN LATERAL (SELECT valid_from, rules, schedule FROM place_rule v WHERE v.place_id = p.id ORDER BY v.id DESC LIMIT 1) v ON true
  WHERE p.account_id = ${accountId} AND p.removed_at IS NULL`;

/** The places of an account by name. */
export async function placesOf(db: Kysely<Db>, accountId: AccountId): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`${PLACES(accountId)} ORDER BY p.label ${NAME_ORDER}, p.id`.execute(db);
  return rows;
}

export async function findPlace(db: Kysely<Db>, accountId: AccountId, id: number): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`${PLACES(accountId)} AND p.id = ${id}`.execute(db);
  return rows[0];
}

/** Holds a place, so that two changes of it are made one after the other. */
export async function lockPlace(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await sql`SELECT FROM place WHERE account_id = ${accountId} AND id = ${id} FOR UPDATE`.execute(db);
}

export type PlaceFields = Pick<PlaceRow, 'label' | 'address' | 'latE7' | 'lonE7' | 'radiusM' | 'isActive' | 'unitIds'>;

const toColumns = (fields: Partial<PlaceFields>) => ({
  ...(fields.label === undefined ? {} : { label: fields.label }),
  ...(fields.address === undefined ? {} : { address: fields.address }),
  ...(fields.latE7 === undefined ? {} : { lat_e7: fields.latE7 }),
  ...(fields.lonE7 === undefined ? {} : { lon_e7: fields.lonE7 }),
  ...(fields.radiusM === undefined ? {} : { radius_m: fields.radiusM }),
  ...(fields.isActive === undefined ? {} : { is_active: fields.isActive }),
  ...(fields.unitIds === undefined ? {} : { unit_ids: fields.unitIds && [...fields.unitIds] }),
});

/** The index alone judges whether a name is free, so that two racing calls cannot both have it. */
async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violates(error, 'place_label_unique')) throw new AppError('PlaceNameTaken', { cause: error });
    throw error;
  }
}

/** Adds a place at the end of the list. */
export async function insertPlace(
  db: Kysely<Db>,
  accountId: AccountId,
  fields: PlaceFields,
): Promise<{ id: number; position: number }> {
  const last = await db
    .selectFrom('place')
    .where('account_id', '=', accountId)
    .select(sql<number>`coalesce(max(position), 0)`.as('position'))
    .executeTakeFirstOrThrow();
  const columns = toColumns(fields) as Required<ReturnType<typeof toColumns>>;
  return orNameTaken(
    db
      .insertInto('place')
      .values({ account_id: accountId, position: last.position + 1, ...columns })
      .returning(['id', 'position'])
      .executeTakeFirstOrThrow(),
  );
}

/** Adds many places at the end of the list, each with a first version without rules that holds from `from`; all or none. */
export async function insertPlainPlaces(
  db: Kysely<Db>,
  accountId: AccountId,
  { rows, from }: { rows: readonly (PlaceFields & Pick<NewVersion, 'place'>)[]; from: Date },
): Promise<void> {
  await orNameTaken(
    sql`WITH given AS (
        SELECT * FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
            AS (label text, address text, "latE7" integer, "lonE7" integer, "radiusM" integer, "isActive" boolean, place jsonb))
          WITH ORDINALITY AS g (label, address, "latE7", "lonE7", "radiusM", "isActive", place, n)
      ), made AS (
        INSERT INTO place (account_id, label, address, lat_e7, lon_e7, radius_m, is_active, position)
        SELECT ${accountId}, label, address, "latE7", "lonE7", "radiusM", "isActive",
          n + (SELECT coalesce(max(position), 0) FROM place WHERE account_id = ${accountId})
        FROM given ORDER BY n
        RETURNING id, label, position
      )
      INSERT INTO place_rule (account_id, place_id, valid_from, place, rules, schedule)
      SELECT ${accountId}, made.id, ${from}, given.place || jsonb_build_object('position', made.position), '[]', 'null'
      FROM made JOIN given USING (label)`.execute(db),
  );
}

export async function updatePlace(db: Kysely<Db>, accountId: AccountId, id: number, fields: Partial<PlaceFields>): Promise<void> {
  const columns = toColumns(fields);
  if (Object.keys(columns).length === 0) return;
  await orNameTaken(db.updateTable('place').set(columns).where('account_id', '=', accountId).where('id', '=', id).execute());
}

export async function markRemoved(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await db.updateTable('place').set({ removed_at: at }).where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** What the place is from now on: no version holds from `from` any more; what had not begun by then never does. */
export async function endVersions(db: Kysely<Db>, accountId: AccountId, placeId: number, from: Date): Promise<void> {
  await sql`UPDATE place_rule SET valid_to = greatest(valid_from, ${from}::timestamptz)
    WHERE account_id = ${accountId} AND place_id = ${placeId} AND (valid_to IS NULL OR valid_to > ${from})
      AND (valid_to IS NULL OR valid_to > valid_from)`.execute(db);
}

/** How many versions a place has had, and when the first was made. */
export async function historyOf(db: Kysely<Db>, accountId: AccountId, id: number): Promise<{ versions: number; madeMs: number }> {
  const { rows } = await sql<{ versions: number; madeMs: number }>`
    SELECT count(*)::int AS versions, coalesce(min((place ->> 'madeMs')::float8), 0) AS "madeMs"
    FROM place_rule WHERE account_id = ${accountId} AND place_id = ${id}`.execute(db);
  return rows[0] ?? { versions: 0, madeMs: 0 };
}

export interface NewVersion {
  readonly placeId: number;
  readonly from: Date;
  /** A place that is off has a version that holds at no time. */
  readonly holds: boolean;
  readonly place: Readonly<Record<string, unknown>>;
  readonly rules: readonly PlaceRule[];
  readonly schedule: unknown;
}

/** Begins a version; those before it are ended first (`endVersions`) and never changed. */
export async function insertVersion(db: Kysely<Db>, accountId: AccountId, version: NewVersion): Promise<void> {
  await sql`INSERT INTO place_rule (account_id, place_id, valid_from, valid_to, place, rules, schedule)
    VALUES (${accountId}, ${version.placeId}, ${version.from}, ${version.holds ? null : version.from}, ${JSON.stringify(version.place)}::jsonb,
      ${JSON.stringify(version.rules)}::jsonb, ${JSON.stringify(version.schedule)}::jsonb)`.execute(db);
}

/** Until the transaction ends nobody else adds a place to the account. */
export const waitToAdd = (db: Kysely<Db>, accountId: AccountId): Promise<void> => waitForTurn(db, 'place', accountId);

/** Waits for whoever adds one at the same time. */
export async function countPlaces(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  await waitToAdd(db, accountId);
  const row = await db
    .selectFrom('place')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}
