import { UNIT_STATES } from '@spora/contract/tracking/endpoints';
import { createExpression } from '@maplibre/maplibre-gl-style-spec';
import { cleanup, waitFor } from '@testing-library/react';
import type { ExpressionSpecification } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFleetStore } from './fleet-store.ts';
import type { MapUnit } from './shapes.ts';
import { fakeMap, type FakeCluster } from './testing.tsx';
import { CLUSTER_SHARES, iconId, STATE_COLOURS } from './unit-icons.ts';
import { UnitsLayer, type UnitsLayerProps } from './units-layer.tsx';
import { ACTIVE, CLUSTER_MAX_ZOOM, FLEET, UNIT_LAYERS } from './units-style.ts';

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
const yard: FakeCluster = {
  at: [18, 59],
  expansionZoom: CLUSTER_MAX_ZOOM + 1,
  leaves: [
    { id: 7, at: [18, 59] },
    { id: 9, at: [18.0001, 59.0001] },
  ],
};

test('MAP-024: units cluster by default with their count and the worst of their states', () => {
  const { map } = open();
  expect(map.sourceOptions.get(FLEET)).toMatchObject({
    cluster: true,
    clusterProperties: { worst: ['max', ['get', 'severity']] },
  });
  expect(map.layers.get(UNIT_LAYERS.count)).toMatchObject({ layout: { 'text-field': ['get', 'point_count_abbreviated'] } });
  const paint = JSON.stringify(map.layers.get(UNIT_LAYERS.cluster));
  for (const [severity, state] of UNIT_STATES.entries()) expect(paint).toContain(`${severity},"${STATE_COLOURS[state]}"`);
});

test('MAP-024: of a cluster the severity is that of its worst unit, by the order of the states', async () => {
  const { map } = open({}, [unit({ id: 1 }), unit({ id: 2, state: 'alarm' }), unit({ id: 3, state: 'no-contact' })]);
  await waitFor(() => expect(map.features.get(FLEET)).toHaveLength(3));
  const severities = map.features.get(FLEET)!.map(({ properties }) => Number(properties?.['severity']));
  expect(UNIT_STATES[Math.max(...severities)]).toBe('alarm');
});

test('13-A1: the ring of a cluster tells how many of its units move, have stopped, are parked, are silent or call for somebody', () => {
  const { map } = open();
  const options = map.sourceOptions.get(FLEET) as { clusterProperties: Record<string, [string, ExpressionSpecification]> };
  const evaluated = (expression: unknown, kind: 'number' | 'string', properties: Record<string, unknown>): unknown => {
    const made = createExpression(expression, { type: kind } as never);
    if (made.result === 'error') throw new Error(made.value[0]?.message);
    return made.value.evaluate({ zoom: 5 }, { type: 1, properties } as never);
  };
  const states = ['moving', 'parked', 'parked', 'stopped', 'no-contact', 'theft'] as const;
  const counts = Object.fromEntries(
    CLUSTER_SHARES.map(({ name }) => [
      name,
      states.reduce(
        (sum, state) =>
          sum + Number(evaluated(options.clusterProperties[name]![1], 'number', { severity: UNIT_STATES.indexOf(state) })),
        0,
      ),
    ]),
  );
  expect(counts).toEqual({ moving: 1, stopped: 1, parked: 2, silent: 1, urgent: 1 });
  // Each state has its share.
  expect(CLUSTER_SHARES.flatMap(({ states: own }) => own).toSorted()).toEqual(UNIT_STATES.toSorted());
  const { layout } = map.layers.get(UNIT_LAYERS.shares) as { layout: Record<string, unknown> };
  const image = (properties: Record<string, number>) => evaluated(layout['icon-image'], 'string', properties);
  expect(image({ ...counts, point_count: 6 })).toBe(iconId({ kind: 'shares', parts: [2, 2, 4, 2, 2] }));
  // One of a thousand is seen too.
  expect(image({ moving: 1, stopped: 0, parked: 999, silent: 0, urgent: 0, point_count: 1_000 })).toBe('spora|shares|1|0|12|0|0');
});

