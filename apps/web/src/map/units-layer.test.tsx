import { UNIT_STATES } from '@spora/contract/tracking/values';
import { createExpression } from '@maplibre/maplibre-gl-style-spec';
import { cleanup, waitFor } from '@testing-library/react';
import type { Point } from 'geojson';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFleetStore } from './fleet-store.ts';
import type { MapUnit } from './shapes.ts';
import { fakeMap } from './testing.tsx';
import { CLUSTER_SHARES, iconId, STATE_COLOURS } from './unit-icons.ts';
import { UnitsLayer, type UnitsLayerProps } from './units-layer.tsx';
import { ACTIVE, FLEET, UNIT_LAYERS } from './units-style.ts';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const unit = (over: Partial<MapUnit> = {}): MapUnit => ({
  id: 1,
  lat: 59,
  lng: 18,
  timeMs: 1_000,
  headingDeg: 40,
  speedKmh: 0,
  state: 'parked',
  colour: '#aa3300',
  symbol: 'excavator',
  title: 'Anna',
  ...over,
});

function open(over: Partial<UnitsLayerProps> = {}, units: readonly MapUnit[] = [unit()], zoom?: number) {
  const map = fakeMap(zoom);
  const opened: (readonly number[])[] = [];
  const store = createFleetStore();
  store.put(units);
  const layer = (next: Partial<UnitsLayerProps>) => (
    <UnitsLayer store={store} showTitles isClustered onOpenCluster={(ids) => opened.push(ids)} {...next} />
  );
  map.render(layer(over));
  return { map, opened, layer, store };
}
/** In one yard, some ten metres from each other. */
const yard = [unit({ id: 7 }), unit({ id: 9, lat: 59.0001, lng: 18.0001 })];
const drawnOf = async (map: ReturnType<typeof open>['map']) => {
  await waitFor(() => expect(map.features.get(FLEET)?.length).toBeGreaterThan(0));
  return map.features.get(FLEET)!;
};
/** A click on the first circle that is drawn. */
async function clickCluster(map: ReturnType<typeof open>['map'], fitZoom?: number) {
  const [circle] = await drawnOf(map);
  const [lng = 0, lat = 0] = (circle!.geometry as Point).coordinates;
  map.hit(UNIT_LAYERS.cluster, { at: [lng, lat], properties: circle!.properties!, ...(fitZoom !== undefined && { fitZoom }) });
  map.click();
}
const evaluated = (expression: unknown, kind: 'number' | 'string', properties: Record<string, unknown>): unknown => {
  const made = createExpression(expression, { type: kind } as never);
  if (made.result === 'error') throw new Error(made.value[0]?.message);
  return made.value.evaluate({ zoom: 5 }, { type: 1, properties } as never);
};
const isShownIn = (map: ReturnType<typeof open>['map'], layer: string, properties: Record<string, unknown>): boolean => {
  const holds = createExpression(map.layers.get(layer)?.['filter' as never], { type: 'boolean' } as never);
  if (holds.result === 'error') throw new Error(holds.value[0]?.message);
  return holds.value.evaluate({ zoom: 12 }, { type: 1, properties } as never) as boolean;
};

test('MAP-024: units cluster by default with their count and the worst of their states, by the order of the states', async () => {
  const { map } = open({}, [unit({ id: 1 }), unit({ id: 2, state: 'alarm' }), unit({ id: 3, state: 'no-contact' })]);
  const [circle, ...others] = await drawnOf(map);
  expect(others).toEqual([]);
  expect(circle!.properties).toMatchObject({ point_count: 3, point_count_abbreviated: '3' });
  expect(UNIT_STATES[circle!.properties!['worst'] as number]).toBe('alarm');
  expect(map.layers.get(UNIT_LAYERS.count)).toMatchObject({ layout: { 'text-field': ['get', 'point_count_abbreviated'] } });
  const paint = JSON.stringify(map.layers.get(UNIT_LAYERS.cluster));
  for (const [severity, state] of UNIT_STATES.entries()) expect(paint).toContain(`${severity},"${STATE_COLOURS[state]}"`);
});

