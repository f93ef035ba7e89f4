import type { ModeCommands, ModeOrder, TrackingCommands, Verdict } from '../protocol.ts';
import { REFUSALS } from './refusals.ts';

/**
 * Parameters of data acquisition, by whether the card is at home, roams or knows not where it is: the least period between two records
 * (s), standing and moving, and within how many seconds what was recorded is sent. Vendor wiki, "Data Acquisition" parameter list.
 */
const NETWORKS = [10000, 10100, 10200] as const;
const [ON_STOP, MOVING, SEND_PERIOD] = [0, 50, 5] as const;
const SEND_WITHIN_S = 1;

/** `setparam 10000:86400;10050:86400;...` */
function modeText({ movingS, stillS }: ModeOrder): string {
  const periods = NETWORKS.flatMap((network) => [`${network + ON_STOP}:${stillS}`, `${network + MOVING}:${movingS}`]);
  const sending = [ON_STOP, MOVING].map((state) => `${NETWORKS[0] + state + SEND_PERIOD}:${SEND_WITHIN_S}`);
  return `setparam ${[...periods, ...sending].join(';')}`;
}

function judgeMode(answer: string): Verdict {
  if (REFUSALS.test(answer)) return 'refused';
  return answer.includes(String(NETWORKS[0])) ? 'done' : 'other';
}

/** Of vehicle trackers; the periods are numbers of 16 bits, so that the longest is some 18 hours. */
export const MODES_OF_A: ModeCommands = {
  isConfirmed: true,
  source: 'Vendor wiki, parameter list, Data Acquisition',
  longestS: 65_535,
  text: modeText,
  judge: judgeMode,
};

/**
 * Of battery trackers. Their pages name the same two periods, standing and moving, and no longest; that they have the numbers of the
 * vehicle trackers is not said.
 */
export const MODES_OF_C: ModeCommands = {
  isConfirmed: false,
  source: 'Vendor wiki, tracking settings of battery trackers; the parameter ids are those of vehicle trackers',
  longestS: Infinity,
  text: modeText,
  judge: judgeMode,
};

/** `on_demand_tracking1` starts it, 0 ends it; 600 s unless parameter 10991 says otherwise. From firmware 03.25.06 on. */
export const TRACKING_OF_A: TrackingCommands = {
  isConfirmed: true,
  source: 'Vendor wiki, Template:FMB Tracking on Demand',
  lastsS: 600,
  text: ({ isOn }) => `on_demand_tracking${isOn ? 1 : 0}`,
  judge: (answer) => (REFUSALS.test(answer) ? 'refused' : 'done'),
};
