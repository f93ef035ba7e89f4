import type { EcoThresholds } from '@spora/contract/commands/endpoints';
import { SWITCH_SPEED_MAX_KMH } from '@spora/contract/limits';
import { familyNamed } from '@spora/protocols/list';
import type { EcoCommands, OutputCommands, Verdict } from '@spora/protocols/protocol';

/** How outputs of a family are switched; null: not from here. Commands are data of the protocol (architecture section 7). */
export const outputProfileOf = (family: string | undefined): OutputCommands | null =>
  familyNamed(family)?.commands?.outputs ?? null;
/** By which parameters a family judges the driving; null: not to be set from here. */
export const ecoProfileOf = (family: string | undefined): EcoCommands | null => familyNamed(family)?.commands?.eco ?? null;

export interface OutputWish {
  readonly output: number;
  readonly isOn: boolean;
  /** It falls back by itself after so many seconds. */
  readonly pulseS: number | null;
  /** The tracker itself waits until it drives no faster than 5 km/h. */
  readonly onlyStandingStill: boolean;
}

/** The text that switches an output. */
export const outputText = (profile: OutputCommands, { onlyStandingStill, ...wish }: OutputWish): string =>
  profile.text({ ...wish, mostKmh: onlyStandingStill ? SWITCH_SPEED_MAX_KMH : null });

/** The text that sets the thresholds; one that is off keeps them in the tracker. */
export const ecoText = (profile: EcoCommands, wish: EcoThresholds): string =>
  profile.text({
    isOn: wish.is_on,
    acceleration: wish.acceleration_ms2,
    braking: wish.braking_ms2,
    cornering: wish.cornering_ms2,
    maxSpeedKmh: wish.max_speed_kmh,
  });

export interface JudgedCommand {
  readonly kind: string;
  readonly family: string;
  readonly parameters: unknown;
}

/** What an answer means for a command that waits for one; of a family that no protocol has any more it means nothing. */
export function judgeAnswer({ kind, family, parameters }: JudgedCommand, text: string): Verdict {
  const commands = familyNamed(family)?.commands;
  switch (kind) {
    case 'output':
      return commands?.outputs?.judge(parameters as OutputWish, text) ?? 'other';
    case 'eco-driving':
      return commands?.eco?.judge(text) ?? 'other';
    case 'mode':
      return commands?.modes?.judge(text) ?? 'other';
    case 'active-tracking':
      return commands?.tracking?.judge(text) ?? 'other';
    case 'sensors':
      return commands?.sensors?.judge(text) ?? 'other';
    default:
      return 'other';
  }
}
