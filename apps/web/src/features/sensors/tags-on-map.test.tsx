import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { MapContextValue } from '../../map/map-context.ts';
import { fakeMap } from '../../map/testing.tsx';
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
async function open(tags: readonly ReturnType<typeof tag>[]) {
  const map = fakeMap();
  const send = fakeSend({ 'sensors.tags': () => ({ tags: [...tags] }) });
  await renderScreen(
    <MapContextValue value={map.context}>
      <TagsOnMap />
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

test('MAP-001: where no tag has a place there is no button', async () => {
  const { send } = await open([]);
  await expect.poll(() => send.requests.length).toBe(1);
  expect(screen.queryByRole('button', { name: 'Tags' })).toBeNull();
});
