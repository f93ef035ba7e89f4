import { type Kysely, sql } from 'kysely';
import type { RateKind, RateSubject } from '@spora/contract/accounts/settings';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { NAME_ORDER } from '../../../platform/database/name-order.ts';

const RATE_COLUMNS = ['id', 'kind', 'subject', 'amount', 'currency', 'valid_from'] as const;

/** Newest day first. */
export const listRates = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account_rate')
    .where('account_id', '=', accountId)
    .select(RATE_COLUMNS)
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .execute();

export const rateById = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('account_rate').where('account_id', '=', accountId).where('id', '=', id).select(RATE_COLUMNS).executeTakeFirst();

export interface NewRate {
  readonly kind: RateKind;
  readonly subject: RateSubject;
  readonly amount: number;
  readonly currency: string;
  readonly valid_from: string;
}

/** The amount that this day had, if it had one: a slip of the hand is put right by setting the same day again. */
export const replacedRate = (db: Kysely<Db>, accountId: AccountId, rate: NewRate) =>
  db
    .selectFrom('account_rate')
    .where('account_id', '=', accountId)
    .where('kind', '=', rate.kind)
    .where('subject', '=', rate.subject)
    .where('valid_from', '=', rate.valid_from)
    .select(['amount', 'currency'])
    .executeTakeFirst();

export const saveRate = (db: Kysely<Db>, actor: MemberActor, rate: NewRate, at: Date) =>
  db
    .insertInto('account_rate')
    .values({ account_id: actor.accountId, ...rate, set_at: at, set_by_member_id: actor.memberId })
    .onConflict((conflict) =>
      conflict.constraint('account_rate_day').doUpdateSet({
        amount: rate.amount,
        currency: rate.currency,
        set_at: at,
        set_by_member_id: actor.memberId,
      }),
    )
    .returning(RATE_COLUMNS)
    .executeTakeFirstOrThrow();

export async function deleteRate(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('account_rate').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export const moneyOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['currency', 'country']).executeTakeFirstOrThrow();

/** Newest day first. */
export const listCarBenefits = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('account_car_benefit')
    .where('account_id', '=', accountId)
    .select(['valid_from', 'benefit_factor', 'reduced_line_km', 'private_occasions_max', 'private_km_max'])
    .orderBy('valid_from', 'desc')
    .execute();

export async function saveCarBenefit(
  db: Kysely<Db>,
  actor: MemberActor,
  {
    valid_from,
    ...figures
  }: {
    readonly valid_from: string;
    readonly benefit_factor: number;
    readonly reduced_line_km: number | null;
    readonly private_occasions_max: number | null;
    readonly private_km_max: number | null;
  },
  at: Date,
): Promise<void> {
  const by = { set_at: at, set_by_member_id: actor.memberId };
  await db
    .insertInto('account_car_benefit')
    .values({ account_id: actor.accountId, valid_from, ...figures, ...by })
    .onConflict((conflict) => conflict.constraint('account_car_benefit_pk').doUpdateSet({ ...figures, ...by }))
    .execute();
}

/** Benefit cars that are in use, by name. */
export async function benefitCars(db: Kysely<Db>, accountId: AccountId) {
  const { rows } = await sql<{ imei: string | null; name: string; has_fuel_benefit: boolean }>`
    SELECT t.imei, u.name, u.has_fuel_benefit FROM unit u LEFT JOIN account_trackers() t ON t.unit_id = u.id
    WHERE u.account_id = ${accountId} AND u.is_benefit_car AND u.retired_at IS NULL ORDER BY u.name ${NAME_ORDER}, u.id`.execute(
    db,
  );
  return rows;
}
