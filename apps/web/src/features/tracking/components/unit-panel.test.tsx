import { searchOptions } from '@spora/contract/tracking/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { liveUnit } from '../testing.ts';
import { UnitPanel } from './unit-panel.tsx';

afterEach(cleanup);

const UNITS = [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse' }), liveUnit({ id: 3, name: 'Cilla' })];
const nothing = (): void => undefined;
const open = (outside: number, onFitAll: () => void, shown = UNITS, withoutPosition: typeof UNITS = []) =>
  renderScreen(
    <UnitPanel
      state={{ connection: 'live', lastGoodMs: 0, hasLoaded: true, units: new Map(), revision: 1, answers: 0 }}
      units={[...shown, ...withoutPosition]}
      groups={{ onMap: shown, withoutPosition }}
      nowMs={Date.parse('2026-11-02T10:00:00Z')}
      openAlarms={new Map()}
      options={searchOptions.parse({})}
      onChange={nothing}
      lastId={null}
      onSelect={nothing}
      onHover={nothing}
      onNeed={nothing}
      onFitFiltered={nothing}
      outside={outside}
      onFitAll={onFitAll}
      onAddPhone={null}
    />,
    { send: fakeSend({}), user: signedInUser() },
  );

test('MAP-027: beside the number of units stands how many the map does not show, with one press to all; with all in view neither', async () => {
  const onFitAll = vi.fn();
  await open(1, onFitAll);
  expect(screen.getByText('3 units · 1 outside the map')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onFitAll).toHaveBeenCalledOnce();
  cleanup();
  await open(0, onFitAll);
  expect(screen.getByText('3 units')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});

test('MAP-027: what no map can show is told apart from what lies outside of it, so that the numbers add up', async () => {
  await open(1, nothing, UNITS, [liveUnit({ id: 4, name: 'Dan', position: null })]);
  expect(screen.getByText('4 units · 1 without position · 1 outside the map')).toBeDefined();
});

test('MAP-031, MAP-033: as many are said to be without position as stand in that group, and how many of them are in private use', async () => {
  const without = (['no-fix', 'private', 'never-connected'] as const).map((reason, i) =>
    liveUnit({ id: 4 + i, name: reason, position: null, no_position_reason: reason, state: 'no-contact' }),
  );
  await open(0, nothing, UNITS, without);
  expect(screen.getByText('6 units · 3 without position (1 in private use)')).toBeDefined();
});

test('MAP-027: a map of a place where none of the units are says so, and one press shows them', async () => {
  const onFitAll = vi.fn();
  await open(3, onFitAll);
  expect(screen.getByText('3 units · all outside the map')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onFitAll).toHaveBeenCalledOnce();
  cleanup();
  await open(1, onFitAll, UNITS.slice(0, 1));
  expect(screen.getByText('1 unit · outside the map')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show on the map' }));
  expect(onFitAll).toHaveBeenCalledTimes(2);
});
