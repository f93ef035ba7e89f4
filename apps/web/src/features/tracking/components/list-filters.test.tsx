import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen } from '../../../lib/testing.tsx';
import { FIRST_OPTIONS } from '../filter-search.ts';
import { liveUnit } from '../testing.ts';
import { ListFilters } from './list-filters.tsx';

afterEach(cleanup);

const UNITS = [
  liveUnit({ id: 1, name: 'Anna' }),
  liveUnit({ id: 2, name: 'Annika', state: 'moving' }),
  liveUnit({ id: 3, name: 'Bosse', state: 'moving' }),
];

async function open(units = UNITS) {
  let shown = 0;
  function Page(): ReactNode {
    const [options, setOptions] = useState(FIRST_OPTIONS);
    return (
      <ListFilters
        units={units}
        nowMs={Date.parse('2026-11-02T10:00:00Z')}
        options={options}
        onChange={(change) => setOptions((before) => ({ ...before, ...change }))}
        onShowHits={() => (shown += 1)}
      />
    );
  }
  await renderScreen(<Page />, { send: fakeSend({}) });
  return { user: userEvent.setup(), shown: () => shown, field: screen.getByRole('searchbox', { name: /Search name/ }) };
}
const chips = () =>
  screen.getAllByRole('button', { pressed: false }).flatMap(({ textContent }) => /^\D+\d+$/.exec(textContent)?.[0] ?? []);

test('13-A: the chips count what the search leaves, and stay where they are', async () => {
  const { user, field } = await open();
  expect(chips()).toEqual(['Moving2', 'Parked1']);
  await user.type(field, 'bosse');
  expect(chips()).toEqual(['Moving1', 'Parked0']);
  await user.click(screen.getByRole('button', { name: /^Moving/ }));
  expect(screen.getByRole('button', { name: /^Moving/ }).textContent).toBe('Moving1');
});

test('MAP-019: a chip says of boats and of cars what their rows say, and counts no boat as parked', async () => {
  const [car, boat, launch] = [
    liveUnit({ id: 1, name: 'Bil' }),
    liveUnit({ id: 2, name: 'Havørn', kind: 'boat' }),
    liveUnit({ id: 3, name: 'Terna', kind: 'boat', state: 'moving' }),
  ];
  await open([boat, car, launch]);
  // Also while no car drives: the words stay as they are.
  expect(chips()).toEqual(['Moving / Under way1', 'Parked / At rest2']);
  cleanup();
  await open([boat, launch]);
  expect(chips()).toEqual(['Under way1', 'At rest1']);
});

test('MAP-028, 13-A: Enter in the search takes the map to what was found, typing alone does not', async () => {
  const { user, field, shown } = await open();
  await user.type(field, 'ann');
  expect(shown()).toBe(0);
  await user.keyboard('{Enter}');
  expect(shown()).toBe(1);
});

test('13-A: on a phone order and further filters stand behind one button before the states', async () => {
  const narrow = (media: string) => ({
    media,
    matches: media.includes('width < '),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, get: () => narrow, set: () => undefined });
  const user = userEvent.setup();
  const page = { options: FIRST_OPTIONS, onChange: () => undefined, onShowHits: () => undefined };
  await renderScreen(<ListFilters units={UNITS} nowMs={Date.parse('2026-11-02T10:00:00Z')} {...page} />, { send: fakeSend({}) });
  expect(screen.getByRole('button', { name: /^Moving/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Reverse the order' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters', expanded: false }));
  expect(screen.getByRole('button', { name: 'Reverse the order' })).toBeDefined();
  expect(screen.getByRole('switch', { name: /Group nearby/ })).toBeDefined();
  Reflect.deleteProperty(window, 'matchMedia');
});
