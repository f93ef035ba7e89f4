import type { CommandState } from '@spora/contract/commands/endpoints';
import { CONFIRMATION_S, ECO_COMMAND_KEPT_S } from '@spora/contract/limits';
import { type JudgedCommand, judgeAnswer, type OutputWish } from './profile-rules.ts';

export interface OutputSettings {
  readonly name: string;
  readonly type: 'relay' | 'siren' | 'heater' | 'starter-block' | 'other';
  readonly normal_state: boolean;
  readonly pulse_s: number | null;
  readonly who: 'administrators' | 'users';
}
export interface InputSettings {
  readonly name: string;
  readonly active_high: boolean;
  readonly meaning: 'door' | 'alarm' | 'private-switch' | 'operating-time' | 'panic' | 'other';
  readonly alarm_delay_s: number;
}
/** Before anybody has said what is connected. */
export const NEW_OUTPUT: OutputSettings = { name: '', type: 'other', normal_state: false, pulse_s: null, who: 'administrators' };
export const NEW_INPUT: InputSettings = { name: '', active_high: true, meaning: 'other', alarm_delay_s: 0 };

/** How long a command may wait for its tracker, and until when it has to be confirmed; see decision 0022. */
export function deadlinesOf(kind: 'output' | 'eco-driving', now: Date): { expiresAt: Date; confirmBy: Date | null } {
  const inS = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  if (kind === 'output') return { expiresAt: inS(CONFIRMATION_S), confirmBy: inS(CONFIRMATION_S) };
  return { expiresAt: inS(ECO_COMMAND_KEPT_S), confirmBy: null };
}

export interface CommandTimes {
  readonly state: string;
  readonly expires_at: Date;
  readonly confirm_by: Date | null;
}

/** How a command stands at `now`, also where nobody has written yet that its time is up. */
export function stateAt(command: CommandTimes, now: Date): CommandState {
  if (command.state === 'waiting' && command.expires_at <= now) return 'expired';
  if (command.state === 'sent' && command.confirm_by !== null && command.confirm_by <= now) return 'timed-out';
  return command.state as CommandState;
}

/** A change whose end is still to come. */
export const isUnderWay = (state: CommandState): boolean => state === 'waiting' || state === 'sent';

/** OUT-003, DEC-52: while the last change is unacknowledged; one that was withdrawn says nothing of the one before. */
export function needsConfirmation(newestFirst: readonly CommandTimes[], now: Date): boolean {
  const last = newestFirst.map((command) => stateAt(command, now)).find((state) => state !== 'withdrawn');
  return last === 'timed-out' || last === 'expired';
}

/**
 * OUT-008: the wish that takes an output out of its normal state, where that may stop the vehicle; null: neither may. An output
 * of which nobody has said what is connected counts as one that may.
 */
export const dangerousWish = (settings: OutputSettings, isConfigured: boolean): boolean | null =>
  !isConfigured || settings.type === 'starter-block' ? !settings.normal_state : null;

/** A value and since when it is known. */
export interface KnownState {
  readonly isOn: boolean;
  readonly at: Date;
}

/** What a confirmed switch leaves behind at `now`: a pulse has fallen back when its time is over. */
export function stateLeftBy(wish: OutputWish, confirmedAt: Date, now: Date): KnownState {
  const fellBackAt = wish.pulseS === null ? null : new Date(confirmedAt.getTime() + wish.pulseS * 1000);
  return fellBackAt && fellBackAt <= now ? { isOn: !wish.isOn, at: fellBackAt } : { isOn: wish.isOn, at: confirmedAt };
}

/** OUT-010: what was confirmed or reported last. */
export function newestState(...known: readonly (KnownState | null)[]): KnownState | null {
  let newest: KnownState | null = null;
  for (const state of known) if (state && (!newest || state.at > newest.at)) newest = state;
  return newest;
}

export interface AwaitedCommand extends JudgedCommand {
  readonly id: number;
  readonly state: string;
}
export interface Matched {
  readonly id: number;
  readonly state: 'acknowledged' | 'queued' | 'failed';
}

/**
 * Which command an answer belongs to. Answers bear no number: it is the one that was sent if it fits, else an unconfirmed
 * one that it fits (OUT-011); what fits none is the refusal of the one that was sent. `awaited` is newest first.
 */
export function matchAnswer(awaited: readonly AwaitedCommand[], text: string, wasExecuted: boolean): Matched | null {
  const sent = awaited.find(({ state }) => state === 'sent');
  const inOrder = [...(sent ? [sent] : []), ...awaited.filter((command) => command !== sent)];
  if (wasExecuted)
    for (const command of inOrder) {
      const verdict = judgeAnswer(command, text);
      if (verdict === 'done') return { id: command.id, state: 'acknowledged' };
      if (verdict === 'queued') return { id: command.id, state: 'queued' };
    }
  return sent ? { id: sent.id, state: 'failed' } : null;
}
