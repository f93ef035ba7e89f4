import type { PositionRecord } from '@spora/telemetry/record';
import type { IoMeaning } from './meaning.ts';

/**
 * The ids under which the protocols that have no io elements of their own keep what they say besides the position.
 * Where the ordinary family has an element of the same meaning and scale, its id is taken, so that the simulator's
 * units mean the same in every protocol; the rest are ours, far above any that a vendor uses.
 */
export const PLAIN_IO = {
  ignition: 239,
  movement: 240,
  odometer: 16,
  externalVoltage: 66,
  batteryVoltage: 67,
  batteryLevel: 113,
  gsmSignal: 21,
  unplugged: 252,
  alarmButton: 236,
  towing: 246,
  overspeed: 255,
  output1: 179,
  input1: 1,
  input2: 2,
  hdop: 182,
  charging: 116,
  /** The protocol's own number of what caused the record. */
  cause: 65_101,
} as const;

const ON = { form: 'boolean' } as const;

export const PLAIN_MEANINGS: readonly IoMeaning[] = [
  { id: PLAIN_IO.ignition, name: 'Ignition', ...ON, as: 'ignition' },
  { id: PLAIN_IO.movement, name: 'Movement', ...ON, as: 'movement' },
  { id: PLAIN_IO.odometer, name: 'Odometer', unit: 'm', as: 'odometerM' },
  { id: PLAIN_IO.externalVoltage, name: 'External voltage', per: 1000, unit: 'V', as: 'externalVoltageV' },
  { id: PLAIN_IO.batteryVoltage, name: 'Battery voltage', per: 1000, unit: 'V', as: 'batteryVoltageV' },
  { id: PLAIN_IO.batteryLevel, name: 'Battery level', unit: '%', range: [0, 100], as: 'batteryPct' },
  { id: PLAIN_IO.gsmSignal, name: 'GSM signal', range: [0, 5], as: 'gsmSignal' },
  { id: PLAIN_IO.unplugged, name: 'External power is gone', ...ON, as: 'unplugged' },
  { id: PLAIN_IO.alarmButton, name: 'Alarm button', ...ON, as: 'alarm' },
  { id: PLAIN_IO.towing, name: 'Towing', ...ON, as: 'towing' },
  { id: PLAIN_IO.overspeed, name: 'Overspeeding', unit: 'km/h', as: 'overspeedKmh' },
  { id: PLAIN_IO.output1, name: 'Output 1', ...ON, as: 'output1' },
  { id: PLAIN_IO.input1, name: 'Input 1', ...ON, as: 'input1' },
  { id: PLAIN_IO.input2, name: 'Input 2', ...ON, as: 'input2' },
  { id: PLAIN_IO.hdop, name: 'HDOP', per: 10, as: 'hdop' },
  { id: PLAIN_IO.charging, name: 'Charging', ...ON, as: 'charging' },
  { id: PLAIN_IO.cause, name: 'Cause of the record, by the number of the protocol' },
];

/** What a record says of one of them, for the other end. */
export const plainValue = ({ io }: PositionRecord, id: number): number | undefined => {
  const found = io.find((element) => element.id === id);
  return found === undefined || typeof found.value !== 'number' ? undefined : found.value;
};
