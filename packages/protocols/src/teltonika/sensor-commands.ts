import type { SensorCommands, Verdict } from '../protocol.ts';

/**
 * `BT radio` (0 off, 1 on and hidden, 2 on and visible) stands in the vendor's parameter list. Which parameters hold the addresses of the
 * sensors differs by firmware, and no list of them was found: theirs are unverified, and the profile says so.
 */
const BT_RADIO = 800;
const RADIO = { off: 0, hidden: 1 } as const;
const SENSOR_MACS = [1101, 1102, 1103, 1104] as const;

const REFUSALS = /unknown command|wrong|error|invalid|fail|not supported/i;

/** `setparam 800:1;1101:7CD9F4110C40;1102:;1103:;1104:`; the empty ones take out what was there. */
function text({ isOn, macs }: Parameters<SensorCommands['text']>[0]): string {
  const values = [`${BT_RADIO}:${isOn ? RADIO.hidden : RADIO.off}`];
  for (const [slot, parameter] of SENSOR_MACS.entries()) values.push(`${parameter}:${macs[slot] ?? ''}`);
  return `setparam ${values.join(';')}`;
}

/** A tracker answers `setparam` with the parameters that it took: `Param ID:800 Value:1`, or `800:1;...`. */
function judge(answer: string): Verdict {
  if (REFUSALS.test(answer)) return 'refused';
  return new RegExp(`\\b${BT_RADIO}\\b`).test(answer) ? 'done' : 'other';
}

/** EYE sensors and tags; four, as the tracker has AVL ids for four. */
export const EYE_SENSORS: SensorCommands = {
  slots: SENSOR_MACS.length,
  isConfirmed: false,
  source: 'Vendor wiki, Template:SAS device Parameter list - Bluetooth; addresses unverified',
  text,
  judge,
};
