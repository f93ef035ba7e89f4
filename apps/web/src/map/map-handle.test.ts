import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, test } from 'vitest';
import { type BaseKind, detailZoom, hasStreets, isBeyondDetail, isTownOfStreets, mustPlaceAgain } from './detail.ts';
import type { MapEngine } from './engine.ts';
import { createHandle, paddingOf } from './map-handle.ts';
import type { MapEdges } from './shapes.ts';

const STOCKHOLM = { lat: 59.33, lng: 18.06 };
const MOUNTAINS = { lat: 65.5, lng: 15.2 };

/** The camera of a map: notes what it is asked. */
function open({ base = 'embedded', edges = null }: { base?: BaseKind; edges?: MapEdges | null } = {}) {
  const asked: { kind: string; zoom?: number; maxZoom?: number; padding?: MapEdges }[] = [];
  let onEnd = (): void => undefined;
  let isMoving = false;
  let bottom = 0;
  const element = { clientWidth: 390, clientHeight: 450 };
  const map = {
    on: (_: string, listener: () => void) => void (onEnd = listener),
    isMoving: () => isMoving,
    getZoom: () => 5,
    // A degree is a pixel.
    project: ([x, y]: [number, number]) => ({ x, y }),
    getPadding: () => ({ bottom }),
    setPadding: (padding: MapEdges) => {
      bottom = padding.bottom;
      end();
    },
    getContainer: () => element,
    getCanvas: () => element,
    fitBounds: (_: unknown, options: object) => move('fit', options),
    easeTo: (options: object) => move('ease', options),
  };
  function move(kind: string, options: object): void {
    if (isMoving) end();
    asked.push({ kind, ...options });
    isMoving = true;
  }
  function end(): void {
    isMoving = false;
    onEnd();
  }
  class Bounds {
    private readonly southWest: [number, number];
    constructor(southWest: [number, number]) {
      this.southWest = southWest;
    }
    getCenter() {
      return { lng: this.southWest[0], lat: this.southWest[1] };
    }
  }
  const handle = createHandle(map as unknown as MapLibreMap, { LngLatBounds: Bounds } as unknown as MapEngine, {
    base: () => base,
    edges: () => edges,
  });
  return { handle, asked, end };
}

test('13-A1: the embedded map knows where it has streets', () => {
  expect([STOCKHOLM, { lat: 59.91, lng: 10.75 }, { lat: 57.7, lng: 11.97 }].map(hasStreets)).toEqual([true, true, true]);
  expect([MOUNTAINS, { lat: 58.9, lng: 20.5 }, { lat: 0, lng: 0 }].map(hasStreets)).toEqual([false, false, false]);
});

test('13-A1: where the map has the great roads alone, nobody is taken as close as in a town of streets', () => {
  const goteborg = { lat: 57.7, lng: 11.97 };
  const oslo = { lat: 59.91, lng: 10.75 };
  expect([STOCKHOLM, oslo, goteborg, { lat: 59.65, lng: 17.93 }].map(isTownOfStreets)).toEqual([true, true, false, false]);
  const { handle, asked } = open();
  for (const at of [STOCKHOLM, goteborg, MOUNTAINS]) handle.moveTo(at, { zoom: 16 });
  expect(asked.map(({ zoom }) => zoom)).toEqual([16, 13, 11]);
  expect(detailZoom('provider', goteborg)).toBe(16);
});

test('13-A1: nobody is taken closer than the map has detail, and a blank map is said to be one', () => {
  const { handle, asked } = open();
  handle.moveTo(STOCKHOLM, { zoom: 13 });
  handle.moveTo(MOUNTAINS, { zoom: 13 });
  handle.fit([MOUNTAINS]);
  // A short drive in the mountains is looked at, streets or not, and so is the circle of a place.
  handle.fit([MOUNTAINS, { ...MOUNTAINS, lat: MOUNTAINS.lat + 0.01 }]);
  handle.fit([MOUNTAINS, { ...MOUNTAINS, lng: MOUNTAINS.lng + 0.005 }], { maxZoom: 16 });
  expect(asked.map(({ zoom, maxZoom }) => zoom ?? maxZoom)).toEqual([13, 11, 11, 14, 16]);
  const online = open({ base: 'provider' });
  online.handle.moveTo(MOUNTAINS, { zoom: 13 });
  expect(online.asked[0]!.zoom).toBe(13);
  expect(isBeyondDetail('embedded', MOUNTAINS, 13)).toBe(true);
  expect(isBeyondDetail('embedded', MOUNTAINS, detailZoom('embedded', MOUNTAINS))).toBe(false);
  expect(isBeyondDetail('embedded', STOCKHOLM, 15)).toBe(false);
  expect(isBeyondDetail('provider', MOUNTAINS, 15)).toBe(false);
});

