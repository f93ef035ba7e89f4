import type { EcoThresholds } from '@spora/contract/commands/endpoints';
import { SWITCH_SPEED_MAX_KMH } from '@spora/contract/limits';

/** Where a profile was read, and whether the vendor's own pages confirm it for the family. */
export interface ProfileSource {
  readonly isConfirmed: boolean;
  readonly source: string;
}
export interface OutputProfile extends ProfileSource {
  /** Of outputs 1, 2, 3: the io element by which the tracker reports it; its named value is `output1` and so on. */
  readonly avlIds: readonly number[];
}
/** The tracker's parameters; values in m/s² and km/h. */
export interface EcoProfile extends ProfileSource {
  readonly scenario: number;
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  readonly speedScenario: number;
  readonly speed: number;
}

const SETDIGOUT = 'Vendor wiki, SMS/GPRS command - setdigout';
const GREEN_DRIVING = 'Vendor wiki, Template:FMB Device Family Features Parameter list';

/**
 * Commands are data (architecture section 7): what is not here for a family is not offered for it. Families as in
 * `@spora/protocols/avl`: B and C have no profile yet, phones take no commands.
 */
const OUTPUTS: Readonly<Record<string, OutputProfile>> = {
  A: { avlIds: [179, 180, 380], isConfirmed: true, source: SETDIGOUT },
  // The page stands for "most devices"; that the new platform takes the same text is not said in so many words.
  FT: { avlIds: [179, 180], isConfirmed: false, source: SETDIGOUT },
};
const ECO: Readonly<Record<string, EcoProfile>> = {
  A: {
    scenario: 11000,
    acceleration: 11004,
    braking: 11005,
    cornering: 11006,
    speedScenario: 11100,
    speed: 11104,
    // The parameters are the vendor's; how the tracker words its answer to `setparam` differs by firmware and is not.
    isConfirmed: true,
    source: GREEN_DRIVING,
  },
};

/** How outputs of a family are switched; null: not from here. */
export const outputProfileOf = (family: string | undefined): OutputProfile | null => OUTPUTS[family ?? ''] ?? null;
/** By which parameters a family judges the driving; null: not to be set from here. */
export const ecoProfileOf = (family: string | undefined): EcoProfile | null => ECO[family ?? ''] ?? null;

export interface OutputWish {
  readonly output: number;
  readonly isOn: boolean;
  /** It falls back by itself after so many seconds. */
  readonly pulseS: number | null;
  /** The tracker itself waits until it drives no faster than 5 km/h. */
  readonly onlyStandingStill: boolean;
}

/**
 * `setdigout 1`, `setdigout ?1 ? 10`, `setdigout 1 ? 5`: a sign per output up to the one meant, then as many timeouts (s), then as
 * many speeds (km/h); `?` leaves one as it is.
 */
export function outputText({ output, isOn, pulseS, onlyStandingStill }: OutputWish): string {
  const others = Array.from({ length: output - 1 }, () => '?');
  const words = ['setdigout', [...others, isOn ? '1' : '0'].join('')];
  if (pulseS !== null || onlyStandingStill) words.push(...others, pulseS === null ? '?' : String(pulseS));
  if (onlyStandingStill) words.push(...others, String(SWITCH_SPEED_MAX_KMH));
  return words.join(' ');
}

/** `setparam 11000:1;11004:2.5;...`; one that is off keeps its thresholds in the tracker. */
export function ecoText(profile: EcoProfile, wish: EcoThresholds): string {
  const hasSpeed = wish.is_on && wish.max_speed_kmh !== null;
  const values: [number, number][] = [
    [profile.scenario, wish.is_on ? 1 : 0],
    [profile.acceleration, wish.acceleration_ms2],
    [profile.braking, wish.braking_ms2],
    [profile.cornering, wish.cornering_ms2],
    [profile.speedScenario, hasSpeed ? 1 : 0],
    ...(hasSpeed ? [[profile.speed, wish.max_speed_kmh] as [number, number]] : []),
  ];
  return `setparam ${values.map(([id, value]) => `${id}:${value}`).join(';')}`;
}

/** done: carried out. queued: accepted, carried out later. refused: the tracker says no. other: not an answer to this command. */
export type Verdict = 'done' | 'queued' | 'refused' | 'other';

export interface JudgedCommand {
  readonly kind: string;
  readonly family: string;
  readonly parameters: unknown;
}

const REFUSALS = /unknown command|wrong|error|invalid|fail|not supported|disabled from cfg/i;

/** What an answer means for a command that waits for one. */
export function judgeAnswer(command: JudgedCommand, text: string): Verdict {
  if (command.kind === 'output') return judgeOutput(command.parameters as OutputWish, text);
  const profile = ecoProfileOf(command.family);
  if (REFUSALS.test(text)) return 'refused';
  return profile && text.includes(String(profile.scenario)) ? 'done' : 'other';
}

/** `DOUT1:ON Timeout:INFINITY`, `... queued`, `DOUT1 Is disabled from CFG`; each output has its part of the text. */
function judgeOutput(wish: OutputWish, text: string): Verdict {
  const parts = text.split(/(?=DOUT\d?\b)/i);
  const own = parts.find((part) =>
    new RegExp(`^DOUT${wish.output}\\s*:\\s*${wish.isOn ? '(ON|1)' : '(OFF|0)'}\\b`, 'i').test(part),
  );
  if (own) return /queued/i.test(own) ? 'queued' : 'done';
  return REFUSALS.test(text) ? 'refused' : 'other';
}
