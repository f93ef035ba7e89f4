import { BRITISH_STATIONS, BRITISH_ZONES } from './stations-gb.ts';
import { NORWEGIAN_STATIONS } from './stations-no.ts';
import { SWEDISH_STATIONS } from './stations-se.ts';
import type { Station, Zone } from './types.ts';

/** Every station that is known. */
export const STATIONS: readonly Station[] = [...SWEDISH_STATIONS, ...NORWEGIAN_STATIONS, ...BRITISH_STATIONS];

/** Every ground that is charged by the day. */
export const ZONES: readonly Zone[] = BRITISH_ZONES;

const stations = new Map(STATIONS.map((station) => [station.id, station]));
const zones = new Map(ZONES.map((zone) => [zone.id, zone]));

/** A station by its id; undefined for a zone's id and for one that is not known. */
export const stationOf = (id: string): Station | undefined => stations.get(id);

/** A zone by its id. */
export const zoneOf = (id: string): Zone | undefined => zones.get(id);
