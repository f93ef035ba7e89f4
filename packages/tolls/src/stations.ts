import type { Station, Zone } from './types.ts';

export const STATIONS: readonly Station[] = [];

export const ZONES: readonly Zone[] = [];

const byId = new Map(STATIONS.map((station) => [station.id, station]));

/** A station by its id; undefined for a zone's id and for one that is not known. */
export const stationOf = (id: string): Station | undefined => byId.get(id);
