import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberActor } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';

interface Viewer {
  readonly db: Kysely<Db>;
  readonly actor: MemberActor;
}

/** The family of the tracker that sits in the unit; undefined without one. */
export async function familyOf(db: Kysely<Db>, unitId: number): Promise<string | undefined> {
  const { rows } = await sql<{ family: string }>`SELECT family FROM unit_tracker(${unitId})`.execute(db);
  return rows[0]?.family;
}

/** The same of many units; those without a tracker are left out. */
export async function familiesOf(db: Kysely<Db>, unitIds: readonly number[]): Promise<{ unitId: number; family: string }[]> {
  const { rows } = await sql<{ unitId: number; family: string }>`
    SELECT u.id AS "unitId", t.family FROM unnest(${unitIds}::bigint[]) AS u (id), LATERAL unit_tracker(u.id) t`.execute(db);
  return rows;
}

/** Settings in force: the newest of each input and output. */
export const ioSettings = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('unit_io')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .distinctOn(['side', 'number'])
    .select(['side', 'number', 'settings'])
    .orderBy('side')
    .orderBy('number')
    .orderBy('id', 'desc')
    .execute();

/** What the tracker told last. */
export const latestOf = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('unit_latest')
    .where('account_id', '=', actor.accountId)
    .where('unit_id', '=', unitId)
    .select(['speed_kmh', 'state', 'named'])
    .executeTakeFirst();

/** Newest first, with who ordered them. */
export const commandsOf = ({ db, actor }: Viewer, unitId: number) =>
  db
    .selectFrom('command')
    .leftJoin('member', 'member.id', 'command.member_id')
    .where('command.account_id', '=', actor.accountId)
    .where('command.unit_id', '=', unitId)
    .select([
      'command.id',
      'command.kind',
      'command.subject',
      'command.parameters',
      'command.state',
      'command.reason',
      'command.created_at',
      'command.sent_at',
      'command.confirm_by',
      'command.expires_at',
      'command.ended_at',
      'command.answer',
      'member.full_name',
    ])
    .orderBy('command.id', 'desc');
export type CommandRow = Awaited<ReturnType<ReturnType<typeof commandsOf>['execute']>>[number];

/** The newest of one subject that say how it stands: the last ones, and the last acknowledged. */
export async function lastOf(
  viewer: Viewer,
  unitId: number,
  subject: string,
): Promise<{ recent: CommandRow[]; done?: CommandRow }> {
  const commands = commandsOf(viewer, unitId).where('command.subject', '=', subject);
  const recent = await commands.limit(10).execute();
  const done =
    recent.find(({ state }) => state === 'acknowledged') ??
    (await commands.where('command.state', '=', 'acknowledged').limit(1).executeTakeFirst());
  return { recent, ...(done && { done }) };
}

/** What webhooks are told of commands that came to one of these states. */
export const settledFacts = (commandIds: readonly number[], states: readonly string[], now: Date): RawBuilder<unknown> => sql`
  SELECT c.account_id, c.unit_id, 'command-' || c.id || '-' || c.state AS event_id, ${now}::timestamptz AS occurred_at,
    jsonb_build_object('command_id', c.id, 'kind', c.kind, 'subject', c.subject, 'state', c.state) AS data
  FROM command c WHERE c.id = ANY (${commandIds}::bigint[]) AND c.state = ANY (${states}::text[])`;
