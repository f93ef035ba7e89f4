import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { LoadingNote } from './loading-note.tsx';

afterEach(cleanup);

test('13-A: a map says that it is on its way until it has been drawn', async () => {
  const looks = new Set<() => void>();
  let isThere = false;
  const map = {
    style: {},
    loaded: () => isThere,
    on: (_: string, look: () => void) => void looks.add(look),
    off: (_: string, look: () => void) => void looks.delete(look),
  } as unknown as MapLibreMap;
  const draw = () => act(() => looks.forEach((look) => look()));
  await renderScreen(<LoadingNote map={map} />, { send: fakeSend({}) });
  expect(await screen.findByText('The map is loading')).toBeDefined();
  draw();
  expect(screen.getByText('The map is loading')).toBeDefined();
  isThere = true;
  draw();
  await waitFor(() => expect(screen.queryByText('The map is loading')).toBeNull());
});
