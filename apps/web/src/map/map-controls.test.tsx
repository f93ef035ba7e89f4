import { act, cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, onNarrowScreen, renderScreen } from '../lib/testing.tsx';
import { MapContextValue } from './map-context.ts';
import { MapControls } from './map-controls.tsx';
import { fakeMap } from './testing.tsx';

afterEach(cleanup);

async function measure() {
  const map = fakeMap();
  await renderScreen(
    <MapContextValue value={map.context}>
      <MapControls hasMeasuring />
    </MapContextValue>,
    { send: fakeSend({}) },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Measure distance' }));
  const set = (lat: number) => act(() => map.click({ lat, lng: 18 }));
  return { set, length: () => screen.getByRole('status').querySelector('strong')?.textContent ?? null };
}

test('MAP-027: on a touch screen, which has no keys, points are taken back and measuring is ended by buttons', async () => {
  onNarrowScreen(['(pointer: coarse)']);
  const { set, length } = await measure();
  expect(screen.getByText('Tap the map to measure.')).toBeDefined();
  const undo = screen.getByRole<HTMLButtonElement>('button', { name: 'Undo point' });
  expect(undo.disabled).toBe(true);
  for (const lat of [59, 59.01, 59.03]) set(lat);
  expect(length()).toMatch(/^3.3\skm$/);
  await userEvent.click(undo);
  expect(length()).toMatch(/^1.1\skm$/);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('Tap the map to measure.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Measure distance' }).getAttribute('aria-pressed')).toBe('false');
});

test('MAP-027: at a desk the keys do it, and the map says which', async () => {
  const { set, length } = await measure();
  expect(screen.getByText(/Backspace removes the last point, Escape ends/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo point' })).toBeNull();
  for (const lat of [59, 59.01]) set(lat);
  expect(length()).toMatch(/^1.1\skm$/);
});

test('MAP-027: on a phone the seldom used tools stand among the layers, so that the buttons hide less of the map', async () => {
  onNarrowScreen(['(width < 768px)', '(pointer: coarse)']);
  const map = fakeMap();
  await renderScreen(
    <MapContextValue value={{ ...map.context, providers: [] }}>
      <MapControls hasMeasuring hasLayers />
    </MapContextValue>,
    { send: fakeSend({}) },
  );
  expect(screen.queryByRole('button', { name: 'Measure distance' })).toBeNull();
  const layers = screen.getByRole('button', { name: 'Map layers' });
  await userEvent.click(layers);
  await userEvent.click(screen.getByRole('button', { name: 'Measure distance' }));
  expect(layers.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('Tap the map to measure.')).toBeDefined();
});
