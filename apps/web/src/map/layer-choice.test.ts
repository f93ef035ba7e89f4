// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseLayers, currentLayers, layerText, linkLayers, mapLayer, readLayers } from './layer-choice.ts';
import { useLayerAddress } from './use-layers.ts';

afterEach(cleanup);
beforeEach(() => {
  linkLayers(null);
  chooseLayers({ base: 'street', shown: ['labels'] });
});

test('STORE-010: the map and what lies over it survive being written down; unknown layers are dropped', () => {
  const choice = { base: 'satellite', shown: ['zones', 'sea-chart'] } as const;
  expect(layerText(choice)).toBe('satellite.zones.sea-chart.no-labels');
  expect(readLayers(layerText(choice))).toEqual(choice);
  expect(readLayers('terrain.traffic.weather')).toEqual({ base: 'terrain', shown: ['labels', 'traffic'] });
  for (const broken of ['', 'moon', 3, null, undefined, {}]) expect(readLayers(broken)).toBeNull();
});

test('STORE-010, MAP-026: the choice is told to the server, and what another browser left is taken', () => {
  const told: unknown[] = [];
  const stop = mapLayer.subscribe(() => told.push(mapLayer.read()));
  chooseLayers({ base: 'terrain' });
  expect(told).toEqual(['terrain']);
  mapLayer.take('hybrid.places');
  expect(currentLayers()).toEqual({ base: 'hybrid', shown: ['labels', 'places'] });
  mapLayer.take('nonsense');
  expect(currentLayers().base).toBe('hybrid');
  stop();
});

/** A page whose address holds the layers. */
function page(start?: string) {
  const addresses: (string | undefined)[] = [];
  const onName = (layers: string | undefined) => void addresses.push(layers);
  const hook = renderHook(({ named }: { named?: string | undefined }) => useLayerAddress(named, onName), {
    initialProps: { named: start },
  });
  return { addresses, goTo: (named?: string) => hook.rerender({ named }), leave: () => hook.unmount() };
}

test('NAV-037: what somebody chooses stands in the address, and the first view needs no word', () => {
  const { addresses, goTo } = page();
  expect(addresses).toEqual([]);
  act(() => chooseLayers({ base: 'satellite' }));
  expect(addresses).toEqual(['satellite']);
  goTo('satellite');
  act(() => chooseLayers({ base: 'street' }));
  expect(addresses).toEqual(['satellite', undefined]);
});

test('NAV-037: two choices before the address has told the first are both kept', () => {
  const { addresses, goTo } = page();
  act(() => chooseLayers({ base: 'satellite' }));
  act(() => chooseLayers({ shown: ['labels', 'zones'] }));
  goTo('satellite');
  expect(layerText(currentLayers())).toBe('satellite.zones');
  goTo('satellite.zones');
  expect(layerText(currentLayers())).toBe('satellite.zones');
  expect(addresses).toEqual(['satellite', 'satellite.zones']);
});

test('NAV-037: a link shows the layers that it names, and nobody has chosen them by opening it', () => {
  chooseLayers({ base: 'terrain' });
  const { addresses, leave } = page('satellite.zones');
  expect(layerText(currentLayers())).toBe('satellite.zones');
  expect(mapLayer.read()).toBe('terrain');
  expect(addresses).toEqual([]);
  leave();
  expect(currentLayers().base).toBe('terrain');
});

test('NAV-037: back and forward bring the layers of then, and a page without a word of them tells the own ones', () => {
  const { addresses, goTo } = page('satellite');
  goTo('terrain');
  expect(currentLayers().base).toBe('terrain');
  goTo('satellite');
  expect(currentLayers().base).toBe('satellite');
  goTo('street');
  expect(currentLayers().base).toBe('street');
  expect(addresses).toEqual([]);
});
