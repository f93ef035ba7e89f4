import { isLanguage, LANGUAGE_FACTS } from '@spora/messages/languages';
import { z } from 'zod';
import type { GeoAddress, Geocoder } from '../ports.ts';
import { fetchJson, type FetchOptions } from './fetch-json.ts';
import { labelOf } from './label.ts';

/** What Nominatim documents of a `jsonv2` place; coordinates come as text. */
const place = z.object({
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  display_name: z.string(),
  name: z.string().optional(),
  address: z.record(z.string(), z.string()).default({}),
});
const reverseAnswer = z.union([place, z.object({ error: z.string() })]);

/** The Nominatim protocol: `GET /reverse` and `GET /search`, format `jsonv2`. Throws GeocoderUnavailable. */
export function createNominatim(baseUrl: string, options: Omit<FetchOptions, 'signal'>): Geocoder {
  const address = (path: string, query: Record<string, string | number | undefined>, language: string): URL => {
    const url = new URL(path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    // Without a language Nominatim answers in the local one.
    const accepted = isLanguage(language) ? LANGUAGE_FACTS[language].html : undefined;
    const all = { format: 'jsonv2', addressdetails: 1, 'accept-language': accepted, ...query };
    for (const [key, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(key, String(value));
    return url;
  };
  return {
    id: 'nominatim',
    async reverse(point, { language, signal }) {
      const url = address('reverse', { lat: point.lat, lon: point.lon, zoom: 18, layer: 'address' }, language);
      const found = await fetchJson(url, reverseAnswer, { ...options, signal });
      return 'error' in found ? null : toAddress(found);
    },
    async search(text, { language, near, limit, signal }) {
      const viewbox = near && [near.lon - 1, near.lat + 0.5, near.lon + 1, near.lat - 0.5].join(',');
      const found = await fetchJson(address('search', { q: text, limit, viewbox }, language), z.array(place), {
        ...options,
        signal,
      });
      return found.map(toAddress);
    },
  };
}

function toAddress(found: z.output<typeof place>): GeoAddress {
  const a = found.address;
  const city = a['city'] ?? a['town'] ?? a['village'] ?? a['municipality'] ?? a['county'];
  const countryCode = a['country_code']?.toUpperCase();
  const street = a['road'] ?? a['pedestrian'] ?? a['footway'];
  const parts = { name: found.name, street, houseNumber: a['house_number'], postcode: a['postcode'], city, countryCode };
  return {
    label: labelOf(parts) ?? found.display_name,
    ...(city ? { city } : {}),
    ...(countryCode ? { countryCode } : {}),
    lat: found.lat,
    lon: found.lon,
    isApproximate: false,
    providerId: 'nominatim',
  };
}
