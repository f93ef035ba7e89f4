import type { Command, CommandKind } from '@spora/contract/commands/endpoints';
import { familyNamed } from '@spora/protocols/list';
import type { FamilyCommands } from '@spora/protocols/protocol';
import type { Kysely } from 'kysely';
import type { MemberCtx } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { familiesOf, lastOf } from './read-model.ts';
import * as repository from './repository.ts';
import { asCommand } from './service.ts';

/** What the tracker that sits in a unit of the account in force obeys; null: no tracker, or nothing is known to be obeyed. */
export async function commandsOfUnit(db: Kysely<Db>, unitId: number): Promise<(FamilyCommands & { family: string }) | null> {
  return (await commandsOfUnits(db, [unitId])).get(unitId) ?? null;
}

/** The same of many units, by their numbers; those that obey nothing are left out. */
export async function commandsOfUnits(
  db: Kysely<Db>,
  unitIds: readonly number[],
): Promise<ReadonlyMap<number, FamilyCommands & { family: string }>> {
  const found = (await familiesOf(db, unitIds)).flatMap(({ unitId, family }) => {
    const commands = familyNamed(family)?.commands;
    return commands ? [[unitId, { ...commands, family }] as const] : [];
  });
  return new Map(found);
}

export interface CommandOrder {
  readonly unitId: number;
  /** Null where the product itself orders. */
  readonly memberId: number | null;
  readonly kind: Exclude<CommandKind, 'output' | 'eco-driving'>;
  /** What it changes: of one subject at most one command is under way. */
  readonly subject: string;
  readonly parameters: object;
  readonly family: string;
  readonly text: string;
  readonly reason?: string;
  readonly at: Date;
  /** Not sent later than so many seconds from now. */
  readonly keptS: number;
  /** To be confirmed so many seconds from now; null: so long after it was sent as every command. */
  readonly confirmedWithinS: number | null;
}

/**
 * Orders a command from the tracker of a unit; the account is in force on `db`. What waits of the same subject is taken back; what
 * is on its way is not.
 * @throws AppError CommandPending while another of the same subject is on its way; CommandNotSupported without a tracker
 */
export async function orderInstead(db: Kysely<Db>, order: CommandOrder): Promise<number> {
  const { at, keptS, confirmedWithinS, reason = '', ...rest } = order;
  const inS = (seconds: number) => new Date(at.getTime() + seconds * 1000);
  await repository.withdrawWaiting(db, order.unitId, order.subject, at);
  const confirmBy = confirmedWithinS === null ? null : inS(confirmedWithinS);
  return repository.insertCommand(db, { ...rest, reason, at, expiresAt: inS(keptS), confirmBy });
}

/** Takes back what waits of a subject; what was sent already is not. */
export const withdrawWaiting = repository.withdrawWaiting;

/** Waits no more for what was sent to a tracker that sits in the unit no more. */
export const abandonSent = repository.abandonSent;

/** The newest command of a subject as screens show it; those that order it withdraw it too. */
export async function newestCommand(ctx: MemberCtx, unitId: number, subject: string): Promise<Command | null> {
  const [newest] = (await lastOf(ctx, unitId, subject)).recent;
  return newest ? asCommand(newest, ctx.now(), false) : null;
}
