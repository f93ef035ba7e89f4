import { type ModelFamily, type NamedValues, nameRecord, ORDINARY_FAMILY } from '@spora/protocols/avl/names';
import type { RecordColumns } from '@spora/telemetry/columns';
import { type RunningDay, type RunningState, NO_RUNNING, noteRunning } from '../../features/maintenance/rules.ts';
import { type DatedSettings, settingsAt } from '../../features/trips/rules.ts';
import { copyOf, type Fix, type MotionState, NO_MOTION, takeFix, type TripEffect } from '../../features/trips/projection.ts';
import { readTag, type TagEffect, type TagState } from '../../features/drivers/rules.ts';

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

/** Everything that is remembered of a unit between records: plain data of bounded size, stored as JSON. */
export interface UnitState {
  readonly motion: MotionState;
  readonly position: NewestPosition | null;
  readonly named: CardValues;
  /** Seconds between reports while it moves and while it does not, as this unit has reported so far. */
  readonly movingIntervalS: number | null;
  readonly restingIntervalS: number | null;
  /** Absent in what was stored before operating hours were counted. */
  readonly running?: RunningState;
  /** Absent until the first driver tag is read. */
  readonly tag?: TagState;
}

export const NO_STATE: UnitState = {
  motion: NO_MOTION,
  position: null,
  named: {},
  movingIntervalS: null,
  restingIntervalS: null,
  running: NO_RUNNING,
};

export interface DatedFamily {
  readonly fromMs: number;
  readonly family: ModelFamily;
}

/** What the projector reads besides the records; all of it dated, so that a rebuild equals living through it. */
export interface ProjectionInputs {
  readonly families: readonly DatedFamily[];
  readonly settings: readonly DatedSettings[];
}

/** Like a trip effect; `state` is the whole unit's after the record that closed the trip. */
export type UnitEffect =
  | Extract<TripEffect, { kind: 'route' }>
  | { readonly kind: 'closed'; readonly trip: Extract<TripEffect, { kind: 'closed' }>['trip']; readonly state: UnitState }
  /** A UTC day is over: how long the unit ran. */
  | { readonly kind: 'ran'; readonly day: RunningDay }
  | TagEffect;

/** Before a unit has shown how it reports. */
const FIRST_INTERVAL_S = { moving: 120, resting: 3600 } as const;
const INTERVAL_LIMITS_S = [10, 26 * 3600] as const;

/** How often the unit can be expected to report in its present activity (MAP-019). */
export function reportIntervalS(state: UnitState, activity = state.motion.activity): number {
  const moving = state.movingIntervalS ?? FIRST_INTERVAL_S.moving;
  if (activity === 'moving') return Math.round(moving);
  // A stand in traffic: some units go on reporting as they did, others less often.
  if (activity === 'stopped') return Math.round(Math.max(moving, Math.min(600, state.restingIntervalS ?? 600)));
  return Math.round(state.restingIntervalS ?? FIRST_INTERVAL_S.resting);
}

/** Follows a longer interval at once, though a single silence counts no more than fourfold, and a shorter one slowly. */
function learnInterval(known: number, seenS: number): number {
  const next = seenS > known ? Math.min(seenS, known * 4) : known * 0.9 + seenS * 0.1;
  return Math.round(Math.min(Math.max(next, INTERVAL_LIMITS_S[0]), INTERVAL_LIMITS_S[1]) * 10) / 10;
}

function familyAt(families: readonly DatedFamily[], timeMs: number): ModelFamily {
  for (let i = families.length - 1; i > 0; i--)
    if ((families[i] as DatedFamily).fromMs <= timeMs) return (families[i] as DatedFamily).family;
  return families[0]?.family ?? ORDINARY_FAMILY;
}

/**
 * Takes a unit from one state to the next. `columns` are sorted by time and newer than the state (record-set.ts); records of one
 * instant are read as one. Pure, and the same however the records are cut into calls between two instants.
 */
