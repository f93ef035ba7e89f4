import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { LoadingNote } from './loading-note.tsx';

afterEach(cleanup);

test('13-A: a map says that it is on its way until it has been drawn', async () => {
  const looks = new Set<(event: { sourceId?: string }) => void>();
  let isThere = false;
  const map = {
    style: {},
    loaded: () => isThere,
    getStyle: () => undefined,
    isSourceLoaded: () => false,
    on: (_: string, look: (event: object) => void) => void looks.add(look),
    off: (_: string, look: (event: object) => void) => void looks.delete(look),
  } as unknown as MapLibreMap;
  const draw = () => act(() => looks.forEach((look) => look({})));
  await renderScreen(<LoadingNote map={map} />, { send: fakeSend({}) });
  expect(await screen.findByText('The map is loading')).toBeDefined();
  draw();
  expect(screen.getByText('The map is loading')).toBeDefined();
  isThere = true;
  draw();
  await waitFor(() => expect(screen.queryByText('The map is loading')).toBeNull());
});

test('13-A: units that go on driving do not keep a map that is there from being said to be', async () => {
  const looks = new Set<(event: { sourceId?: string }) => void>();
  const loaded = new Set<string>(['spora-fleet']);
  const map = {
    style: {},
    loaded: () => false,
    getStyle: () => ({ sources: { land: {}, streets: {}, 'spora-fleet': {}, 'spora-active': {} } }),
    isSourceLoaded: (id: string) => loaded.has(id),
    on: (_: string, look: (event: object) => void) => void looks.add(look),
    off: (_: string, look: (event: object) => void) => void looks.delete(look),
  } as unknown as MapLibreMap;
  const come = (sourceId: string) => {
    loaded.add(sourceId);
    act(() => looks.forEach((look) => look({ sourceId })));
  };
  await renderScreen(<LoadingNote map={map} />, { send: fakeSend({}) });
  expect(await screen.findByText('The map is loading')).toBeDefined();
  come('land');
  expect(screen.getByText('The map is loading'), 'half a map').toBeDefined();
  come('streets');
  await waitFor(() => expect(screen.queryByText('The map is loading')).toBeNull());
});
