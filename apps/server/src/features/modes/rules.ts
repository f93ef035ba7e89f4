import type { CommandState } from '@spora/contract/commands/endpoints';
import { activeAtLatestMs, type ChosenMode, CHOSEN_MODES, type Mode, MODE_FACTS, MODES } from '@spora/contract/modes/modes';
import type { ModeCommands } from '@spora/protocols/protocol';

/** The modes that a tracker can be set to, in the order of the chooser; none without a profile. */
export const modesOf = (profile: Pick<ModeCommands, 'longestS'> | undefined): Mode[] =>
  profile ? MODES.filter((mode) => MODE_FACTS[mode].stillS <= profile.longestS) : [];

/** The order by which a tracker is set to a mode. */
export const orderOf = (mode: Mode): { movingS: number; stillS: number } => {
  const { movingS, stillS } = MODE_FACTS[mode];
  return { movingS, stillS };
};

/** Below this a supply feeds nothing: no vehicle has less. */
const SUPPLY_MIN_V = 6;
/** MODE-007: whether the vehicle feeds the tracker, by the newest values of the unit. */
export function isPowered(named: unknown): boolean {
  const volts = (named as { external_voltage_v?: unknown } | null)?.external_voltage_v;
  return typeof volts === 'number' && volts >= SUPPLY_MIN_V;
}

/** Quicker than this no tracker is set to report. */
const QUICKEST_S = 10;
/**
 * MODE-003: theft mode reports at least so often. A unit that reports more often goes on doing so: by the mode that theft mode takes the
 * place of, or where none was ever asked for by what it was seen to do. It stands no longer between two reports than it did (`restS`), nor
 * does it move with longer ones than what follows theft mode.
 */
export function theftOrderOf(
  before: ChosenMode | null,
  seenS: number | null,
  { follows = before, restS = null }: { readonly follows?: ChosenMode | null; readonly restS?: number | null } = {},
): { movingS: number; stillS: number } {
  const theft = orderOf('theft');
  const wasS = before === null ? Math.max(seenS ?? theft.movingS, QUICKEST_S) : orderOf(before).movingS;
  const laterS = follows === null ? theft.movingS : orderOf(follows).movingS;
  return { movingS: Math.min(theft.movingS, wasS, laterS), stillS: Math.min(theft.stillS, restS ?? theft.stillS) };
}

const MINUTE_S = 60;
/**
 * DEC-51: how often a unit of which no mode was ever asked for is known to report while it stands, to whole minutes, since what is seen is
 * never round. Null: what it does within five minutes may be how it reports while it moves.
 */
const restSeen = (seenS: number | null): number | null =>
  seenS !== null && seenS > MODE_FACTS.theft.movingS ? Math.round(seenS / MINUTE_S) * MINUTE_S : null;
/** How often it usually reports while it stands, as an order says it: nothing of it is how it moves. */
const restUsual = (restingS: number): number =>
  restingS < MINUTE_S ? Math.max(QUICKEST_S, Math.floor(restingS)) : Math.round(restingS / MINUTE_S) * MINUTE_S;

/** How often a unit reports while it stands in a mode that follows theft mode: as the mode says, and no seldomer than before. */
export const restingIn = (mode: ChosenMode, restS: number | null): number => Math.min(MODE_FACTS[mode].stillS, restS ?? Infinity);

/** How a unit reports, as far as it is known. */
export interface Reporting {
  readonly lastContactMs: number | null;
  /** Seconds between reports by what it was seen to do. */
  readonly seenS: number | null;
  readonly current: Mode | null;
}

/**
 * MODE-007: when (ms) a change is in force at the latest: at its next report, by the mode that it confirmed, or by what it was seen to
 * do where that is longer. One that is late already, or never reported: null, at its next report whenever that is.
 */
export function expectedAtMs({ lastContactMs, seenS, current }: Reporting, nowMs: number): number | null {
  const ofMode = current === null ? null : MODE_FACTS[current].stillS;
  const intervalS = ofMode === null && seenS === null ? null : Math.max(ofMode ?? 0, seenS ?? 0);
  const atMs = activeAtLatestMs(lastContactMs, intervalS);
  return atMs === null || atMs < nowMs ? null : atMs;
}

/**
 * DEC-51: the mode that comes nearest to how a unit was seen to report of which no mode was ever asked for from here, and no seldomer; null:
 * nothing was seen. Of one that its vehicle feeds, what was seen may be how it reports while it stands: it is not made seldomer when it moves.
 */
function modeSeen(seenS: number | null, isFed: boolean): ChosenMode | null {
  if (seenS === null) return null;
  const asOften = CHOSEN_MODES.find((mode) => MODE_FACTS[mode].movingS <= seenS) ?? 'realtime-1';
  return isFed ? 'realtime-1' : asOften;
}

/**
 * DEC-51: what theft mode takes the place of: what was asked for last, or where nothing ever was what comes nearest to how the unit was seen
 * to report; of the latter nobody knows that its tracker was set up so.
 */
export function modesBeforeTheft(
  last: { readonly mode: Mode; readonly still_s: number } | null,
  seen: {
    readonly seenS: number | null;
    readonly isFed: boolean;
    /** How often it usually reports while it stands, where that was seen. */
    readonly restingS: number | null;
  },
): BeforeTheft {
  const asked = CHOSEN_MODES.find((mode) => mode === last?.mode) ?? null;
  if (last && asked !== null) return { asked, before: asked, restS: last.still_s };
  const restS = seen.restingS === null ? restSeen(seen.seenS) : restUsual(seen.restingS);
  return { asked, before: modeSeen(seen.seenS, seen.isFed), restS };
}
interface BeforeTheft {
  /** What was asked for last; null: nothing ever was. */
  readonly asked: ChosenMode | null;
  readonly before: ChosenMode | null;
  /** Seconds between reports while it stood; null: nobody knows. */
  readonly restS: number | null;
}

/** What stands by what was asked for: the request that waits, else what the tracker confirmed. */
export const lastAsked = <Row extends { readonly given_up_as: string | null }>(modes: {
  readonly current: Row | null;
  readonly pending: Row | null;
}): Row | null => (modes.pending?.given_up_as === null ? modes.pending : modes.current);

/**
 * DEC-51: what follows theft mode that the tracker has: the mode of before; where nothing tells which, or its tracker does not take it, 24 h
 * or the seldomest that it takes. Null: it takes none.
 */
export const modeAfterTheft = (before: ChosenMode | null, offered: readonly Mode[]): ChosenMode | null =>
  CHOSEN_MODES.find((mode) => mode === before && offered.includes(mode)) ??
  CHOSEN_MODES.find((mode) => offered.includes(mode)) ??
  null;

interface Request {
  readonly mode: Mode;
  readonly command_state?: CommandState | null;
}
/** Whether the tracker has been told of theft mode, or may have been, so that something has to follow it. */
export const hasGotTheft = (current: Request | null, pending: Request | null): boolean =>
  current?.mode === 'theft' || pending?.command_state === 'sent' || pending?.command_state === 'timed-out';

/** MODE-008: how a request stands, by the command that carries it; without one it waits for its turn. */
export function pendingState(givenUpAs: string | null, command: CommandState | null): 'waiting' | 'sent' | 'refused' {
  if (givenUpAs === 'refused') return 'refused';
  return command === 'sent' || command === 'queued' ? 'sent' : 'waiting';
}

/** A request that found no answer is ordered again after so long, so many times; then it is given up. */
export const RETRY_MS = 60_000;
export const ATTEMPTS_MAX = 50;
/** A command waits for its tracker for so long. */
export const KEPT_S = 45 * 86_400;
