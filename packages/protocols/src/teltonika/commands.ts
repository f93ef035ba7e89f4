import type { EcoCommands, EcoOrder, FamilyCommands, OutputCommands, OutputOrder, Verdict } from '../protocol.ts';
import { MODES_OF_A, TRACKING_OF_A } from './mode-commands.ts';
import { REFUSALS } from './refusals.ts';
import { EYE_SENSORS } from './sensor-commands.ts';

const SETDIGOUT = 'Vendor wiki, SMS/GPRS command - setdigout';
const GREEN_DRIVING = 'Vendor wiki, Template:FMB Device Family Features Parameter list';

/**
 * `setdigout 1`, `setdigout ?1 ? 10`, `setdigout 1 ? 5`: a sign per output up to the one meant, then as many timeouts (s), then as
 * many speeds (km/h); `?` leaves one as it is.
 */
function outputText({ output, isOn, pulseS, mostKmh }: OutputOrder): string {
  const others = Array.from({ length: output - 1 }, () => '?');
  const words = ['setdigout', [...others, isOn ? '1' : '0'].join('')];
  if (pulseS !== null || mostKmh !== null) words.push(...others, pulseS === null ? '?' : String(pulseS));
  if (mostKmh !== null) words.push(...others, String(mostKmh));
  return words.join(' ');
}

/** `DOUT1:ON Timeout:INFINITY`, `... queued`, `DOUT1 Is disabled from CFG`; each output has its part of the text. */
function judgeOutput({ output, isOn }: Pick<OutputOrder, 'output' | 'isOn'>, answer: string): Verdict {
  const parts = answer.split(/(?=DOUT\d?\b)/i);
  const own = parts.find((part) => new RegExp(`^DOUT${output}\\s*:\\s*${isOn ? '(ON|1)' : '(OFF|0)'}\\b`, 'i').test(part));
  if (own) return /queued/i.test(own) ? 'queued' : 'done';
  return REFUSALS.test(answer) ? 'refused' : 'other';
}

/** The parameters of family A; values in m/s² and km/h. */
const PARAMETERS = { scenario: 11000, acceleration: 11004, braking: 11005, cornering: 11006, speedScenario: 11100, speed: 11104 };

/** `setparam 11000:1;11004:2.5;...`; one that is off keeps its thresholds in the tracker. */
function ecoText({ isOn, acceleration, braking, cornering, maxSpeedKmh }: EcoOrder): string {
  const speedKmh = isOn ? maxSpeedKmh : null;
  const values: [number, number][] = [
    [PARAMETERS.scenario, isOn ? 1 : 0],
    [PARAMETERS.acceleration, acceleration],
    [PARAMETERS.braking, braking],
    [PARAMETERS.cornering, cornering],
    [PARAMETERS.speedScenario, speedKmh === null ? 0 : 1],
  ];
  if (speedKmh !== null) values.push([PARAMETERS.speed, speedKmh]);
  return `setparam ${values.map(([id, value]) => `${id}:${value}`).join(';')}`;
}

function judgeEco(answer: string): Verdict {
  if (REFUSALS.test(answer)) return 'refused';
  return answer.includes(String(PARAMETERS.scenario)) ? 'done' : 'other';
}

const OUTPUTS_OF_A: OutputCommands = {
  avlIds: [179, 180, 380],
  isConfirmed: true,
  source: SETDIGOUT,
  text: outputText,
  judge: judgeOutput,
};
// The parameters are the vendor's; how the tracker words its answer to `setparam` differs by firmware and is not.
const ECO_OF_A: EcoCommands = { isConfirmed: true, source: GREEN_DRIVING, text: ecoText, judge: judgeEco };

/** Of the basic and fast trackers. */
export const COMMANDS_OF_A: FamilyCommands = {
  outputs: OUTPUTS_OF_A,
  eco: ECO_OF_A,
  modes: MODES_OF_A,
  tracking: TRACKING_OF_A,
  sensors: EYE_SENSORS,
};

/** Of the new platform. The page stands for "most devices"; that it takes the same text is not said in so many words. */
export const COMMANDS_OF_FT: FamilyCommands = { outputs: { ...OUTPUTS_OF_A, avlIds: [179, 180], isConfirmed: false } };
