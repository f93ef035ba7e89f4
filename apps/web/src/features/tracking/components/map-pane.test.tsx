import { type LiveUnit, searchOptions } from '@spora/contract/tracking/endpoints';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../../../lib/testing.tsx';
import { createFleetStore } from '../../../map/fleet-store.ts';
import { liveUnit } from '../testing.ts';
import { toMapUnit } from '../use-live.ts';
import { MapPane } from './map-pane.tsx';

afterEach(cleanup);

const open = (over: Partial<ComponentProps<typeof MapPane>> = {}) =>
  renderScreen(
    <MapPane
      handle={{ current: null }}
      store={createFleetStore()}
      units={over.units ?? []}
      isReady
      options={searchOptions.parse({})}
      selectedId={null}
      hoveredId={null}
      isFollowing={false}
      isCovered={false}
      history={null}
      marks={[]}
      pin={null}
      onPin={() => undefined}
      cluster={over.cluster ?? null}
      onCluster={() => undefined}
      onSelect={over.onSelect ?? (() => undefined)}
      onShow={() => undefined}
      onHover={() => undefined}
      onFollow={() => undefined}
      filtered={null}
    />,
    { send: fakeSend({ 'accounts.map-config': () => ({ providers: [] }) }) },
  );

test('MAP-027: Tab comes to the search at the beginning of the map before it comes to the map', async () => {
  await open();
  const search = screen.getByRole('combobox', { name: 'Find an address or place' });
  const map = document.querySelector('[class*=surface]');
  expect(map && search.compareDocumentPosition(map) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('MAP-024: units that stand on one spot are listed, and the chosen one is selected', async () => {
  const chosen: (number | null)[] = [];
  const named = ['Anna', 'Bosse', 'Cilla'].map((name, i) => liveUnit({ id: i + 1, name, registration_number: `ABC 00${i + 1}` }));
  // By name, in whatever order the server told of them.
  const units = named.toReversed();
  await open({ units, cluster: [1, 3], onSelect: (id) => chosen.push(id) });
  const list = within(screen.getByRole('dialog')).getByRole('list');
  expect(
    within(list)
      .getAllByRole('button')
      .map((each) => each.textContent),
  ).toEqual(['AnnaABC 001', 'CillaABC 003']);
  await userEvent.click(within(list).getByRole('button', { name: /Cilla/ }));
  expect(chosen).toEqual([3]);
});

test('MAP-026: beside a unit that drives stands how fast, under its name; not of one that stands, hides it or has gone silent', () => {
  const speedOf = (_: unknown, kmh: number) => `${kmh} km/h`;
  const title = (over: Partial<LiveUnit>) => toMapUnit(liveUnit({ name: 'Anna', ...over, id: 1 }), 0, false, speedOf)?.title;
  const { position } = liveUnit({ id: 1 });
  const fast = { position: position && { ...position, speed_kmh: 63 } };
  expect(title({ ...fast, state: 'moving' })).toBe('Anna\n63 km/h');
  expect(title({ ...fast, state: 'parked' })).toBe('Anna');
  expect(title({ ...fast, state: 'moving', hides_speed: true })).toBe('Anna');
  expect(title({ ...fast, state: 'no-contact' })).toBe('Anna');
});

test('MAP-006: colour and symbol of a unit are what the map draws it with, and its own icon goes before the symbol', () => {
  const unit = liveUnit({ id: 1, colour: '#aa3300', marker_symbol: 'van' });
  expect(toMapUnit(unit, 0)).toMatchObject({ colour: '#aa3300', symbol: 'van' });
  expect(toMapUnit(unit, 0, true), '14-3: with an open security alarm').toMatchObject({ state: 'alarm', colour: '#aa3300' });
  expect(toMapUnit({ ...unit, icon: 'excavator' }, 0)).toMatchObject({ symbol: 'excavator' });
  expect(toMapUnit({ ...unit, icon: 'an icon that is not drawn' }, 0)).toMatchObject({ symbol: 'van' });
});
