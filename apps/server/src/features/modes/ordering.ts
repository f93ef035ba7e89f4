import type { Kysely } from 'kysely';
import type { Mode } from '@spora/contract/modes/modes';
import { setAccount, type AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { commandsOfUnit, orderInstead, withdrawWaiting } from '../commands/api.ts';
import * as repository from './repository.ts';
import { KEPT_S, orderOf } from './rules.ts';

/** Of modes one command is under way at a time. */
export const SUBJECT = 'mode';

export interface Request {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly memberId: number | null;
  readonly mode: Mode;
  readonly at: Date;
}

/**
 * Asks a unit to report by a mode, in the place of what waits; the account is in force on `db`. While another change is on its way to
 * the tracker this one waits for its turn. False: its tracker takes none.
 */
export async function requestMode(db: Kysely<Db>, request: Request): Promise<boolean> {
  const commands = await commandsOfUnit(db, request.unitId);
  if (!commands?.modes || orderOf(request.mode).stillS > commands.modes.longestS) return false;
  const id = await repository.insertRequest(db, request);
  await order(db, id, request);
  return true;
}

async function order(db: Kysely<Db>, id: number, { unitId, memberId, mode, at }: Omit<Request, 'accountId'>): Promise<void> {
  const commands = await commandsOfUnit(db, unitId);
  if (!commands?.modes || (await repository.isOnItsWay(db, unitId, SUBJECT)))
    return void (await repository.noteTooSoon(db, id, at));
  const text = commands.modes.text(orderOf(mode));
  const what = { unitId, memberId, kind: 'mode', subject: SUBJECT, parameters: { mode }, family: commands.family, text } as const;
  await repository.noteOrdered(db, id, await orderInstead(db, { ...what, at, keptS: KEPT_S, confirmedWithinS: null }));
}

/** Orders what waits for its turn, or found no answer. Answers whether there may be more. */
export async function orderDue(db: Kysely<Db>, now: Date): Promise<boolean> {
  const due = await repository.toOrder(db, now, AT_ONCE);
  for (const { id, account_id, unit_id: unitId, member_id: memberId, mode } of due) {
    await setAccount(db, account_id);
    await order(db, id, { unitId, memberId, mode, at: now });
  }
  return due.length === AT_ONCE;
}
const AT_ONCE = 100;

/** Takes back what waits for the unit, and its command. */
export async function withdrawRequest(db: Kysely<Db>, unitId: number, at: Date): Promise<void> {
  await withdrawWaiting(db, unitId, SUBJECT, at);
  await repository.giveUp(db, unitId, 'withdrawn', at);
}
