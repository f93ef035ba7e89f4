import type { PositionRecord } from '@spora/telemetry/record';

/** ALARM-030: what a tracker can be made to report that raises an alarm. */
export const INCIDENTS = [
  'towing',
  'power-cut',
  'jamming',
  'door',
  'alarm-input',
  'panic',
  'low-voltage',
  'low-battery',
  'over-speed',
  'alcohol',
  'over-use',
] as const;
export type Incident = (typeof INCIDENTS)[number];

/** The inputs that a unit's settings are to name so: 2 a door, 3 an alarm. */
export const INCIDENT_INPUTS = { door: 2, 'alarm-input': 3 } as const;

const EVERY_S = 30;
const E7_PER_M = 1e7 / 111_195;

/** What is told of one record; the rest is a vehicle that stands with its engine off. */
interface Told {
  readonly kmh?: number;
  readonly isRunning?: boolean;
  readonly io?: Readonly<Record<number, number>>;
}

/** How an incident is told: so many records, after a while in which nothing was the matter. */
const TOLD: Readonly<Record<Incident, { readonly records: number; readonly told: Told }>> = {
  towing: { records: 6, told: { kmh: 40 } },
  'power-cut': { records: 2, told: { io: { 252: 1, 66: 0 } } },
  jamming: { records: 2, told: { io: { 249: 1 } } },
  door: { records: 4, told: { io: { [INCIDENT_INPUTS.door]: 1 } } },
  'alarm-input': { records: 4, told: { io: { [INCIDENT_INPUTS['alarm-input']]: 1 } } },
  panic: { records: 2, told: { io: { 236: 1 } } },
  'low-voltage': { records: 24, told: { io: { 66: 10_900 } } },
  'low-battery': { records: 2, told: { io: { 113: 9 } } },
  'over-speed': { records: 5, told: { kmh: 190, isRunning: true } },
  // Two bits of the value say something else.
  alcohol: { records: 1, told: { isRunning: true, io: { 285: 400 << 2 } } },
  'over-use': { records: 16, told: { kmh: 50, isRunning: true } },
};
const QUIET_RECORDS = 4;

const USUAL: Readonly<Record<number, number>> = { 2: 0, 3: 0, 66: 12_600, 113: 96, 236: 0, 249: 0, 252: 0 };
const WIDTHS: Readonly<Record<number, 1 | 2>> = { 66: 2, 285: 2 };

/** The records of a unit at a place to which something happens, the last of them at an instant. */
export function incidentRecords(
  incident: Incident,
  { lat, lon, lastMs }: { lat: number; lon: number; lastMs: number },
): PositionRecord[] {
  const { records, told } = TOLD[incident];
  const n = QUIET_RECORDS + records;
  let northM = 0;
  return Array.from({ length: n }, (_, i) => {
    const { kmh = 0, isRunning = false, io = {} } = i < QUIET_RECORDS ? {} : told;
    northM += (kmh / 3.6) * EVERY_S;
    const values = { ...USUAL, 239: isRunning ? 1 : 0, 240: kmh > 0 ? 1 : 0, ...io };
    return {
      timeMs: lastMs - (n - 1 - i) * EVERY_S * 1000,
      latE7: Math.round(lat * 1e7 + northM * E7_PER_M),
      lonE7: Math.round(lon * 1e7),
      altitudeM: 20,
      headingDeg: 0,
      satellites: 11,
      speedKmh: kmh,
      priority: 0,
      eventId: 0,
      io: Object.entries(values).map(([id, value]) => ({ id: Number(id), width: WIDTHS[Number(id)] ?? 1, value })),
    };
  });
}
