import { readFileSync } from 'node:fs';
import { createLife, type Life } from './day-plan.ts';
import { ORDINARY_TRACKER, type FleetUnit } from './fleet-units.ts';
import { ownNetwork } from './network-file.ts';
import { SHIFTS, type Occupation } from './occupation.ts';
import { withOuting } from './outing.ts';
import { withoutWhile } from './shared-driver.ts';
import type { SendOrder } from './outbox.ts';
import { hashOf } from './random.ts';
import type { TrackerTraits } from './recorder.ts';

/** A fleet written down: `--fleet FILE.json`. Only `imei`, `network` and `occupation` are needed. */
export interface FleetFile {
  readonly seed: number;
  /** Since when the odometers count; the same file then gives the same records at every start. */
  readonly since: string;
  readonly units: readonly FleetFileUnit[];
}

export interface FleetFileUnit {
  readonly imei: string;
  readonly network: string;
  readonly occupation: Occupation;
  readonly traits?: Partial<TrackerTraits>;
  /** One of its protocol's ways to put records into bytes; the richest without it. */
  readonly dialect?: string;
  readonly transport?: 'tcp' | 'udp';
  readonly order?: SendOrder;
  readonly lostAckChance?: number;
  /** The IMEI of the unit that pulls it. */
  readonly towedBy?: string;
  /** The IMEI of a unit that the same person drives: while that one is out this one stays at home, all day long. */
  readonly driverAlsoOf?: string;
  /** ISO 8601; its first record is not before. Without it the fleet's own start holds. */
  readonly from?: string;
  /** ISO 8601; says nothing more from then on. */
  readonly silentFrom?: string;
  /** ISO 8601; its odometer counts from here. Without it that of the fleet holds. */
  readonly since?: string;
  /** ISO 8601; days that are over by then are reported in few records, as a log needs and no map. */
  readonly coarseUntil?: string;
  /** Latitude and longitude; it lives at the place of its network that is nearest, and goes to those nearest to `customers`. */
  readonly home?: readonly [number, number];
  readonly customers?: readonly (readonly [number, number])[];
  /** It is taken away once, to a latitude and longitude, and brought back; the times are ISO 8601. */
  readonly outing?: { readonly from: string; readonly back: string; readonly to: readonly [number, number] };
}

export interface Fleet {
  readonly seed: number;
  readonly sinceMs: number;
  readonly units: readonly FleetUnit[];
}

export const readFleetFile = (file: string): Fleet => fleetOf(JSON.parse(readFileSync(file, 'utf8')) as FleetFile);

export function fleetOf({ seed, since, units }: FleetFile): Fleet {
  const sinceMs = Date.parse(since);
  if (Number.isNaN(sinceMs)) throw new Error(`since is not a time: ${since}`);
  return {
    seed,
    sinceMs,
    units: units.map((unit) => {
      const leader = units.find(({ imei }) => imei === unit.towedBy) ?? unit;
      if (!(leader.occupation in SHIFTS)) throw new Error(`${unit.imei} has no known occupation: ${leader.occupation}`);
      return {
        imei: unit.imei,
        name: unit.imei,
        life: sharedLifeOf(seed, leader, units),
        traits: {
          ...ORDINARY_TRACKER,
          odometerAtStartM: 8_000_000 + (hashOf(unit.imei, 'odometer') % 190_000) * 1000,
          ...unit.traits,
        },
        ...(unit.dialect !== undefined && { dialect: unit.dialect }),
        transport: unit.transport ?? 'tcp',
        order: unit.order ?? 'oldest-first',
        lostAckChance: unit.lostAckChance ?? 0,
        ...(unit.from !== undefined && { fromMs: Date.parse(unit.from) }),
        ...(unit.silentFrom !== undefined && { silentFromMs: Date.parse(unit.silentFrom) }),
        ...(unit.since !== undefined && { sinceMs: Date.parse(unit.since) }),
        ...(unit.coarseUntil !== undefined && { coarseUntilMs: Date.parse(unit.coarseUntil) }),
      };
    }),
  };
}

function sharedLifeOf(seed: number, unit: FleetFileUnit, units: readonly FleetFileUnit[]): Life {
  const other = units.find(({ imei }) => imei === unit.driverAlsoOf);
  return other ? withoutWhile(lifeOf(seed, unit), lifeOf(seed, other)) : lifeOf(seed, unit);
}

function lifeOf(seed: number, { imei, network: name, occupation, home, customers, outing }: FleetFileUnit): Life {
  const network = ownNetwork(name);
  const life = createLife({
    seed,
    name: imei,
    network,
    occupation,
    ...(home !== undefined && { home }),
    ...(customers !== undefined && { customers }),
  });
  if (outing === undefined) return life;
  return withOuting(life, { fromMs: Date.parse(outing.from), backMs: Date.parse(outing.back), to: outing.to }, network);
}
