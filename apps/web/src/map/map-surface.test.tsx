import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { MapSurface, type MapSurfaceProps } from './map-surface.tsx';
import type { MapView } from './shapes.ts';

/** What maps were made with; each answers nothing but that it is there. */
const made: { bounds?: readonly number[]; center?: unknown; zoom?: number }[] = [];
let failure: string | null = null;
class GPUInitializationError extends Error {}
const engine = {
  GPUInitializationError,
  Map: class {
    readonly touchZoomRotate = { disableRotation: () => undefined };
    readonly keyboard = { disableRotation: () => undefined };
    constructor(options: (typeof made)[number]) {
      if (failure === 'no WebGL') throw new GPUInitializationError();
      if (failure) throw new Error(failure);
      made.push(options);
    }
    addControl = () => undefined;
    setMissingStyleImageResolver = () => undefined;
    on = () => undefined;
    once = () => undefined;
    remove = () => undefined;
  },
  AttributionControl: class {},
  ScaleControl: class {},
};
const load = (() => Promise.resolve({ startEngine: () => engine })) as unknown as NonNullable<MapSurfaceProps['load']>;

beforeEach(() => {
  vi.stubGlobal('WebGL2RenderingContext', class {});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  made.length = 0;
  failure = null;
});

const VIEW = { bounds: { west: 10, south: 58, east: 12, north: 60 } };
/** A map whose view comes with a press. */
function Surface({ isWaiting = false }: { isWaiting?: boolean }) {
  const [view, setView] = useState<MapView | null>(null);
  return (
    <>
      <button onClick={() => setView(VIEW)}>It comes</button>
      <MapSurface
        {...{ providers: [], theme: 'light', language: 'en', label: 'Map' }}
        load={load}
        initialView={view}
        isWaiting={isWaiting && view === null}
      />
    </>
  );
}
const open = (isWaiting?: boolean) =>
  renderScreen(<Surface {...(isWaiting !== undefined && { isWaiting })} />, { send: fakeSend({}) });

test('MAP-001: where nothing can draw a map, that is said, and not that it failed', async () => {
  failure = 'no WebGL';
  await open();
  expect(await screen.findByText('The map cannot be drawn')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  cleanup();
  failure = 'no worker';
  await open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
});

test('18: no map is drawn of another view than the one that is on its way, and then that one', async () => {
  await open(true);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(made).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'It comes' }));
  await waitFor(() => expect(made).toHaveLength(1));
  expect(made[0]!.bounds).toEqual([10, 58, 12, 60]);
});

test('18: what does not come keeps nobody from the map for long', async () => {
  await open(true);
  await waitFor(() => expect(made).toHaveLength(1), { timeout: 4_000 });
  expect(made[0]!.bounds).toHaveLength(4);
});
