import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Geocoder } from '../ports.ts';
import { GeocoderUnavailable } from './fetch-json.ts';
import { guardGeocoder } from './guarded.ts';
import { labelOf } from './label.ts';
import { createNearestPlace, type NamedPlace } from './nearest-place.ts';
import { createNominatim } from './nominatim.ts';
import { createPhoton } from './photon.ts';

const OPTIONS = { userAgent: 'Spora test', timeoutMs: 300 };
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A provider on loopback that answers by path and remembers what it was asked. */
async function provider(
  answer: (url: URL, response: ServerResponse) => void,
): Promise<{ base: string; asked: URL[]; requests: IncomingMessage[] }> {
  const asked: URL[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url);
    requests.push(request);
    answer(url, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/geo`, asked, requests };
}
const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

describe('NFR-012: Photon', () => {
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [18.0632, 59.3345] },
    properties: {
      osm_type: 'N',
      osm_id: 1,
      type: 'house',
      street: 'Storgatan',
      housenumber: '12',
      postcode: '111 51',
      city: 'Stockholm',
      countrycode: 'SE',
    },
  };

  test('a point becomes an address by the documented call', async () => {
    const { base, asked, requests } = await provider((_, response) =>
      json(response, { type: 'FeatureCollection', features: [feature] }),
    );
    const found = await createPhoton(base, OPTIONS).reverse({ lat: 59.3345, lon: 18.0632 }, { language: 'sv' });
    expect(found).toEqual({
      label: 'Storgatan 12, 111 51 Stockholm',
      city: 'Stockholm',
      countryCode: 'SE',
      lat: 59.3345,
      lon: 18.0632,
      isApproximate: false,
      providerId: 'photon',
    });
    expect(asked[0]?.pathname).toBe('/geo/reverse');
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
      lat: '59.3345',
      lon: '18.0632',
      radius: '0.2',
      limit: '1',
    });
    expect(requests[0]?.headers['user-agent']).toBe('Spora test');
  });

  test('a text becomes addresses, best first, near the map', async () => {
    const { base, asked } = await provider((_, response) => json(response, { features: [feature] }));
    const found = await createPhoton(base, OPTIONS).search('Storg', { language: 'en', near: { lat: 59, lon: 18 }, limit: 6 });
    expect(found.map((a) => a.label)).toEqual(['Storgatan 12, 111 51 Stockholm']);
    expect(asked[0]?.pathname).toBe('/geo/api');
    expect(asked[0]?.searchParams.get('lang')).toBe('en');
  });

  test('a point in the wild has no address', async () => {
    const { base } = await provider((_, response) => json(response, { features: [] }));
    expect(await createPhoton(base, OPTIONS).reverse({ lat: 68, lon: 18 }, { language: 'sv' })).toBeNull();
  });
});

describe('NFR-012: Nominatim', () => {
  const place = {
    place_id: 1,
    lat: '51.5010',
    lon: '-0.1416',
    display_name: 'Long name',
    address: { house_number: '1', road: 'The Mall', city: 'London', postcode: 'SW1A 1AA', country_code: 'gb' },
  };

  test('a point becomes an address as people of the country write it', async () => {
    const { base, asked } = await provider((_, response) => json(response, place));
    const found = await createNominatim(base, OPTIONS).reverse({ lat: 51.501, lon: -0.1416 }, { language: 'no' });
    expect(found).toMatchObject({ label: '1 The Mall, London SW1A 1AA', countryCode: 'GB', lat: 51.501, isApproximate: false });
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      format: 'jsonv2',
      zoom: '18',
      layer: 'address',
      addressdetails: '1',
      'accept-language': 'nb',
    });
  });

  test('"Unable to geocode" is no address, not a failure', async () => {
    const { base } = await provider((_, response) => json(response, { error: 'Unable to geocode' }));
    expect(await createNominatim(base, OPTIONS).reverse({ lat: 58, lon: 5 }, { language: 'no' })).toBeNull();
  });

  test('a text becomes addresses', async () => {
    const { base, asked } = await provider((_, response) => json(response, [place]));
    const found = await createNominatim(base, OPTIONS).search('mall', { language: 'en', limit: 3 });
    expect(found).toHaveLength(1);
    expect(asked[0]?.pathname).toBe('/geo/search');
  });
});

describe('a provider that misbehaves is unavailable, and nothing worse', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['an error status', (response) => void response.writeHead(500).end()],
    ['no JSON', (response) => void response.end('<html>')],
    ['another shape', (response) => json(response, { features: 'none' })],
    ['silence', () => undefined],
    ['a flood', (response) => void response.end(`{"features":[],"x":"${'a'.repeat(700_000)}"}`)],
  ])('%s', async (_name, answer) => {
    const { base } = await provider((_, response) => answer(response));
    await expect(createPhoton(base, OPTIONS).reverse({ lat: 59, lon: 18 }, { language: 'sv' })).rejects.toBeInstanceOf(
      GeocoderUnavailable,
    );
  });

  test('ASVS 15.3.2: who it redirects to is sent no position', async () => {
    const other = await provider((_, response) => json(response, { features: [] }));
    const { base } = await provider((_, response) => void response.writeHead(307, { location: `${other.base}/reverse` }).end());
    await expect(createPhoton(base, OPTIONS).reverse({ lat: 59, lon: 18 }, { language: 'sv' })).rejects.toBeInstanceOf(
      GeocoderUnavailable,
    );
    expect(other.asked).toEqual([]);
  });

  test('the error names no coordinate', async () => {
    const { base } = await provider((_, response) => void response.writeHead(503).end());
    const error: unknown = await createPhoton(base, OPTIONS)
      .reverse({ lat: 59.1234, lon: 18 }, { language: 'sv' })
      .catch((e: unknown) => e);
    expect(String(error)).not.toContain('59.1234');
  });
});

describe('the guard', () => {
  const fake = (calls: number[], fail = () => false): Geocoder => ({
    id: 'fake',
    async reverse() {
      calls.push(1);
      if (fail()) throw new GeocoderUnavailable('down');
      return null;
    },
    search: async () => [],
  });
  const point = { lat: 59, lon: 18 };

  test('never asks a provider more often than its policy allows', async () => {
    let now = 0;
    const calls: number[] = [];
    const guarded = guardGeocoder(fake(calls), { callsPerSecond: 1, burst: 2, now: () => now });
    for (let i = 0; i < 50; i += 1) {
      await guarded.reverse(point, { language: 'sv' }).catch(() => undefined);
      now += 100;
    }
    expect(calls.length).toBe(6);
  });

  test('leaves a failing provider alone for a while, then tries it again', async () => {
    let now = 0;
    let down = true;
    const calls: number[] = [];
    const guarded = guardGeocoder(
      fake(calls, () => down),
      { callsPerSecond: 100, burst: 100, now: () => now },
    );
    for (let i = 0; i < 10; i += 1) await guarded.reverse(point, { language: 'sv' }).catch(() => undefined);
    expect(calls.length).toBe(3);
    now += 61_000;
    down = false;
    expect(await guarded.reverse(point, { language: 'sv' })).toBeNull();
  });
});

describe('the nearest place, without internet', () => {
  const places: NamedPlace[] = [
    { name: 'Solna', countryCode: 'SE', lat: 59.36, lon: 18.0, population: 60_000 },
    { name: 'Örebro', countryCode: 'SE', lat: 59.2741, lon: 15.2066, population: 98_000 },
    { name: 'Tromsø', countryCode: 'NO', lat: 69.6489, lon: 18.9551, population: 52_000 },
  ];
  const nearest = createNearestPlace(places);

  test('a point is near the nearest place, and said to be only that', async () => {
    const found = await nearest.reverse({ lat: 59.3854, lon: 18.05 }, { language: 'sv' });
    expect(found).toMatchObject({ label: 'Solna', isApproximate: true });
  });

  test('of a place that is far away it is told how far: nobody is in Tromsø who is 43 km from it', async () => {
    const far = await nearest.reverse({ lat: 69.6489 - 43 / 111.19, lon: 18.9551 }, { language: 'sv' });
    expect(far).toMatchObject({ label: 'Tromsø (43 km)', city: 'Tromsø', isApproximate: true });
    const there = await nearest.reverse({ lat: 69.6489 - 9 / 111.19, lon: 18.9551 }, { language: 'sv' });
    expect(there?.label).toBe('Tromsø');
  });

  const street = { town: 'Stockholm', name: 'Hagavägen', lines: [[59.362, 18.01, 59.362, 18.03]] };
  const withStreets = createNearestPlace(places, [
    street,
    { town: 'Stockholm', name: 'Råsundavägen', lines: [[59.37, 18.01, 59.37, 18.03]] },
  ]);

  test.each([
    ['on it', 59.362, 'Hagavägen, Stockholm'],
    ['parked beside it', 59.36225, 'Hagavägen, Stockholm'],
    ['in the next block', 59.3625, 'Solna'],
  ])(
    '13, A4: a stop %s is near the street where the table has it, in the town of the street, and still no address',
    async (_, lat, label) => {
      const found = await withStreets.reverse({ lat, lon: 18.0171 }, { language: 'sv' });
      expect(found).toMatchObject({ label, city: label.split(', ').at(-1), isApproximate: true });
    },
  );

  test('MAP-027: a street of the table is found by its beginning, as a point on it in its town', async () => {
    expect(await withStreets.search('rasunda', { language: 'sv', limit: 5 })).toEqual([
      expect.objectContaining({ label: 'Råsundavägen, Stockholm', lat: 59.37, isApproximate: true }),
    ]);
    expect((await withStreets.search('Hagavägen', { language: 'sv', limit: 0 })).length).toBe(0);
  });

  const [sveavagen, eastOfIt] = ['Stockholm', 'Solna'].map((town, i) => ({
    town,
    name: 'Sveavägen',
    lines: [[59.34, 18.05 + i / 10, 59.345, 18.05 + i / 10]],
  }));
  const stockholm = { name: 'Stockholm', countryCode: 'SE', lat: 59.3294, lon: 18.0686, population: 1_500_000 };
  const inTown = createNearestPlace([...places, stockholm], [sveavagen!, eastOfIt!]);

  test.each([
    ['Sveavägen, Stockholm', ['Sveavägen, Stockholm']],
    ['Sveavägen Stockholm', ['Sveavägen, Stockholm']],
    ['sveavagen, stock', ['Sveavägen, Stockholm']],
    ['Sveavägen 10 B, 111 57 Stockholm, Sverige', ['Sveavägen, Stockholm']],
    ['Sveavägen, Solna', ['Sveavägen, Solna']],
    ['Sveavägen 10', ['Sveavägen, Stockholm', 'Sveavägen, Solna']],
    ['Sveavägen 10, Örebro', ['Örebro']],
    ['Sveavägen', ['Sveavägen, Stockholm', 'Sveavägen, Solna']],
    ['Stockholm', ['Stockholm']],
  ])('13-A2: an address that the search itself proposes finds its street, not all of its town: %s', async (text, labels) => {
    const near = { lat: 59.33, lon: 18.05 };
    expect((await inTown.search(text, { language: 'sv', near, limit: 5 })).map((a) => a.label)).toEqual(labels);
  });

  test('13-A2: a small place that is called as was typed comes before larger ones that only begin so', async () => {
    const asker = { name: 'Asker', countryCode: 'NO', lat: 59.83, lon: 10.43, population: 60_000 };
    const found = createNearestPlace([asker, { name: 'Ås', countryCode: 'NO', lat: 59.66, lon: 10.79, population: 7961 }]);
    expect((await found.search('Ås', { language: 'no', limit: 5 })).map((a) => a.label)).toEqual(['Ås', 'Asker']);
  });

  test.each(['Hagatunneln', 'Hammersborgtunnelen', 'Operatunnelen / Ekebergtunnelen', 'Hornsgatsavfarten', 'Fredhällspåfarten'])(
    '13-A2: %s is named where no other street is within reach, and nowhere else',
    async (name) => {
      const under = { town: 'Oslo', name, lines: [[59.362, 18.01, 59.362, 18.03]] };
      const beside = { town: 'Oslo', name: 'Munchs gate', lines: [[59.36222, 18.01, 59.36222, 18.02]] };
      const oslo = createNearestPlace(places, [under, beside]);
      const at = async (lon: number) => (await oslo.reverse({ lat: 59.36202, lon }, { language: 'no' }))?.label;
      expect(await at(18.0171)).toBe('Munchs gate, Oslo');
      expect(await at(18.028)).toBe(`${name}, Oslo`);
    },
  );

  test('the middle of the ocean is nowhere', async () => {
    expect(await nearest.reverse({ lat: 45, lon: -40 }, { language: 'en' })).toBeNull();
  });

  test.each([
    ['orebro', 'Örebro'],
    ['tromso', 'Tromsø'],
    ['SOL', 'Solna'],
  ])('search forgives: %s finds %s', async (text, name) => {
    expect((await nearest.search(text, { language: 'sv', limit: 5 })).map((a) => a.label)).toContain(name);
  });

  test.each([
    ['Sergels torg, Solna', ['Solna']],
    ['Drottninggatan 5, 702 10 Örebro, Sverige', ['Örebro']],
    ['Storgata 1 Tromsø', ['Tromsø']],
    ['Solna torg', []],
    ['Solnavägen 3', []],
  ])('MAP-027: of an address the town is found: %s', async (text, names) => {
    expect((await nearest.search(text, { language: 'sv', limit: 5 })).map((a) => a.label)).toEqual(names);
  });
});

test('labels leave out what is missing', () => {
  expect(labelOf({ street: 'Kungsgatan', city: 'Luleå', countryCode: 'SE' })).toBe('Kungsgatan, Luleå');
  expect(labelOf({ name: 'E4', countryCode: 'SE' })).toBe('E4');
  expect(labelOf({})).toBeUndefined();
});
