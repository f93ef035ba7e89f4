import type { Config } from '../platform/config.ts';
import { guardGeocoder } from '../platform/geocoder/guarded.ts';
import { createNearestPlace } from '../platform/geocoder/nearest-place.ts';
import { createNominatim } from '../platform/geocoder/nominatim.ts';
import { createPhoton } from '../platform/geocoder/photon.ts';
import { readPlaces } from '../platform/places-data.ts';
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