test('13-A1: the ring of a cluster tells how many of its units move, have stopped, are parked, are silent or call for somebody', async () => {
  const states = ['moving', 'parked', 'parked', 'stopped', 'no-contact', 'theft'] as const;
  const { map } = open(
    {},
    states.map((state, i) => unit({ id: i + 1, state })),
  );
  const [circle] = await drawnOf(map);
  const counts = { moving: 1, stopped: 1, parked: 2, silent: 1, urgent: 1 };
  expect(circle!.properties).toMatchObject(counts);
  // Each state has its share.
  expect(CLUSTER_SHARES.flatMap(({ states: own }) => own).toSorted()).toEqual(UNIT_STATES.toSorted());
  const { layout } = map.layers.get(UNIT_LAYERS.shares) as { layout: Record<string, unknown> };
  const image = (properties: Record<string, number>) => evaluated(layout['icon-image'], 'string', properties);
  expect(image(circle!.properties as Record<string, number>)).toBe(iconId({ kind: 'shares', parts: [2, 2, 4, 2, 2] }));
  // One of a thousand is seen too.
  expect(image({ moving: 1, stopped: 0, parked: 999, silent: 0, urgent: 0, point_count: 1_000 })).toBe('spora|shares|1|0|12|0|0');
});

test('MAP-024: clustering can be turned off and on', async () => {
  const { map, layer } = open({ isClustered: false }, yard);
  expect((await drawnOf(map)).map(({ id }) => id)).toEqual([7, 9]);
  map.render(layer({ isClustered: true }));
  await waitFor(() => expect(map.features.get(FLEET)).toMatchObject([{ properties: { point_count: 2 } }]));
  map.render(layer({ isClustered: false }));
  await waitFor(() => expect(map.features.get(FLEET)).toHaveLength(2));
});

test('MAP-024: a cluster falls apart as the map comes nearer, and is one again from afar', async () => {
  const [first, second] = [unit({ id: 1 }), unit({ id: 2, lng: 18.09 })];
  const { map } = open({}, [first, second], 8.9);
  expect(await drawnOf(map)).toMatchObject([{ properties: { point_count: 2 } }]);
  const here = { west: 17, south: 58, east: 19, north: 60 };
  map.arrive(here, 9);
  await waitFor(() => expect(map.features.get(FLEET)?.map(({ id }) => id)).toEqual([1, 2]));
  map.arrive(here, 8.5);
  await waitFor(() => expect(map.features.get(FLEET)).toMatchObject([{ properties: { point_count: 2 } }]));
});

test('18: of a large fleet the map is given what is in the view and around it, and more where it is dragged to', async () => {
  const { map } = open({}, [unit({ id: 1 }), unit({ id: 2, lat: 64 })], 8);
  await waitFor(() => expect(map.features.get(FLEET)).toHaveLength(2));
  map.arrive({ west: 17, south: 58.5, east: 19, north: 59.5 }, 9);
  await waitFor(() => expect(map.features.get(FLEET)?.map(({ id }) => id)).toEqual([1]));
  // Half a view to the north there is nothing that was not given.
  const given = map.features.get(FLEET);
  map.arrive({ west: 17, south: 59, east: 19, north: 60 });
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(map.features.get(FLEET)).toBe(given);
  map.arrive({ west: 17, south: 63.5, east: 19, north: 64.5 });
  await waitFor(() => expect(map.features.get(FLEET)?.map(({ id }) => id)).toEqual([2]));
});

