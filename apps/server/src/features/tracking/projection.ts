import { REPORTING_MODES_S } from '../../core/fleet/reporting-modes.ts';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import type { RecordColumns } from '@spora/telemetry/columns';

/** The newest position of a unit. Coordinates 1e-7 degrees, time UTC milliseconds. */
export interface NewestPosition {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly altitudeM: number;
  readonly satellites: number;
}

/** What the unit's card shows besides the position, by the contract's names (`latestPosition`). */
export type CardValues = Record<string, number | boolean | readonly (number | null)[]>;

export type Activity = 'moving' | 'stopped' | 'parked';

/** What a unit told last, and how often it tells anything: plain data, stored as JSON. */
export interface LatestState {
  position: NewestPosition | null;
  named: CardValues;
  /** Seconds between reports while it moves or has its engine on, and while it does neither, as this unit has reported so far. */
  movingIntervalS: number | null;
  restingIntervalS: number | null;
  /** The time of the newest record, and whether it moved then or had its engine on. */
  lastMs: number | null;
  wasMoving: boolean;
}

/** Nothing told yet. */
export const nothingTold = (): LatestState => ({
  position: null,
  named: {},
  movingIntervalS: null,
  restingIntervalS: null,
  lastMs: null,
  wasMoving: false,
});

/** Before a unit has shown how it reports. */
const FIRST_INTERVAL_S = { moving: 120, resting: 3600 } as const;
const INTERVAL_LIMITS_S = [10, 26 * 3600] as const;

/** How often the unit can be expected to report in an activity (MAP-019). */
export function reportIntervalS(
  { movingIntervalS, restingIntervalS }: Pick<LatestState, 'movingIntervalS' | 'restingIntervalS'>,
  activity: Activity,
): number {
  const moving = movingIntervalS ?? FIRST_INTERVAL_S.moving;
  if (activity === 'moving') return Math.round(moving);
  // A stand in traffic: some units go on reporting as they did, others less often.
  if (activity === 'stopped') return Math.round(Math.max(moving, Math.min(600, restingIntervalS ?? 600)));
  return Math.round(restingIntervalS ?? FIRST_INTERVAL_S.resting);
}

/**
 * The way of reporting that an interval is of, seconds: what is told of a unit that is driven privately (decision 0042). The interval itself
 * is learned from private driving too, and tells how long that was, or how long the unit was silent in it.
 */
export const reportingModeS = (intervalS: number): number =>
  REPORTING_MODES_S.find((mode) => intervalS <= mode) ?? INTERVAL_LIMITS_S[1];

/** Follows a longer interval at once, though a single silence counts no more than fourfold, and a shorter one slowly. */
function learnInterval(known: number, seenS: number): number {
  const next = seenS > known ? Math.min(seenS, known * 4) : known * 0.9 + seenS * 0.1;
  return Math.round(Math.min(Math.max(next, INTERVAL_LIMITS_S[0]), INTERVAL_LIMITS_S[1]) * 10) / 10;
}

/**
 * Notes, in place, that a unit told something at `timeMs`, in the activity that it is seen in now. With the engine on it reports as on its
 * way, wherever it stands: half an hour of that would make it forget that it reports each hour when it sleeps.
 */
export function noteContact(state: LatestState, timeMs: number, isMoving: boolean): void {
  const isAwake = isMoving || state.named.ignition === true;
  if (state.lastMs !== null) {
    const seenS = (timeMs - state.lastMs) / 1000;
    if (state.wasMoving) state.movingIntervalS = learnInterval(state.movingIntervalS ?? FIRST_INTERVAL_S.moving, seenS);
    else state.restingIntervalS = learnInterval(state.restingIntervalS ?? FIRST_INTERVAL_S.resting, seenS);
  }
  state.lastMs = timeMs;
  state.wasMoving = isAwake;
}

/** The position in a row of records. */
export const positionOf = (columns: RecordColumns, row: number): NewestPosition => ({
  timeMs: columns.timeMs[row] as number,
  latE7: columns.latE7[row] as number,
  lonE7: columns.lonE7[row] as number,
  speedKmh: columns.speedKmh[row] as number,
  headingDeg: columns.headingDeg[row] as number,
  altitudeM: columns.altitudeM[row] as number,
  satellites: columns.satellites[row] as number,
});

/** Digital inputs and outputs, and when the tracker last told of each: the page of inputs and outputs shows them. */
const IO_NAMES = [
  ['input2', 'input_2'],
  ['input3', 'input_3'],
  ['output1', 'output_1'],
  ['output2', 'output_2'],
  ['output3', 'output_3'],
] as const satisfies [keyof NamedValues, string][];

/** Lays, in place, what a record says over what the card shows; what it does not say stays as it was. */
export function noteCard(card: CardValues, values: NamedValues, timeMs: number): void {
  if (values.ignition !== undefined) card.ignition = values.ignition;
  if (values.hdop !== undefined) card.hdop = values.hdop;
  if (values.accuracyM !== undefined) card.accuracy_m = values.accuracyM;
  if (values.externalVoltageV !== undefined) card.external_voltage_v = values.externalVoltageV;
  learnSupply(card, values);
  if (values.batteryVoltageV !== undefined) card.battery_voltage_v = values.batteryVoltageV;
  if (values.batteryPct !== undefined) card.battery_pct = values.batteryPct;
  const odometerM = values.canOdometerM ?? values.obdOdometerM ?? values.odometerM;
  if (odometerM !== undefined) card.odometer_m = odometerM;
  const hoursS = values.engineTimeS ?? values.ignitionOnS;
  if (hoursS !== undefined) card.operating_hours_s = hoursS;
  const temperature = values.temperatureC ?? values.wiredTemperatureC;
  if (temperature !== undefined) card.temperature_c = temperature;
  if (values.humidityPct !== undefined) card.humidity_pct = values.humidityPct;
  for (const [key, name] of IO_NAMES) {
    const isOn = values[key];
    if (isOn === undefined) continue;
    card[name] = isOn;
    card[`${name}_at_ms`] = timeMs;
  }
}

/** What changes with nearly every record, the quickest first. */
const QUICK = ['odometer_m', 'operating_hours_s', 'external_voltage_v', 'battery_voltage_v', 'accuracy_m', 'hdop'];

/** The card as JSON, what changes most at its beginning: the less of a row changes, the less of it is written (decision 0037). */
export function cardJson(card: CardValues): string {
  const quick = QUICK.filter((name) => name in card);
  return JSON.stringify({ ...Object.fromEntries(quick.map((name) => [name, 0])), ...card });
}

/** UNIT-028: an engine that runs charges a system of 12 V with 13 to 15 V and one of 24 V with 26 to 29 V; a weak battery tells less. */
function learnSupply(card: CardValues, { externalVoltageV: volts, ignition }: NamedValues): void {
  if (volts === undefined) return;
  if (volts >= 18) card.supply_v = 24;
  else if (ignition && volts >= 12.5 && volts <= 15.5) card.supply_v = 12;
}
