import { readFileSync } from 'node:fs';
import type { Config } from '../platform/config.ts';
import { guardGeocoder } from '../platform/geocoder/guarded.ts';
import { createNearestPlace, type NamedPlace } from '../platform/geocoder/nearest-place.ts';
import { createNominatim } from '../platform/geocoder/nominatim.ts';
import { createPhoton } from '../platform/geocoder/photon.ts';
import type { Geocoder, Ports } from '../platform/ports.ts';

const ADAPTERS = {
  photon: { create: createPhoton, publicServer: 'https://photon.komoot.io/' },
  nominatim: { create: createNominatim, publicServer: 'https://nominatim.openstreetmap.org/' },
} as const;

/** The real adapters, as configured. */
export const createPorts = (config: Pick<Config, 'geocoder' | 'publicUrl'>): Ports => ({
  geocoder: { builtIn: createNearestPlace(readPlaces()), ...providerOf(config) },
});

function providerOf({ geocoder, publicUrl }: Pick<Config, 'geocoder' | 'publicUrl'>): { provider?: Geocoder } {
  if (geocoder.kind === 'none') return {};
  const { create, publicServer } = ADAPTERS[geocoder.kind];
  // The public servers ask to be told who calls.
  const userAgent = `Spora/0.1${publicUrl ? ` (+${publicUrl})` : ''}`;
  const adapter = create(geocoder.url ?? publicServer, { userAgent, timeoutMs: 5_000 });
  const { requestsPerSecond } = geocoder;
  return {
    provider: guardGeocoder(adapter, { callsPerSecond: requestsPerSecond, burst: Math.max(2, requestsPerSecond), now: Date.now }),
  };
}

/** One place a line: country, latitude and longitude at 1e-4, name, and its population where the table has it. */
function readPlaces(): NamedPlace[] {
  const table = readFileSync(new URL('../platform/places-data.tsv', import.meta.url), 'utf8');
  return table.split('\n').flatMap((line) => {
    const [countryCode, lat, lon, name, population] = line.split('\t');
    if (!countryCode || !name) return [];
    return [{ countryCode, name, lat: Number(lat) / 1e4, lon: Number(lon) / 1e4, population: Number(population ?? 0) }];
  });
}