test('13-A1: opened close for a provider that then does not answer, the map is placed once more, unless it was moved', () => {
  expect(mustPlaceAgain({ base: 'provider', hasMoved: false }, 'embedded')).toBe(true);
  expect(mustPlaceAgain({ base: 'provider', hasMoved: true }, 'embedded')).toBe(false);
  expect(mustPlaceAgain({ base: 'embedded', hasMoved: false }, 'provider')).toBe(false);
  expect(mustPlaceAgain({ base: 'provider', hasMoved: false }, 'provider')).toBe(false);
});

test('13-A1: what is shown lies inside the controls, and on a phone still has room', () => {
  const edges = { top: 56, right: 56, bottom: 36, left: 4 };
  const { handle, asked } = open({ edges });
  handle.fit([STOCKHOLM]);
  expect(asked[0]!.padding).toEqual({ top: 80, right: 80, bottom: 60, left: 28 });
  expect(handle.padding()).toEqual(asked[0]!.padding);
  // What is written beside a stop stays clear of the buttons.
  handle.fit([STOCKHOLM], { isLabelled: true });
  expect(asked[1]!.padding).toEqual({ top: 80, right: 132, bottom: 60, left: 28 });
  const low = paddingOf({ width: 390, height: 150 }, edges);
  expect(150 - low.top - low.bottom).toBeGreaterThanOrEqual(60);
  expect(paddingOf({ width: 1000, height: 800 }, null)).toEqual({ top: 64, right: 64, bottom: 64, left: 64 });
  // In a small one nothing lies on the line that names its makers.
  expect(paddingOf({ width: 430, height: 212 }, null)).toEqual({ top: 35, right: 35, bottom: 48, left: 35 });
});

test('MAP-029: what lies under a button or below a sheet is not in view', () => {
  const { handle } = open({ edges: { top: 56, right: 56, bottom: 36, left: 4 } });
  const isShown = (x: number, y: number) => handle.isInView({ lng: x, lat: y });
  expect([isShown(100, 100), isShown(100, 30), isShown(350, 100), isShown(100, 430)]).toEqual([true, false, false, false]);
  handle.cover(200);
  expect([isShown(100, 200), isShown(100, 230)]).toEqual([true, false]);
});

test('MAP-027: what comes over the map with what is shown is kept clear beside what stands there always', () => {
  const { handle, asked } = open({ edges: { top: 56, right: 56, bottom: 36, left: 4 } });
  handle.fit([STOCKHOLM], { edges: { top: 148, right: 56, bottom: 36, left: 4 } });
  handle.fit([STOCKHOLM]);
  expect(asked.map(({ padding }) => padding!.top)).toEqual([172, 80]);
});

test('MAP-027: what need not be shown is kept from under the buttons when the rest is', () => {
  const { handle, asked } = open({ edges: { top: 56, right: 56, bottom: 36, left: 4 } });
  const malmo = { lat: 55.6, lng: 13 };
  const gavle = { lat: 60, lng: 17.1 };
  handle.fit([STOCKHOLM, malmo]);
  handle.fit([STOCKHOLM, malmo], { others: [gavle] });
  const [middle, moved] = asked.map(({ padding }) => padding!);
  expect(moved!.top).toBeGreaterThan(middle!.top);
  expect(moved!.bottom).toBeGreaterThanOrEqual(middle!.bottom);
});

test('13-A1: a sheet that goes down while the map is on its way does not end the way', () => {
  const { handle, asked, end } = open();
  handle.cover(290);
  handle.moveTo(STOCKHOLM, { zoom: 13 });
  handle.cover(0);
  expect(asked.map(({ kind, zoom }) => [kind, zoom])).toEqual([
    ['ease', 13],
    ['ease', 13],
  ]);
  end();
  // Once there, the sheet moves nothing.
  handle.cover(290);
  expect(asked).toHaveLength(2);
});
