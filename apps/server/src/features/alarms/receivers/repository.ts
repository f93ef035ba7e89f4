import { type Kysely, sql } from 'kysely';
import type { ReceiverChannel } from '@spora/contract/alarms/receivers';
import type { AccountId } from '../../../platform/ctx.ts';
import { violates } from '../../../platform/database/database.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { InputError } from '../../../platform/http/envelope.ts';
import { IS_NUMBER_DEAD } from './out-of-reach.ts';
import { byName } from '../../../platform/database/name-order.ts';

/** What the account says of the mails to its receivers, and what its brand asks of them. */
export const alertSettingsOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('account').where('id', '=', accountId).select(['subsite_id', 'alert_language', 'name']).executeTakeFirstOrThrow();

/** DEC-21: the account that this one belongs to, as its members are told it. */
export async function parentOf(db: Kysely<Db>, accountId: AccountId): Promise<string> {
  const { parent_id } = await db.selectFrom('account').where('id', '=', accountId).select('parent_id').executeTakeFirstOrThrow();
  return parent_id ?? String(accountId);
}

/** ADM-011: of how many units in use a member is told when there is an alarm; locked ones are nobody's to count (LOCK-013). */
export async function countUnitsToldTo(db: Kysely<Db>, accountId: AccountId, memberId: number): Promise<number> {
  const { rows } = await sql<{ units: number }>`SELECT count(DISTINCT g.unit_id)::int AS units
    FROM alarm_receiver r JOIN alarm_receiver_unit g ON g.receiver_id = r.id JOIN unit u ON u.id = g.unit_id AND u.retired_at IS NULL AND u.locked_at IS NULL
    WHERE r.account_id = ${accountId} AND r.member_id = ${memberId} AND (r.security OR r.function)`.execute(db);
  return rows[0]?.units ?? 0;
}

/** DEC-41: what is left of the SMS that the account was given. */
export async function smsCreditOf(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  const { left } = await db
    .selectFrom('sms_credit')
    .where('account_id', '=', accountId)
    .select(sql<number>`coalesce(sum(amount), 0)::int`.as('left'))
    .executeTakeFirstOrThrow();
  return left;
}

/** Holds the account's receivers, so that two changes of their order of escalation are made one after the other. */
export async function lockReceivers(db: Kysely<Db>, accountId: AccountId): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('alarm_receiver')
    .where('account_id', '=', accountId)
    .where('is_alert_number', '=', false)
    .select(['id', 'escalate_to_id'])
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row.escalate_to_id]));
}

export interface ReceiverFields {
  readonly member_id: number | null;
  readonly name: string;
  readonly email: string;
  readonly dial_code: string;
  readonly phone: string;
  readonly push: boolean;
  readonly security: boolean;
  readonly function: boolean;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly escalate_after_min: number | null;
  readonly escalate_to_id: number | null;
}

/** The indexes alone judge whether an address, a number or a user is free, so that two racing calls cannot both have it (ALARM-021). */
async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violates(error, 'alarm_receiver_email')) throw new InputError({ email: ['ReceiverEmailExists'] });
    if (violates(error, 'alarm_receiver_phone')) throw new InputError({ phone: ['ReceiverPhoneExists'] });
    if (violates(error, 'alarm_receiver_by_member')) throw new InputError({ member_id: ['ReceiverMemberExists'] });
    throw error;
  }
}

