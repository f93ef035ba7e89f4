import { z } from 'zod';
import type { GeoAddress, Geocoder } from '../ports.ts';
import { fetchJson, type FetchOptions } from './fetch-json.ts';
import { labelOf } from './label.ts';

/** What Photon documents of an answer: GeoJSON features with flat address properties. */
const answer = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        name: z.string().optional(),
        street: z.string().optional(),
        housenumber: z.string().optional(),
        postcode: z.string().optional(),
        city: z.string().optional(),
        district: z.string().optional(),
        county: z.string().optional(),
        countrycode: z.string().optional(),
        type: z.string().optional(),
      }),
    }),
  ),
});
type Feature = z.output<typeof answer>['features'][number];

/** Photon speaks these; any other language falls back to the local names, which is what Nordic readers want. */
const LANGUAGES = new Set(['en', 'de', 'fr']);

/** The Photon protocol: `GET /reverse?lat&lon&radius&limit` and `GET /api?q&lat&lon&limit`. Throws GeocoderUnavailable. */
export function createPhoton(baseUrl: string, options: Omit<FetchOptions, 'signal'>): Geocoder {
  const address = (path: string, query: Record<string, string | number | undefined>, language: string): URL => {
    const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
    if (LANGUAGES.has(language)) url.searchParams.set('lang', language);
    return url;
  };
  return {
    id: 'photon',
    async reverse(point, { language, signal }) {
      const url = address('reverse', { lat: point.lat, lon: point.lon, radius: 0.2, limit: 1 }, language);
      const { features } = await fetchJson(url, answer, { ...options, signal });
      return features[0] ? toAddress(features[0]) : null;
    },
    async search(text, { language, near, limit, signal }) {
      const query = { q: text, limit, ...(near ? { lat: near.lat, lon: near.lon, zoom: 12, location_bias_scale: 0.4 } : {}) };
      const { features } = await fetchJson(address('api', query, language), answer, { ...options, signal });
      return features.flatMap((feature) => toAddress(feature) ?? []);
    },
  };
}

function toAddress({ geometry, properties }: Feature): GeoAddress | null {
  const street = properties.street ?? (properties.type === 'street' ? properties.name : undefined);
  const city =
    properties.city ?? (properties.type === 'city' ? properties.name : undefined) ?? properties.district ?? properties.county;
  const countryCode = properties.countrycode?.toUpperCase();
  const name = properties.name === city ? undefined : properties.name;
  const label = labelOf({ name, street, houseNumber: properties.housenumber, postcode: properties.postcode, city, countryCode });
  if (!label) return null;
  const [lon, lat] = geometry.coordinates;
  return {
    label,
    ...(city ? { city } : {}),
    ...(countryCode ? { countryCode } : {}),
    lat,
    lon,
    isApproximate: false,
    providerId: 'photon',
  };
}