test('18: a report that changes nothing of what is seen makes the map draw nothing', async () => {
  const { map, store } = open({}, yard);
  const given = await drawnOf(map);
  // Ten metres are a hundredth of a pixel there.
  store.put([unit({ id: 7, lat: 59.0001, timeMs: 2_000 })]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(map.features.get(FLEET)).toBe(given);
  store.put([unit({ id: 7, state: 'alarm', timeMs: 3_000 })]);
  await waitFor(() => expect(map.features.get(FLEET)).not.toBe(given));
});

test('MAP-024: a cluster that no zoom can split opens the list of its units', async () => {
  const { map, opened } = open({}, yard);
  await clickCluster(map);
  expect(opened).toEqual([[7, 9]]);
  expect(map.eases).toEqual([]);
});

test.each([
  ['is spread wider than where it begins to part', 18.09, 7, 9.3],
  ['fits nearer than where it begins to part', 18.09, 11.5, 11.5],
  ['spreads over more than one place, though no zoom parts it', 18.002, undefined, 14.2],
])('MAP-024: a cluster that %s is zoomed into until it falls apart, and no list opens', async (_, lng, fitZoom, zoom) => {
  const { map, opened } = open({}, [unit({ id: 7 }), unit({ id: 9, lng })]);
  await clickCluster(map, fitZoom);
  expect(map.eases).toMatchObject([{ zoom }]);
  expect(opened).toEqual([]);
});

test('MAP-024, MAP-027: what an opened cluster held does not lie under the buttons', async () => {
  const { map } = open({}, [unit({ id: 7 }), unit({ id: 9, lng: 18.09 })]);
  await clickCluster(map, 11.5);
  expect(map.eases).toHaveLength(1);
  expect(map.paddings).toEqual([map.context.handle.padding()]);
});

/** Four in one yard and one that drives through it, seen from near. */
const parked = [11, 12, 13, 14].map((id, i) => unit({ id, title: `Van ${id}`, lat: 59 + i / 1e5 }));
const passing = unit({ id: 15, title: 'Passing', state: 'moving' });
const drawn = (map: ReturnType<typeof open>['map']) =>
  map.features.get(ACTIVE)?.map(({ id, properties }) => [id, properties?.['count'] as number | undefined]);

test('MAP-024: units that stand on one spot are one symbol with their number near the ground too, and a click lists them', async () => {
  const { map, opened } = open({}, [...parked, passing], 15);
  await waitFor(() =>
    expect(drawn(map)).toEqual([
      [11, 4],
      [15, undefined],
    ]),
  );
  expect(map.features.get(ACTIVE)?.[0]?.properties?.['title']).toBe('Van 11 +3');
  expect(isShownIn(map, UNIT_LAYERS.stack, { rank: 1, count: 4 })).toBe(true);
  expect(isShownIn(map, UNIT_LAYERS.stack, { rank: 1 })).toBe(false);
  // The others are nowhere else either, and no cluster lies below.
  expect(JSON.stringify(map.layers.get(UNIT_LAYERS.body)?.['filter' as never])).toContain('[11,15,12,13,14]');
  expect(map.layers.get(UNIT_LAYERS.cluster)).toMatchObject({ layout: { visibility: 'none' } });
  map.hit(UNIT_LAYERS.activeBody, { at: [18, 59], properties: {}, id: 11 });
  map.click();
  expect(opened).toEqual([[11, 12, 13, 14]]);
});

test('MAP-024: of units that lie on each other the chosen one is seen, else the one that is pointed at, else the worst', async () => {
  const { map, layer } = open({}, [...parked, unit({ id: 16, state: 'alarm' })], 15);
  await waitFor(() => expect(drawn(map)).toEqual([[16, 5]]));
  map.render(layer({ hoveredId: 12 }));
  await waitFor(() => expect(drawn(map)).toEqual([[12, 5]]));
  map.render(layer({ hoveredId: 12, selectedId: 13 }));
  await waitFor(() => expect(drawn(map)).toEqual([[13, 5]]));
});

test('MAP-024: what lies on each other at this zoom and not at the next is gone nearer to, and no list opens', async () => {
  const { map, opened } = open({}, [unit({ id: 1 }), unit({ id: 2, lat: 59.0004 })], 13);
  await waitFor(() => expect(drawn(map)).toEqual([[1, 2]]));
  map.hit(UNIT_LAYERS.activeBody, { at: [18, 59], properties: {}, id: 1, fitZoom: 16.4 });
  map.click();
  expect(opened).toEqual([]);
  expect(map.eases).toMatchObject([{ zoom: 16.4 }]);
});

test('MAP-024, MAP-025: of more than glide, clusters stay as long as there are any; nearer, a full yard is one symbol all the same', async () => {
  const many = Array.from({ length: 250 }, (_, i) => unit({ id: i + 1, lat: 59 + i / 100 }));
  const far = open({}, [...many, ...parked.map((each) => ({ ...each, id: each.id + 1_000 }))], 13);
  // Four of them with the one that stands there already.
  await waitFor(() => expect(far.map.features.get(FLEET)).toHaveLength(250));
  expect(far.map.features.get(FLEET)?.[0]?.properties).toMatchObject({ point_count: 5 });
  expect(far.map.layers.get(UNIT_LAYERS.cluster)).not.toMatchObject({ layout: { visibility: 'none' } });
  cleanup();
  const near = open({}, [...many, ...parked.map((each) => ({ ...each, id: each.id + 1_000, lng: 19 }))], 15);
  await waitFor(() => expect(drawn(near.map)).toEqual([[1011, 4]]));
});

test('MAP-024: beside clusters a unit that stands alone has its name at every zoom; where nothing is clustered only from near', () => {
  const { map, layer } = open();
  const from = (id: string) => map.layers.get(id)?.minzoom;
  expect([from(UNIT_LAYERS.title), from(UNIT_LAYERS.activeTitle)]).toEqual([0, 0]);
  map.render(layer({ isClustered: false }));
  expect(from(UNIT_LAYERS.title)).toBe(10);
  map.render(layer({ isClustered: true }));
  expect(from(UNIT_LAYERS.title)).toBe(0);
});

test('MAP-025: the chosen unit moves at once, however long the clusters of the others take', async () => {
  const { map, store } = open({ selectedId: 15 }, [...parked, passing]);
  const headingOf = () => map.features.get(ACTIVE)?.[0]?.properties?.['turn'] as number;
  await waitFor(() => expect(drawn(map)).toEqual([[15, undefined]]));
  const before = headingOf();
  map.holdUpdates(FLEET);
  // The first one is on its way to the worker, and does not come back; the second is drawn all the same.
  store.put([unit({ id: 11, state: 'alarm', timeMs: 2_000 })]);
  await waitFor(() => expect(map.heldUpdates()).toBe(1));
  store.put([{ ...passing, headingDeg: 220, timeMs: 3_000 }]);
  await waitFor(() => expect(headingOf()).not.toBe(before));
  expect(map.heldUpdates()).toBe(1);
});

test('13-A1: where names stand on each other, that of the chosen unit is written', async () => {
  const { map } = open({ selectedId: 2 }, [unit({ id: 1 }), unit({ id: 2, title: 'Bosse' })]);
  await waitFor(() => expect(map.features.get(ACTIVE)).toMatchObject([{ id: 2, properties: { title: 'Bosse', rank: 0 } }]));
  expect(map.layers.get(UNIT_LAYERS.chosenTitle)).toMatchObject({ layout: { 'text-allow-overlap': true } });
  expect([0, 1].map((rank) => isShownIn(map, UNIT_LAYERS.chosenTitle, { rank }))).toEqual([true, false]);
});

test('MAP-006: colour and symbol of a unit decide the image it is drawn with, moving or standing', async () => {
  const { map } = open({}, [unit(), unit({ id: 2, lng: 30, state: 'moving', colour: '#00aa33', symbol: 'boat' })]);
  await waitFor(() => expect(map.features.get(FLEET)).toHaveLength(2));
  const [standing, moving] = map.features.get(FLEET)!;
  expect(standing?.properties?.['icon']).toBe('spora|unit|parked|excavator|#aa3300|light');
  expect(moving?.properties).toMatchObject({
    icon: 'spora|unit|moving|dot|#00aa33|light',
    glyph: 'spora|glyph|boat|#00aa33',
    turn: 40,
  });
});

test('SEC-010: a hostile name is on the map as the text that it is, and never a part of an expression or an image name', async () => {
  const title = '<img src=x onerror="alert(1)">"\'& ["get","icon"] {icon}';
  const { map } = open({}, [unit({ title, colour: '#aa3300|<script>' })]);
  await waitFor(() => expect(map.features.get(FLEET)).toHaveLength(1));
  expect(map.features.get(FLEET)![0]?.properties?.['title']).toBe(title);
  expect(map.layers.get(UNIT_LAYERS.title)).toMatchObject({ layout: { 'text-field': ['get', 'title'] } });
  expect(JSON.stringify([...map.layers.values()])).not.toContain('onerror');
  expect(map.features.get(FLEET)![0]?.properties?.['icon']).not.toContain('script');
});

test('MAP-026: the names of the map step aside for units that stand, and the names of units do not', () => {
  const { map } = open();
  const order = [...map.layers.keys()];
  for (const [clear, body, name] of [
    [UNIT_LAYERS.clear, UNIT_LAYERS.body, UNIT_LAYERS.title],
    [UNIT_LAYERS.activeClear, UNIT_LAYERS.activeBody, UNIT_LAYERS.activeTitle],
  ] as const) {
    const { layout, paint, filter } = map.layers.get(clear) as never as Record<'layout' | 'paint', Record<string, unknown>> & {
      filter: unknown;
    };
    // It takes the room of the symbol, whatever is there already, and is itself not seen.
    expect(layout).toEqual({ ...map.layers.get(body)!.layout, 'icon-ignore-placement': false });
    expect(layout['icon-allow-overlap']).toBe(true);
    expect(paint).toEqual({ 'icon-opacity': 0 });
    // MapLibre gives room from the highest layer down.
    expect(order.indexOf(clear)).toBeLessThan(Math.min(...[UNIT_LAYERS.title, name].map((id) => order.indexOf(id))));
    const holds = createExpression(filter, { type: 'boolean' } as never);
    if (holds.result === 'error') throw new Error(holds.value[0]?.message);
    const isKept = (properties: object) => holds.value.evaluate({ zoom: 12 }, { type: 1, id: 1, properties } as never) as boolean;
    expect([isKept({}), isKept({ glyph: 'a pointer that turns' })]).toEqual([true, false]);
  }
});

test('13-A2: the chosen unit, its heading, number and label lie over every other unit with its number and label', async () => {
  const parked = unit({ id: 1, state: 'alarm' });
  const chosen = unit({ id: 2, state: 'moving', lat: 59.00001 });
  const { map } = open({ selectedId: 2 }, [parked, chosen], 14);
  await waitFor(() => expect(map.features.get(ACTIVE)).toHaveLength(2));
  const layersOf = (id: number) => {
    const { properties } = map.features.get(ACTIVE)!.find((each) => each.id === id)!;
    const seen = Object.values(UNIT_LAYERS).filter(
      (layer) => map.layers.get(layer)?.['source' as never] === ACTIVE && layer !== UNIT_LAYERS.activeClear,
    );
    return seen.filter((layer) => isShownIn(map, layer, { count: 2, ...properties }));
  };
  const order = [...map.layers.keys()];
  const places = (id: number) => layersOf(id).map((layer) => order.indexOf(layer));
  const kinds = (id: number) => layersOf(id).map((layer) => layer.replace('-chosen', '').replace(/^.*-/, ''));
  expect(kinds(2).toSorted()).toEqual(['body', 'glyph', 'ring', 'stack', 'title']);
  expect(kinds(1).toSorted()).toEqual(['body', 'ring', 'stack', 'title']);
  expect(Math.min(...places(2))).toBeGreaterThan(Math.max(...places(1)));
  expect(order.indexOf(UNIT_LAYERS.chosenTitle)).toBe(order.length - 1);
  map.hit(UNIT_LAYERS.chosenBody, { at: [18, 59], properties: {}, id: 2 });
  const picked: number[] = [];
  map.render(<UnitsLayer store={createFleetStore()} showTitles isClustered selectedId={2} onSelect={(id) => picked.push(id)} />);
  map.click();
  expect(picked).toEqual([2]);
});
