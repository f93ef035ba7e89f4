import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { createFleetStore } from '../../map/fleet-store.ts';
import { MapContextValue } from '../../map/map-context.ts';
import { fakeMap } from '../../map/testing.tsx';
import { UnitsLayer } from '../../map/units-layer.tsx';
import { UNIT_LAYERS } from '../../map/units-style.ts';
import { TagsOnMap } from './public/tags-on-map.tsx';

beforeEach(() => {
  localStorage.clear();
  HTMLElement.prototype.scrollIntoView = () => undefined;
});
afterEach(cleanup);

const HOUR_MS = 3_600_000;
const tag = (id: number, name: string, hoursAgo: number) => ({
  ...{ id, name, mac: '7C:D9:F4:01:0C:40', lat: 59.3, lng: 18.1, uncertainty_m: 50 },
  unit: { imei: '350000000000017', name: 'Kylbil 7' },
  at: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
});
type Units = Parameters<typeof TagsOnMap>[0]['drawn']['units'];
async function open(tags: readonly ReturnType<typeof tag>[], units: Units = [], isPast = false) {
  const map = fakeMap();
  const send = fakeSend({ 'sensors.tags': () => ({ tags: [...tags] }) });
  await renderScreen(
    <MapContextValue value={map.context}>
      <UnitsLayer store={createFleetStore()} showTitles isClustered />
      <TagsOnMap drawn={{ units, isPast }} />
    </MapContextValue>,
    { send, user: signedInUser() },
  );
  const drawn = (end: string) => [...map.features].find(([source]) => source.endsWith(end))?.[1] ?? [];
  return { map, drawn, send, user: userEvent.setup() };
}

test('MAP-001, BLE-019: tags are on the map with their circle and age, and their list tells which unit heard them and when', async () => {
  const { map, drawn, user } = await open([tag(1, 'Släpet', 3.5), tag(2, 'Lådan', 0)]);
  const button = await screen.findByRole('button', { name: 'Tags' });
  expect(drawn('tag-circles')).toHaveLength(2);
  expect(drawn('tags').map(({ properties }) => properties?.['label'] as string)).toEqual([
    expect.stringMatching(/^Släpet\n3/),
    expect.stringMatching(/^Lådan\n/),
  ]);
  button.focus();
  await user.keyboard('{Enter}');
  const [first] = within(screen.getByRole('group', { name: 'Tags' })).getAllByRole('listitem');
  expect(first?.textContent).toMatch(/Heard by Kylbil 7, within 50 m, 3/);
  expect(within(first!).getByRole('link', { name: 'Open Släpet' })).toBeDefined();
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(map.moves).toMatchObject([{ lat: 59.3, lng: 18.1 }]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Tags' })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('MAP-001, MAP-024: a tag lies under what is drawn of units, and a press on a unit or a cluster over it is none on the tag', async () => {
  const { map } = await open([tag(1, 'Släpet', 3.5)]);
  await screen.findByRole('button', { name: 'Tags' });
  const order = [...map.layers.keys()];
  const pins = order.find((id) => id.endsWith('-tags')) ?? '';
  const above = Object.values(UNIT_LAYERS).map((id) => order.indexOf(id) > order.indexOf(pins));
  expect(new Set(above)).toEqual(new Set([true]));
  const at = { at: [18.1, 59.3] as const, expansionZoom: 9, properties: { cluster_id: 1 } };
  for (const layer of [UNIT_LAYERS.activeBody, UNIT_LAYERS.count]) {
    map.hit(layer, at);
    act(() => map.click());
    expect(screen.queryByRole('group', { name: 'Tags' })).toBeNull();
  }
  map.hit(pins, at);
  act(() => map.click());
  expect(await screen.findByRole('group', { name: 'Tags' })).toBeDefined();
});

test('MAP-001: no pin of a tag is drawn without the name that says what it is', async () => {
  const { map } = await open([tag(1, 'Släpet', 3.5)]);
  await screen.findByRole('button', { name: 'Tags' });
  const pins = [...map.layers.values()].find(({ id }) => id.endsWith('-tags'));
  expect(pins).toMatchObject({ minzoom: 11, layout: { 'text-field': ['get', 'label'] } });
});

test('MAP-001: the switch takes the tags off the map, and that is remembered', async () => {
  const { drawn, user } = await open([tag(1, 'Släpet', 3.5)]);
  await user.click(await screen.findByRole('button', { name: 'Tags' }));
  await user.click(screen.getByRole('switch', { name: 'Show tags on the map' }));
  expect([drawn('tag-circles'), drawn('tags')]).toEqual([[], []]);
  cleanup();
  const again = await open([tag(1, 'Släpet', 3.5)]);
  await screen.findByRole('button', { name: 'Tags' });
  expect(again.drawn('tags')).toEqual([]);
});

const HEARD_BY = '350000000000017';
const unit = (imei: string, lat: number, hoursAgo: number) => ({
  ...{ imei, position: { lat, lng: 18.1, time: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() } },
});
test.each<readonly [what: string, units: Units, names: readonly string[]]>([
  ['lies where its unit stands', [unit(HEARD_BY, 59.3002, 0)], []],
  ['was heard by the unit that drives on', [unit(HEARD_BY, 59.31, 3.44)], []],
  ['was left behind', [unit(HEARD_BY, 59.31, 0)], ['Släpet']],
  ['lies by another unit than heard it', [unit('350000000000025', 59.3, 3.5)], ['Släpet']],
  ['was heard by a unit without position', [{ imei: HEARD_BY, position: null }], ['Släpet']],
])('MAP-001: a tag that %s, on the map', async (_, units, names) => {
  const { drawn, user } = await open([tag(1, 'Släpet', 3.5)], units);
  const button = await screen.findByRole('button', { name: 'Tags' });
  expect(drawn('tags').map(({ properties }) => String(properties?.['label']).split('\n')[0])).toEqual(names);
  expect(drawn('tag-circles')).toHaveLength(names.length);
  await user.click(button);
  expect(screen.getByRole('button', { name: 'Släpet' })).toBeDefined();
});

test('MAP-001: over a history no tag is drawn', async () => {
  const { map, send } = await open([tag(1, 'Släpet', 3.5)], [], true);
  await expect.poll(() => send.requests.length).toBe(1);
  await act(() => Promise.resolve());
  expect(screen.queryByRole('button', { name: 'Tags' })).toBeNull();
  expect([...map.layers.keys()].filter((id) => id.endsWith('tags'))).toEqual([]);
});

test('MAP-001: where no tag has a place there is no button', async () => {
  const { send } = await open([]);
  await expect.poll(() => send.requests.length).toBe(1);
  expect(screen.queryByRole('button', { name: 'Tags' })).toBeNull();
});