export async function insertReceiver(db: Kysely<Db>, accountId: AccountId, fields: ReceiverFields, at: Date): Promise<number> {
  const { id } = await orTaken(
    db
      .insertInto('alarm_receiver')
      .values({ account_id: accountId, ...fields, created_at: at, changed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

export async function updateReceiver(
  db: Kysely<Db>,
  accountId: AccountId,
  id: number,
  fields: Partial<ReceiverFields>,
  at: Date,
): Promise<void> {
  await orTaken(
    db
      .updateTable('alarm_receiver')
      .set({ ...fields, changed_at: at })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute(),
  );
}

/** ALARM-041: told of all units, by text message. */
export async function insertAlertNumber(
  db: Kysely<Db>,
  accountId: AccountId,
  fields: Pick<ReceiverFields, 'name' | 'dial_code' | 'phone' | 'security' | 'function'>,
  at: Date,
): Promise<number> {
  const { id } = await orTaken(
    db
      .insertInto('alarm_receiver')
      .values({ account_id: accountId, ...fields, is_alert_number: true, created_at: at, changed_at: at })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

export const alertNumbersOf = (db: Kysely<Db>, accountId: AccountId) =>
  db
    .selectFrom('alarm_receiver as r')
    .where('account_id', '=', accountId)
    .where('is_alert_number', '=', true)
    .select(['id', 'name', 'dial_code', 'phone', 'security', 'function', 'stopped_at', IS_NUMBER_DEAD.as('is_number_dead')])
    .orderBy(byName('name'))
    .orderBy('id')
    .execute();

/** Whoever would have told this one next tells nobody after it. */
export async function deleteReceiver(db: Kysely<Db>, accountId: AccountId, id: number, at: Date): Promise<void> {
  await db
    .updateTable('alarm_receiver')
    .set({ escalate_to_id: null, escalate_after_min: null, changed_at: at })
    .where('account_id', '=', accountId)
    .where('escalate_to_id', '=', id)
    .execute();
  await db.deleteFrom('alarm_receiver').where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function addUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  receiverId: number,
  unitIds: readonly number[],
): Promise<void> {
  await sql`INSERT INTO alarm_receiver_unit (account_id, receiver_id, unit_id)
    SELECT ${accountId}, ${receiverId}, id FROM unnest(${[...unitIds]}::bigint[]) AS u (id) ON CONFLICT DO NOTHING`.execute(db);
}

export async function removeUnits(
  db: Kysely<Db>,
  accountId: AccountId,
  receiverId: number,
  unitIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('alarm_receiver_unit')
    .where('account_id', '=', accountId)
    .where('receiver_id', '=', receiverId)
    .where('unit_id', '=', sql<number>`ANY (${[...unitIds]}::bigint[])`)
    .execute();
}

export async function unitIdsOf(db: Kysely<Db>, accountId: AccountId, receiverId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alarm_receiver_unit')
    .where('account_id', '=', accountId)
    .where('receiver_id', '=', receiverId)
    .select('unit_id')
    .execute();
  return rows.map((row) => row.unit_id);
}

/** How many tests left since then, to one receiver and in all. */
export async function testsSince(
  db: Kysely<Db>,
  accountId: AccountId,
  receiverId: number,
  since: Date,
): Promise<{ own: number; all: number }> {
  return db
    .selectFrom('alarm_message')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'test')
    .where('at', '>', since)
    .select([
      sql<number>`(count(*) FILTER (WHERE receiver_id = ${receiverId}))::int`.as('own'),
      sql<number>`count(*)::int`.as('all'),
    ])
    .executeTakeFirstOrThrow();
}

/** What became of a test as it was ordered, with what carries it out. */
export interface TestOutcome {
  readonly state: 'ordered' | 'no-device' | 'dropped';
  readonly mailId?: number | null;
  readonly smsId?: number | null;
  readonly pushIds?: readonly number[];
}

/** Whether a text message waits, or why it never will. */
export async function smsState(db: Kysely<Db>, id: number): Promise<string | null> {
  const row = await db.selectFrom('sms').where('id', '=', id).select('state').executeTakeFirst();
  return row?.state ?? null;
}

export async function insertTest(
  db: Kysely<Db>,
  accountId: AccountId,
  test: TestOutcome & {
    readonly receiverId: number;
    readonly channel: ReceiverChannel;
    readonly recipient: string;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .insertInto('alarm_message')
    .values({
      account_id: accountId,
      receiver_id: test.receiverId,
      purpose: 'test',
      channel: test.channel,
      recipient: test.recipient,
      at: test.at,
      due_at: test.at,
      state: test.state,
      mail_id: test.mailId ?? null,
      sms_id: test.smsId ?? null,
      push_ids: [...(test.pushIds ?? [])],
    })
    .execute();
}

/** UNIT-011: who receives the alarms of one unit receives those of another too. */
export async function giveReceivers(
  db: Kysely<Db>,
  accountId: AccountId,
  { fromUnitId, unitId }: { readonly fromUnitId: number; readonly unitId: number },
): Promise<void> {
  await sql`INSERT INTO alarm_receiver_unit (account_id, receiver_id, unit_id)
    SELECT account_id, receiver_id, ${unitId} FROM alarm_receiver_unit WHERE account_id = ${accountId} AND unit_id = ${fromUnitId}
    ON CONFLICT DO NOTHING`.execute(db);
}
