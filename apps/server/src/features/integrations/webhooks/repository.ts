import { type Kysely, sql } from 'kysely';
import type { Language } from '@spora/messages/languages';
import type { WebhookEvent } from '@spora/contract/integrations/choices';
import type { AccountId, MemberActor } from '../../../platform/ctx.ts';
import type { Db } from '../../../platform/database/db.generated.ts';
import { waitForTurn } from '../../../platform/database/turns.ts';

const SHOWN = ['id', 'url', 'events', 'created_at', 'failing_since', 'paused_at', 'paused_by'] as const;

export const webhooksOf = (db: Kysely<Db>, accountId: AccountId) =>
  db.selectFrom('webhook').where('account_id', '=', accountId).select(SHOWN).orderBy('id').execute();

/** Waits for whoever makes one at the same time. */
export async function countWebhooks(db: Kysely<Db>, accountId: AccountId): Promise<number> {
  await waitForTurn(db, 'webhook', accountId);
  return (await webhooksOf(db, accountId)).length;
}

export const webhookById = (db: Kysely<Db>, accountId: AccountId, id: number) =>
  db.selectFrom('webhook').where('account_id', '=', accountId).where('id', '=', id).select(SHOWN).executeTakeFirst();

export async function insertWebhook(
  db: Kysely<Db>,
  { accountId, memberId }: Pick<MemberActor, 'accountId' | 'memberId'>,
  hook: { url: string; events: readonly WebhookEvent[]; secret: string; at: Date },
): Promise<number> {
  const row = await db
    .insertInto('webhook')
    .values({
      account_id: accountId,
      url: hook.url,
      events: [...hook.events],
      secret: hook.secret,
      created_at: hook.at,
      created_by_member_id: memberId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface WebhookChange {
  events: string[];
  paused_at?: Date | null;
  paused_by?: 'member' | null;
  failing_since?: null;
}

export async function updateWebhook(db: Kysely<Db>, accountId: AccountId, id: number, change: WebhookChange): Promise<void> {
  await db.updateTable('webhook').set(change).where('account_id', '=', accountId).where('id', '=', id).execute();
}

export async function deleteWebhook(db: Kysely<Db>, accountId: AccountId, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('account_id', '=', accountId).where('id', '=', id).execute();
}

/** A delivery that nothing in the account caused; answers its id. */
export async function insertTest(
  db: Kysely<Db>,
  accountId: AccountId,
  hook: { id: number; event: string; eventId: string; at: Date },
): Promise<number> {
  const row = await db
    .insertInto('webhook_delivery')
    .values({
      account_id: accountId,
      webhook_id: hook.id,
      event: hook.event,
      event_id: hook.eventId,
      occurred_at: hook.at,
      data: '{}',
      created_at: hook.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Newest first, from below the delivery named. */
export const deliveriesOf = (
  db: Kysely<Db>,
  accountId: AccountId,
  { webhookId, before, limit }: { webhookId: number; before: number | undefined; limit: number },
) =>
  db
    .selectFrom('webhook_delivery')
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .$if(before !== undefined, (of) => of.where('id', '<', before as number))
    .select(['id', 'event', 'event_id', 'created_at', 'state', 'attempts', 'last_attempt_at', 'status', 'problem'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** What a call needs, by the worker's role alone: the interface cannot read a secret. */
export const callOf = (db: Kysely<Db>, deliveryId: number) =>
  db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook as w', 'w.id', 'd.webhook_id')
    .where('d.id', '=', deliveryId)
    .where('d.state', '=', 'waiting')
    .select([
      'd.event',
      'd.event_id',
      'd.occurred_at',
      'd.data',
      'w.id as webhook_id',
      'w.account_id',
      'w.url',
      'w.secret',
      'w.paused_at',
    ])
    .executeTakeFirst();

/** Secrets that are not sealed with the newest key, of all accounts; as the pipeline. */
export const secretsBeside = (db: Kysely<Db>, prefix: string) =>
  db
    .selectFrom('webhook')
    .where((eb) => eb.not(eb.fn<boolean>('starts_with', ['secret', eb.val(prefix)])))
    .select(['id', 'account_id', 'secret'])
    .orderBy('id')
    .execute();

/** Unless it has become another meanwhile. */
export async function replaceSecret(db: Kysely<Db>, id: number, former: string, sealed: string): Promise<void> {
  await db.updateTable('webhook').set({ secret: sealed }).where('id', '=', id).where('secret', '=', former).execute();
}

export interface Outcome {
  readonly deliveryId: number;
  readonly webhookId: number;
  readonly at: Date;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly status: number | null;
  readonly problem: string | null;
}

/** Writes how an attempt fared; answers since when the webhook has been failing, null when it works. */
export async function noteOutcome(db: Kysely<Db>, outcome: Outcome): Promise<Date | null> {
  const { state, at, status, problem } = outcome;
  await sql`UPDATE webhook_delivery SET state = ${state}, attempts = attempts + 1, last_attempt_at = ${at}, status = ${status},
    problem = ${problem}, ended_at = ${state === 'waiting' ? null : at}::timestamptz WHERE id = ${outcome.deliveryId}`.execute(
    db,
  );
  const { rows } = await sql<{ failing_since: Date | null }>`UPDATE webhook SET failing_since = ${
    state === 'delivered' ? sql`NULL` : sql`coalesce(failing_since, ${at}::timestamptz)`
  } WHERE id = ${outcome.webhookId} RETURNING failing_since`.execute(db);
  return rows[0]?.failing_since ?? null;
}

/** What was still to be told to a webhook that is paused is not told any more. */
export async function giveUp(db: Kysely<Db>, deliveryId: number, at: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ state: 'failed', problem: 'paused', ended_at: at })
    .where('id', '=', deliveryId)
    .execute();
}

/** False when it was paused before. */
export async function pauseFailing(db: Kysely<Db>, webhookId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ paused_at: at, paused_by: 'failures' })
    .where('id', '=', webhookId)
    .where('paused_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function administratorsOf(
  db: Kysely<Db>,
  accountId: number,
): Promise<{ email: string; full_name: string; language: Language; subsite_id: number; account_name: string }[]> {
  const { rows } = await sql<{ email: string; full_name: string; language: Language; subsite_id: number; account_name: string }>`
    SELECT m.email, m.full_name, m.language, a.subsite_id, a.name AS account_name FROM member m JOIN account a ON a.id = m.account_id
    WHERE m.account_id = ${accountId} AND m.is_admin AND m.disabled_at IS NULL AND m.removed_at IS NULL AND m.alerts_stopped_at IS NULL
      AND a.closed_at IS NULL ORDER BY m.id`.execute(db);
  return rows;
}

export async function dropOld(db: Kysely<Db>, before: Date): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('created_at', '<', before).execute();
}
