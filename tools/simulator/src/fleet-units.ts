import { PROTOCOLS } from '@spora/protocols/list';
import { createLife, type Life } from './day-plan.ts';
import type { Network } from './network.ts';
import { ownNetwork } from './network-file.ts';
import type { Occupation } from './occupation.ts';
import type { SendOrder } from './outbox.ts';
import { hashOf, randomOf } from './random.ts';
import type { TrackerTraits } from './recorder.ts';

/** A unit of the fleet: who it is, what it does, and what its tracker is like. */
export interface FleetUnit {
  readonly imei: string;
  /** Tells it from the others of the seed. */
  readonly name: string;
  readonly life: Life;
  readonly traits: TrackerTraits;
  readonly dialect?: string;
  readonly transport: 'tcp' | 'udp';
  readonly order: SendOrder;
  readonly lostAckChance: number;
  /** Does everything so much later than its life says. */
  readonly delayMs?: number;
  /** Its first record is not before this; without it the fleet's own start holds. */
  readonly fromMs?: number;
  /** Says nothing more after this instant. */
  readonly silentFromMs?: number;
  /** Its odometer counts from here; without it the fleet's own holds. */
  readonly sinceMs?: number;
  /** Days that are over by then are reported in few records. */
  readonly coarseUntilMs?: number;
}

export const ORDINARY_TRACKER: TrackerTraits = {
  movingEveryS: 5,
  parkedEveryS: 600,
  hasIgnition: true,
  towedM: 0,
  eyeSensors: 0,
  supplyV: 12.6,
  hasTripEvents: false,
  isBlind: false,
  odometerAtStartM: 48_000_000,
  eventPriority: 0,
};

export interface FleetPlan {
  readonly count: number;
  readonly seed: number;
  /** The first IMEI; the others follow by counting. */
  readonly imeiFrom: string;
  /** Seconds between records while moving; those of an ordinary tracker when left out. */
  readonly movingEveryS?: number;
  /** Drive here instead of on the project's own streets. */
  readonly networks?: readonly Network[];
}

/** Where a fleet of any size drives, and what its units do; repeated as often as needed. */
const MIX: readonly (readonly [string, Occupation])[] = [
  ['stockholm', 'service'],
  ['stockholm', 'taxi'],
  ['goteborg', 'service'],
  ['oslo', 'courier'],
  ['stockholm', 'night-taxi'],
  ['malmo', 'service'],
  ['london', 'taxi'],
  ['bergen', 'commuter'],
  ['uppland', 'courier'],
  ['stockholm', 'service'],
  ['goteborg', 'night-patrol'],
  ['stockholm-goteborg', 'long-haul'],
  ['oslo', 'night-taxi'],
  ['stockholm', 'commuter'],
  ['malmo', 'patrol'],
  ['stockholm-archipelago', 'boat'],
  ['malmo-goteborg', 'night-haul'],
  ['stockholm', 'machine'],
  ['london', 'night-courier'],
  ['kiruna', 'plough'],
];
/** Larger fleets share lives, each copy some minutes later: planning costs more than driving. */
const LIVES_MAX = 240;
const COPY_DELAY_MS = 97_000;

/** Of the protocol that the fleet speaks, the first of the list. */
const DIALECTS: readonly string[] = PROTOCOLS[0].transports[0].device.dialects;

/** A mixed fleet: mostly the richest dialect over TCP, some the others, some UDP, some that lose acknowledgements. */
export function mixedFleet({ count, seed, imeiFrom, movingEveryS, networks }: FleetPlan): FleetUnit[] {
  const lives: Life[] = [];
  return Array.from({ length: count }, (_, index) => {
    const slot = index % LIVES_MAX;
    const life = (lives[slot] ??= lifeOf(slot, seed, networks));
    const name = `unit ${index}`;
    const random = randomOf(seed, name, 'tracker');
    const kind = hashOf(seed, name, 'kind') % 20;
    const [rich = '', short = rich, last = short] = DIALECTS;
    const dialect = kind === 0 ? last : kind <= 3 ? short : rich;
    return {
      imei: imeiAfter(imeiFrom, index),
      name,
      life,
      traits: {
        ...ORDINARY_TRACKER,
        ...(movingEveryS !== undefined && { movingEveryS }),
        odometerAtStartM: random.integer(2_000, 240_000) * 1000,
        eyeSensors: kind === 9 ? 2 : 0,
        eventPriority: kind % 5 === 1 ? 1 : 0,
      },
      dialect,
      transport: kind === 4 ? 'udp' : 'tcp',
      order: kind % 5 === 1 ? 'newest-first' : 'oldest-first',
      lostAckChance: kind === 6 ? 0.02 : 0,
      delayMs: Math.floor(index / LIVES_MAX) * COPY_DELAY_MS,
    };
  });
}

/** One unit that is at work whenever somebody wants to see it move: a taxi by day, another by night. */
export function unitUnderWay(imei: string, seed: number, now: Date): FleetUnit {
  const network = ownNetwork('stockholm');
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: network.timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now),
  );
  const occupation = hour >= 6 && hour < 17 ? 'taxi' : 'night-taxi';
  return {
    imei,
    name: imei,
    life: createLife({ seed, name: imei, network, occupation }),
    traits: ORDINARY_TRACKER,
    transport: 'tcp',
    order: 'oldest-first',
    lostAckChance: 0,
  };
}

function lifeOf(slot: number, seed: number, networks: readonly Network[] | undefined): Life {
  const [own, occupation] = MIX[slot % MIX.length]!;
  const network = networks === undefined || networks.length === 0 ? ownNetwork(own) : networks[slot % networks.length]!;
  const isRoute = network.places.length === 2;
  return createLife({
    seed,
    name: `life ${slot}`,
    network,
    occupation: networks !== undefined ? givenOccupation(occupation, isRoute) : occupation,
  });
}

/** On given streets nobody sails; on a given long route everybody goes its whole length. */
const givenOccupation = (occupation: Occupation, isRoute: boolean): Occupation => {
  if (isRoute) return occupation.startsWith('night') ? 'night-haul' : 'long-haul';
  return occupation === 'boat' || occupation.endsWith('haul') ? 'courier' : occupation;
};

/** Counts an IMEI up; 15 digits always. */
export function imeiAfter(first: string, count: number): string {
  const imei = String(BigInt(first) + BigInt(count)).padStart(15, '0');
  if (!/^[0-9]{15}$/.test(imei)) throw new RangeError(`${imei} does not have 15 digits`);
  return imei;
}