export function advanceUnit(
  state: UnitState,
  columns: RecordColumns,
  inputs: ProjectionInputs,
): { state: UnitState; effects: UnitEffect[] } {
  const motion = copyOf(state.motion);
  const named: CardValues = { ...state.named };
  let { position, movingIntervalS, restingIntervalS } = state;
  let running = state.running ?? NO_RUNNING;
  let tag = state.tag;
  const effects: UnitEffect[] = [];
  const made: TripEffect[] = [];
  for (let i = 0; i < columns.n;) {
    const timeMs = columns.timeMs[i] as number;
    const family = familyAt(inputs.families, timeMs);
    let row = i;
    let values = nameRecord(columns, i, family);
    for (i++; i < columns.n && columns.timeMs[i] === timeMs; i++) {
      values = { ...values, ...definedOf(nameRecord(columns, i, family)) };
      if ((columns.satellites[i] as number) > (columns.satellites[row] as number)) row = i;
    }
    if (motion.lastMs !== null) {
      const seenS = (timeMs - motion.lastMs) / 1000;
      if (motion.activity === 'moving') movingIntervalS = learnInterval(movingIntervalS ?? FIRST_INTERVAL_S.moving, seenS);
      else restingIntervalS = learnInterval(restingIntervalS ?? FIRST_INTERVAL_S.resting, seenS);
    }
    takeFix(motion, fixOf(columns, row, values, settingsAt(inputs.settings, timeMs).privateSwitchInput), inputs.settings, made);
    noteCard(named, values, timeMs);
    running = noteRunning(running, timeMs, values, (day) => effects.push({ kind: 'ran', day }));
    tag = readTag(tag, values.iButton ?? values.rfid ?? values.bleRfid, timeMs, motion.journey?.startMs ?? null, (read) =>
      effects.push(read),
    );
    if (motion.fix?.timeMs === timeMs) position = positionOf(columns, row);
    for (const effect of made)
      effects.push(
        effect.kind === 'route'
          ? effect
          : {
              ...effect,
              state: stateWith(
                { motion: effect.state, position, named: { ...named }, movingIntervalS, restingIntervalS, running },
                tag,
              ),
            },
      );
    made.length = 0;
  }
  return { state: stateWith({ motion, position, named, movingIntervalS, restingIntervalS, running }, tag), effects };
}

const stateWith = (state: UnitState, tag: TagState | undefined): UnitState => (tag ? { ...state, tag } : state);

const definedOf = (values: NamedValues): NamedValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const positionOf = (columns: RecordColumns, row: number): NewestPosition => ({
  timeMs: columns.timeMs[row] as number,
  latE7: columns.latE7[row] as number,
  lonE7: columns.lonE7[row] as number,
  speedKmh: columns.speedKmh[row] as number,
  headingDeg: columns.headingDeg[row] as number,
  altitudeM: columns.altitudeM[row] as number,
  satellites: columns.satellites[row] as number,
});

const INPUTS = ['input1', 'input2', 'input3', 'input4'] as const;

function fixOf(columns: RecordColumns, row: number, values: NamedValues, privateSwitchInput: number | null): Fix {
  return {
    timeMs: columns.timeMs[row] as number,
    latE7: columns.latE7[row] as number,
    lonE7: columns.lonE7[row] as number,
    speedKmh: columns.speedKmh[row] as number,
    satellites: columns.satellites[row] as number,
    hdop: values.hdop,
    accuracyM: values.accuracyM,
    ignition: values.ignition,
    movement: values.movement,
    odometerM: values.odometerM,
    isTripStop: values.tripEvent === 'stop',
    switchType: switchOf(values, privateSwitchInput),
  };
}

function switchOf(values: NamedValues, privateSwitchInput: number | null): Fix['switchType'] {
  const wired = privateSwitchInput === null ? undefined : values[INPUTS[privateSwitchInput - 1] ?? 'input1'];
  if (wired !== undefined) return wired ? 'private' : 'business';
  if (values.tripEvent === 'private' || values.tripEvent === 'business') return values.tripEvent;
  if (values.privateMode !== undefined) return values.privateMode ? 'private' : null;
  return values.tripEvent === 'stop' ? null : undefined;
}

/** Digital inputs and outputs, and when the tracker last told of each: the page of inputs and outputs shows them. */
const IO_NAMES = [
  ['input2', 'input_2'],
  ['input3', 'input_3'],
  ['output1', 'output_1'],
  ['output2', 'output_2'],
  ['output3', 'output_3'],
] as const satisfies [keyof NamedValues, string][];

/** Lays what a record says over what the card shows; what it does not say stays as it was. */
function noteCard(card: CardValues, values: NamedValues, timeMs: number): void {
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

/** UNIT-028: an engine that runs charges a system of 12 V with 13 to 15 V and one of 24 V with 26 to 29 V; a weak battery tells less. */
function learnSupply(card: CardValues, { externalVoltageV: volts, ignition }: NamedValues): void {
  if (volts === undefined) return;
  if (volts >= 18) card.supply_v = 24;
  else if (ignition && volts >= 12.5 && volts <= 15.5) card.supply_v = 12;
}
