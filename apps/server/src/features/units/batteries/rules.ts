import { VOLTAGE_MARGIN } from '@spora/contract/units/settings';
import type { BatteryKind } from '@spora/contract/units/values';

/** Below this there is no vehicle battery at the other end of the cable. */
const CONNECTED_V = 3;
/** A system of 12 V never reaches this, not even while it is charged. */
const SURELY_24_V = 18;

export interface Measured {
  readonly kind: BatteryKind;
  readonly voltageV: number;
}

/**
 * UNIT-028: the batteries that a unit has told of. `named` is what its card shows (`unit_latest.named`); of which system the vehicle
 * is, the projector has learned from what the engine charges it with (`supply_v`), and before that the voltage itself tells.
 */
export function batteriesOf(named: unknown): Measured[] {
  const values = (typeof named === 'object' && named !== null ? named : {}) as Readonly<Record<string, unknown>>;
  const { external_voltage_v: vehicle, battery_voltage_v: builtIn, supply_v: supply } = values;
  const found: Measured[] = [];
  if (typeof vehicle === 'number' && vehicle >= CONNECTED_V)
    found.push({ kind: supply === 24 || (supply !== 12 && vehicle >= SURELY_24_V) ? '24' : '12', voltageV: vehicle });
  if (typeof builtIn === 'number' && builtIn > 0) found.push({ kind: 'built-in', voltageV: builtIn });
  return found;
}

/**
 * UNIT-027, CONST-009: a measured voltage is right within 3 %. `low`: below the threshold even if it was measured that much too low;
 * `uncertain`: so near that either may be true.
 */
export function batteryState(voltageV: number, thresholdV: number): 'low' | 'uncertain' | 'well' {
  if (voltageV < thresholdV * (1 - VOLTAGE_MARGIN)) return 'low';
  return voltageV < thresholdV * (1 + VOLTAGE_MARGIN) ? 'uncertain' : 'well';
}

export interface VoltageSample {
  readonly timeMs: number;
  readonly vehicleV: number | undefined;
  readonly builtInV: number | undefined;
}

export interface VoltagePoint {
  readonly timeMs: number;
  readonly vehicleMinV: number | null;
  readonly vehicleMaxV: number | null;
  readonly builtInV: number | null;
}

/** Lowest and highest of each of `pieces` equal stretches of [fromMs, toMs); a stretch without a measurement has no point. */
export function thinVoltages(
  samples: Iterable<VoltageSample>,
  { fromMs, toMs, pieces }: { fromMs: number; toMs: number; pieces: number },
): VoltagePoint[] {
  const stretchMs = (toMs - fromMs) / pieces;
  const found = new Map<number, VoltagePoint>();
  for (const { timeMs, vehicleV, builtInV } of samples) {
    if (vehicleV === undefined && builtInV === undefined) continue;
    const piece = Math.min(pieces - 1, Math.max(0, Math.floor((timeMs - fromMs) / stretchMs)));
    const known = found.get(piece);
    found.set(piece, {
      timeMs: known?.timeMs ?? Math.round(fromMs + piece * stretchMs),
      vehicleMinV: least(known?.vehicleMinV, vehicleV, Math.min),
      vehicleMaxV: least(known?.vehicleMaxV, vehicleV, Math.max),
      builtInV: least(known?.builtInV, builtInV, Math.min),
    });
  }
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, point]) => point);
}

const least = (known: number | null | undefined, value: number | undefined, choose: (a: number, b: number) => number) =>
  value === undefined ? (known ?? null) : known === null || known === undefined ? value : choose(known, value);
