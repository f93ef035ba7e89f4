import type { Kysely } from 'kysely';
import type { Mode } from '@spora/contract/modes/modes';
import { setAccount, type AccountId } from '../../platform/ctx.ts';
import type { Db } from '../../platform/database/db.generated.ts';
import { abandonSent, commandsOfUnit, orderInstead, withdrawWaiting } from '../commands/api.ts';
import { announceModes } from './live.ts';
import { modesOfUnits, reportingBeforeTheft, theftsOn } from './read-model.ts';
import * as repository from './repository.ts';
import { KEPT_S, lastAsked, orderOf, theftOrderOf } from './rules.ts';

/** Of modes one command is under way at a time. */
export const SUBJECT = 'mode';

export interface Request {
  readonly accountId: AccountId;
  readonly unitId: number;
  readonly memberId: number | null;
  readonly mode: Mode;
  /** Seconds between reports while it stands, where that is not what the mode says. */
  readonly stillS?: number;
  readonly at: Date;
}

/**
 * Asks a unit to report by a mode, in the place of what waits; the account is in force on `db`. While another change is on its way to
 * the tracker this one waits for its turn. False: its tracker takes none.
 */
export async function requestMode(db: Kysely<Db>, request: Request): Promise<boolean> {
  if (!takes(await commandsOfUnit(db, request.unitId), request.mode)) return false;
  const id = await repository.insertRequest(db, request);
  await order(db, id, request);
  await announceModes(db, [request]);
  return true;
}

/**
 * UNIT-012: another tracker sits in the unit: it is asked for what was asked of its forerunner last, and for theft mode while that is on.
 * One that cannot be set to it is told to have refused. The account is in force on `db`.
 */
export async function requestAgain(
  db: Kysely<Db>,
  { accountId, unitId, memberId, at }: Omit<Request, 'mode' | 'stillS'>,
): Promise<void> {
  const modes = (await modesOfUnits(db, accountId, [unitId])).get(unitId);
  const [theft] = await theftsOn(db, accountId, [unitId]);
  const last = modes ? lastAsked(modes) : null;
  await repository.endCurrent(db, unitId, at);
  await announceModes(db, [{ accountId, unitId }]);
  if (!theft && !last) return;
  await abandonSent(db, unitId, SUBJECT, at);
  await withdrawWaiting(db, unitId, SUBJECT, at);
  const what = theft || !last ? { mode: 'theft' as const } : { mode: last.mode, stillS: last.still_s };
  const request = { accountId, unitId, memberId, ...what, at };
  await order(db, await repository.insertRequest(db, request), request);
}

type Commands = NonNullable<Awaited<ReturnType<typeof commandsOfUnit>>>;
const takes = (commands: Commands | null, mode: Mode): commands is Commands & { modes: NonNullable<Commands['modes']> } =>
  commands?.modes !== undefined && orderOf(mode).stillS <= commands.modes.longestS;

/** False: the unit has another tracker by now, or none, that cannot be set to it: nobody waits for that any more. */
async function order(
  db: Kysely<Db>,
  id: number,
  { unitId, memberId, mode, stillS, at }: Omit<Request, 'accountId'>,
): Promise<boolean> {
  const commands = await commandsOfUnit(db, unitId);
  if (!takes(commands, mode)) {
    await repository.giveUp(db, unitId, 'refused', at);
    return false;
  }
  if (await repository.isOnItsWay(db, unitId, SUBJECT)) {
    await repository.noteTooSoon(db, id, at);
    return true;
  }
  const reports = mode === 'theft' ? await theftOrder(db, unitId) : { ...orderOf(mode), ...(stillS && { stillS }) };
  const text = commands.modes.text(reports);
  const what = { unitId, memberId, kind: 'mode', subject: SUBJECT, parameters: { mode }, family: commands.family, text } as const;
  await repository.noteOrdered(db, id, await orderInstead(db, { ...what, at, keptS: KEPT_S, confirmedWithinS: null }));
  return true;
}

async function theftOrder(db: Kysely<Db>, unitId: number) {
  const { before, seenS, ...known } = await reportingBeforeTheft(db, unitId);
  return theftOrderOf(before, seenS, known);
}

/** Orders what waits for its turn, or found no answer, and tells open maps of what cannot be ordered. Answers whether there may be more. */
export async function orderDue(db: Kysely<Db>, now: Date): Promise<boolean> {
  const due = await repository.toOrder(db, now, AT_ONCE);
  for (const { id, account_id, unit_id: unitId, member_id: memberId, mode, still_s: stillS } of due) {
    await setAccount(db, account_id);
    if (!(await order(db, id, { unitId, memberId, mode, stillS, at: now })))
      await announceModes(db, [{ accountId: account_id, unitId }]);
  }
  return due.length === AT_ONCE;
}
const AT_ONCE = 100;

/** Takes back what waits for the unit, and its command. */
export async function withdrawRequest(
  db: Kysely<Db>,
  { accountId, unitId, at }: Pick<Request, 'accountId' | 'unitId' | 'at'>,
): Promise<void> {
  await withdrawWaiting(db, unitId, SUBJECT, at);
  await repository.giveUp(db, unitId, 'withdrawn', at);
  await announceModes(db, [{ accountId, unitId }]);
}
