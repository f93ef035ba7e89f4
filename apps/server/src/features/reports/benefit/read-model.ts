import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../platform/database/db.generated.ts';
import type { MemberActor } from '../../../platform/ctx.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

export interface BenefitSetting {
  readonly valid_from: string;
  readonly benefit_factor: number;
  readonly reduced_line_km: number | null;
  readonly private_occasions_max: number | null;
  readonly private_km_max: number | null;
}

/** REP-006: what the account has set, oldest first, and the country whose own figures hold before. */
export async function benefitSettings({
  db,
  actor,
}: Viewer): Promise<{ country: string; currency: string; own: BenefitSetting[] }> {
  const account = await db
    .selectFrom('account')
    .where('id', '=', actor.accountId)
    .select(['country', 'currency'])
    .executeTakeFirstOrThrow();
  const own = await db
    .selectFrom('account_car_benefit')
    .where('account_id', '=', actor.accountId)
    .select(['valid_from', 'benefit_factor', 'reduced_line_km', 'private_occasions_max', 'private_km_max'])
    .orderBy('valid_from')
    .execute();
  return { ...account, own: own.map((row) => ({ ...row, benefit_factor: Number(row.benefit_factor) })) };
}

export interface BenefitUnit {
  readonly id: number;
  readonly name: string;
  readonly registration_number: string | null;
  readonly imei: string | null;
  readonly is_benefit_car: boolean;
  readonly has_fuel_benefit: boolean;
  readonly fuel_type: string | null;
}

export async function benefitUnits({ db, actor }: Viewer, ids: readonly number[]): Promise<BenefitUnit[]> {
  const { rows } = await sql<BenefitUnit>`
    SELECT u.id, u.name, u.registration_number, f.imei, u.is_benefit_car, u.has_fuel_benefit, u.fuel_type
    FROM unit u LEFT JOIN unit_trackers(${ids}::bigint[]) f ON f.unit_id = u.id
    WHERE u.account_id = ${actor.accountId} AND u.id = ANY (${ids}::bigint[])`.execute(db);
  return rows;
}