test('MAP-024: clustering can be turned off and on', () => {
  const { map, layer } = open({ isClustered: false });
  expect(map.sourceOptions.get(FLEET)).toMatchObject({ cluster: false });
  map.render(layer({ isClustered: true }));
  expect(map.sourceOptions.get(FLEET)).toMatchObject({ cluster: true });
});

test('MAP-024: a cluster that no zoom can split opens the list of its units', async () => {
  const { map, opened } = open();
  map.hit(UNIT_LAYERS.cluster, yard);
  map.click();
  await waitFor(() => expect(opened).toEqual([[7, 9]]));
  expect(map.eases).toEqual([]);
});

test.each([
  ['is spread wider than where it begins to part', { ...yard, expansionZoom: 9, fitZoom: 7 }, 9.3],
  ['fits nearer than where it begins to part', { ...yard, expansionZoom: 9, fitZoom: 11.5 }, 11.5],
  ['is nearly one place at a lower zoom', { ...yard, expansionZoom: 9 }, 14.2],
  ['spreads over more than one place', { ...yard, leaves: [...yard.leaves, { id: 11, at: [18.01, 59] as const }] }, 14.2],
])('MAP-024: a cluster that %s is zoomed into until it falls apart, and no list opens', async (_, cluster, zoom) => {
  const { map, opened } = open();
  map.hit(UNIT_LAYERS.cluster, cluster);
  map.click();
  await waitFor(() => expect(map.eases).toMatchObject([{ zoom }]));
  expect(opened).toEqual([]);
});

test('MAP-024, MAP-027: what an opened cluster held does not lie under the buttons', async () => {
  const { map } = open();
  map.hit(UNIT_LAYERS.cluster, { ...yard, expansionZoom: 9, fitZoom: 11.5 });
  map.click();
  await waitFor(() => expect(map.eases).toHaveLength(1));
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
  expect(map.layers.get(UNIT_LAYERS.stack)).toMatchObject({ filter: ['has', 'count'] });
  // The others are nowhere else either, and no cluster lies below.
  expect(JSON.stringify(map.layers.get(UNIT_LAYERS.body)?.['filter' as never])).toContain('[11,15,12,13,14]');
  expect(map.layers.get(UNIT_LAYERS.cluster)).toMatchObject({ layout: { visibility: 'none' } });
  map.hit(UNIT_LAYERS.activeBody, { ...yard, id: 11 });
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
  map.hit(UNIT_LAYERS.activeBody, { ...yard, id: 1, fitZoom: 16.4 });
  map.click();
  expect(opened).toEqual([]);
  expect(map.eases).toMatchObject([{ zoom: 16.4 }]);
});

test('MAP-024, MAP-025: of more than glide, clusters stay as long as there are any; nearer, a full yard is one symbol all the same', async () => {
  const many = Array.from({ length: 250 }, (_, i) => unit({ id: i + 1, lat: 59 + i / 100 }));
  const far = open({}, [...many, ...parked.map((each) => ({ ...each, id: each.id + 1_000 }))], 13);
  await waitFor(() => expect(far.map.features.get(FLEET)).toHaveLength(254));
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
  map.holdUpdates();
  // The first one is on its way to the worker, and does not come back; the second is drawn all the same.
  store.put([unit({ id: 11, title: 'Renamed', timeMs: 2_000 })]);
  await waitFor(() => expect(map.heldUpdates()).toBe(1));
  store.put([{ ...passing, headingDeg: 220, timeMs: 3_000 }]);
  await waitFor(() => expect(headingOf()).not.toBe(before));
  expect(map.heldUpdates()).toBe(1);
});

test('13-A1: where names stand on each other, that of the chosen unit is written', async () => {
  const { map } = open({ selectedId: 2 }, [unit({ id: 1 }), unit({ id: 2, title: 'Bosse' })]);
  await waitFor(() => expect(map.features.get(ACTIVE)).toMatchObject([{ id: 2, properties: { title: 'Bosse', rank: 0 } }]));
  expect(map.layers.get(UNIT_LAYERS.activeTitle)).toMatchObject({ layout: { 'symbol-sort-key': ['get', 'rank'] } });
});

test('MAP-006: colour and symbol of a unit decide the image it is drawn with, moving or standing', async () => {
  const { map } = open({}, [unit(), unit({ id: 2, state: 'moving', colour: '#00aa33', symbol: 'boat' })]);
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
