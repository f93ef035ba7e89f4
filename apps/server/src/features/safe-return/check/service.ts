import { DAY_MS } from '@spora/calendar/durations';
import { checksBetween } from '@spora/contract/safe-return/schedule';
import { type Ctx, inTransaction } from '../../../platform/ctx.ts';
import { isAtHome, nextAfter, scheduleOf } from '../rules.ts';
import * as repository from './repository.ts';
import { type Place, REMINDED_BEFORE_MS, SETTLED_AFTER_MS, verdictAt } from './rules.ts';

type SystemCtx = Ctx<{ readonly kind: 'system' }>;

/** A unit that was not home at its time. */
export interface MissedHome {
  readonly accountId: number;
  readonly unitId: number;
  readonly atMs: number;
  /** Where it was; null where that is not known. */
  readonly place: Place | null;
}

/** A unit that is to be home soon and is not. */
export interface AwayBeforeCheck {
  readonly accountId: number;
  readonly unitId: number;
  /** When it is to be home, and by which clock that is told. */
  readonly atMs: number;
  readonly timeZone: string;
}

/** A unit that is waited for no more. */
export interface HomeOver {
  readonly unitId: number;
  readonly atMs: number;
  /** It came home; else nobody waits for it any more. */
  readonly isHome: boolean;
}

const AT_ONCE = 200;
/** Of checks that were due while nothing ran: those of the last week, the others are of no use to anybody. */
const JUDGED_LATE_MS = 7 * DAY_MS;

/**
 * SAFE-029, SAFE-030: judges the checks whose time has come, each once and by where the unit was then, however late that is done. Answers
 * whether there may be more.
 */
export const checkHomes = (outer: SystemCtx): Promise<boolean> =>
  inTransaction(outer, async ({ db, now, ports }) => {
    const at = now();
    const until = at.getTime() - SETTLED_AFTER_MS;
    const due = await repository.dueHomes(db, new Date(until), AT_ONCE);
    const checks: repository.NewCheck[] = [];
    const missed: MissedHome[] = [];
    const next: { unitId: number; at: Date | null }[] = [];
    for (const unit of due) {
      const { unit_id: unitId, account_id: accountId } = unit;
      const schedule = scheduleOf(unit);
      next.push({ unitId, at: schedule && nextAfter(schedule, until) });
      if (!schedule || !unit.is_watched) continue;
      const sinceMs = Math.max(unit.next_at.getTime() - 1, until - JUDGED_LATE_MS);
      for (const atMs of checksBetween(schedule, sinceMs, until)) {
        const moment = new Date(atMs);
        if (!(await repository.isRaisedAt(db, unitId, moment))) continue;
        const verdict = verdictAt(unit, await repository.sightingAt(db, unit, moment), atMs, unit.report_interval_s);
        checks.push({ accountId, unitId, atMs, result: verdict.result, isOpen: verdict.result !== 'home' });
        if (verdict.result !== 'home')
          missed.push({ accountId, unitId, atMs, place: verdict.result === 'away' ? verdict.place : null });
      }
    }
    if (due.length === 0) return false;
    const told = new Set((await repository.saveChecks(db, checks, at)).map((row) => `${row.unit_id} ${row.at.getTime()}`));
    await repository.setNext(db, next);
    const news = missed.filter(({ unitId, atMs }) => told.has(`${unitId} ${atMs}`));
    if (news.length > 0) await ports.announce(db, [{ name: 'safe-homes-missed', missed: news }], at);
    return due.length === AT_ONCE;
  });

/**
 * Looks half an hour before a check, once, whether the unit is away; of one whose place is not known nothing is said before its time.
 * Answers whether there may be more.
 */
export const remindOfHomes = (outer: SystemCtx): Promise<boolean> =>
  inTransaction(outer, async ({ db, now, ports }) => {
    const at = now();
    const soon = await repository.homesToRemind(db, at, new Date(at.getTime() + REMINDED_BEFORE_MS), AT_ONCE);
    if (soon.length === 0) return false;
    const away: AwayBeforeCheck[] = [];
    for (const unit of soon) {
      const { unit_id: unitId, account_id: accountId, time_zone: timeZone, next_at: nextAt } = unit;
      if (!unit.is_watched || timeZone === null || !(await repository.isRaisedAt(db, unitId, at))) continue;
      const verdict = verdictAt(unit, await repository.sightingAt(db, unit, at), at.getTime(), unit.report_interval_s);
      if (verdict.result === 'away') away.push({ accountId, unitId, atMs: nextAt.getTime(), timeZone });
    }
    await repository.noteReminded(
      db,
      soon.map(({ unit_id }) => unit_id),
    );
    if (away.length > 0) await ports.announce(db, [{ name: 'safe-homes-soon', away }], at);
    return soon.length === AT_ONCE;
  });

/** SAFE-030: who was missed and has come home since, and who is waited for no more because it was switched off. */
export const watchForHome = (outer: SystemCtx): Promise<void> =>
  inTransaction(outer, async ({ db, now, ports }) => {
    const over = (await repository.awaitedHomes(db)).flatMap((unit): HomeOver[] => {
      const { unit_id: unitId, time, at_lat_e7: latE7, at_lon_e7: lonE7 } = unit;
      if (!unit.is_on) return [{ unitId, atMs: now().getTime(), isHome: false }];
      if (time === null || latE7 === null || lonE7 === null || time <= unit.missed_at) return [];
      return isAtHome(unit, { latE7, lonE7 }) ? [{ unitId, atMs: time.getTime(), isHome: true }] : [];
    });
    if (over.length === 0) return;
    await repository.closeChecks(
      db,
      over.map(({ unitId, atMs, isHome }) => ({ unitId, homeAt: isHome ? new Date(atMs) : null })),
    );
    await ports.announce(db, [{ name: 'safe-homes-over', over }], now());
  });

/** As long as messages are kept (CONST-060). */
const CHECKS_KEPT_MS = 90 * DAY_MS;

export const forgetChecks = async ({ db, now }: SystemCtx): Promise<void> => {
  await repository.dropChecks(db, new Date(now().getTime() - CHECKS_KEPT_MS));
};
