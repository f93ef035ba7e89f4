import type { CommandKind } from '@spora/contract/commands/endpoints';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { MemberActor } from '../../platform/ctx.ts';
import { violates } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { announceCommands } from './live.ts';

export interface NewCommand {
  readonly unitId: number;
  /** Null where the product itself orders. */
  readonly memberId: number | null;
  readonly kind: CommandKind;
  readonly subject: string;
  readonly parameters: object;
  readonly family: string;
  readonly text: string;
  readonly reason: string;
  readonly at: Date;
  readonly expiresAt: Date;
  readonly confirmBy: Date | null;
}

/** The index alone judges whether another change of the same thing is under way, so of two racing requests one wins. */
export async function insertCommand(db: Kysely<Db>, command: NewCommand): Promise<number> {
  const { unitId, memberId, kind, subject, family, text, reason, at, expiresAt, confirmBy } = command;
  try {
    const { rows } = await sql<{ id: number | null }>`SELECT order_command(${unitId}, ${memberId}, ${kind}, ${subject},
      ${JSON.stringify(command.parameters)}::jsonb, ${family}, ${text}, ${reason}, ${at}, ${expiresAt}, ${confirmBy}) AS id`.execute(
      db,
    );
    const id = rows[0]?.id;
    if (!id) throw new AppError('CommandNotSupported', { status: 422 });
    await announceCommands(db, [id]);
    return id;
  } catch (error) {
    if (violates(error, 'command_one_under_way')) throw new AppError('CommandPending', { cause: error });
    throw error;
  }
}

/** Takes back what waits for its tracker of a subject: what is asked for next stands in its place. */
export async function withdrawWaiting(db: Kysely<Db>, unitId: number, subject: string, at: Date): Promise<void> {
  await db
    .updateTable('command')
    .set({ state: 'withdrawn', ended_at: at })
    .where('unit_id', '=', unitId)
    .where('subject', '=', subject)
    .where('state', '=', 'waiting')
    .execute();
}

/** What is on its way to a tracker that sits in the unit no more is waited for no more, so that its successor can be told the same. */
export async function abandonSent(db: Kysely<Db>, unitId: number, subject: string, at: Date): Promise<void> {
  await sql`UPDATE command c SET state = 'timed-out', unconfirmed_at = ${at} WHERE c.unit_id = ${unitId} AND c.subject = ${subject}
    AND c.state = 'sent' AND NOT EXISTS (SELECT FROM fitting f WHERE f.tracker_id = c.tracker_id AND f.unit_id = c.unit_id AND upper_inf(f.during))`.execute(
    db,
  );
}

/** False when it was sent in the meantime, or is none of the unit's. */
export async function withdraw(db: Kysely<Db>, unitId: number, id: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('command')
    .set({ state: 'withdrawn', ended_at: at })
    .where('unit_id', '=', unitId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export interface NewIo {
  readonly side: 'input' | 'output';
  readonly number: number;
  readonly settings: object;
}

export async function insertIo(
  db: Kysely<Db>,
  { accountId, memberId }: Pick<MemberActor, 'accountId' | 'memberId'>,
  unitId: number,
  at: Date,
  rows: readonly NewIo[],
): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('unit_io')
    .values(
      rows.map(({ side, number, settings }) => ({
        account_id: accountId,
        unit_id: unitId,
        side,
        number,
        valid_from: at,
        member_id: memberId,
        settings: JSON.stringify(settings),
      })),
    )
    .execute();
}
