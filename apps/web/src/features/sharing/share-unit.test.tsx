import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { HandlerData } from '@spora/contract/endpoint';
import type { previewShareLink, ShareLink } from '@spora/contract/sharing/endpoints';
import type { FleetColumns } from '@spora/contract/tracking/endpoints';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { ShareUnit } from './public/share-unit.tsx';

afterEach(cleanup);

type SharePreview = HandlerData<typeof previewShareLink>['without_position'];

const NAMES = ['901 Båt', '117 Taxi', '1000 Lastbil', '102 Skåpbil'];
const COLUMNS = { imei: NAMES.map((_, i) => String(350000000000001 + i)), name: NAMES } as unknown as FleetColumns;
const place = (label: string, lat = 59) => ({ label, lat, lng: 18, is_approximate: true });
const PLACES: Record<string, ReturnType<typeof place>[]> = {
  uppsala: [place('Uppsala')],
  berg: [place('Berga'), place('Bergen', 60)],
  'sergels torg, stockholm': [place('Stockholm')],
};
const linkOf = (over: Partial<ShareLink>): ShareLink => ({
  id: 1,
  url: 'https://spora.example/shared/position#1',
  units: ['102 Skåpbil'],
  title: '',
  shows_names: true,
  with_trail: false,
  with_own_private: false,
  destination: null,
  made_by: 'Anna Lindqvist',
  created_at: '2026-11-26T10:00:00.000Z',
  expires_at: '2026-11-26T11:00:00.000Z',
  ...over,
});

async function open(
  first: readonly ShareLink[] = [linkOf({ id: 1 })],
  { user: who = {}, without = [] }: { user?: Partial<SignedInUser>; without?: SharePreview } = {},
) {
  let links: ShareLink[] = [...first];
  const made: unknown[] = [];
  const minutes: number[] = [];
  const own: unknown[] = [];
  const send = fakeSend({
    'tracking.fleet': () => ({ version: 'v1', units: COLUMNS }),
    'tracking.find-address': ({ query }) => ({ addresses: PLACES[query.q.toLowerCase()] ?? [] }),
    'sharing.list': () => ({ links }),
    'sharing.preview': ({ body }) => ({ without_position: body.with_own_private ? [] : without }),
    'sharing.make': ({ body }) => {
      made.push(body.destination);
      minutes.push(body.minutes);
      own.push(body.with_own_private);
      links = [linkOf({ id: 2, title: 'New' }), ...links];
      return { id: 2, url: 'https://spora.example/shared/position#2' };
    },
    'sharing.revoke': ({ params }) => {
      links = links.filter(({ id }) => id !== params.id);
      return {};
    },
  });
  await renderScreen(<ShareUnit imei="350000000000004" />, { send, user: signedInUser(who) });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  const field = (await screen.findByRole('textbox', { name: 'Destination' })) as HTMLInputElement;
  const make = () => user.click(screen.getByRole('button', { name: 'Make link' }));
  return { user, field, make, made, minutes, own };
}
const READY = 'The link is ready.';

test('MAP-035: a destination that was typed and not picked is looked for when the link is made, and the only one is taken', async () => {
  const { user, field, make, made } = await open();
  await user.type(field, 'uppsala');
  await make();
  await screen.findByText(READY);
  expect(made).toEqual([{ lat: 59, lng: 18, label: 'Uppsala' }]);
});

test.each([
  ['Berg', 'Choose one of the places, or clear the field.'],
  ['Nowhere', 'Nothing was found. Try the name of the town, or clear the field.'],
  ['Sergels torg, Stockholm', 'The address was not found, but the town was. Choose it, or clear the field.'],
  ['B', 'Type at least 2 letters.'],
])('MAP-035: no link is made with a destination that nobody picked: %s', async (typed, told) => {
  const { user, field, make, made } = await open();
  await user.type(field, typed);
  await make();
  await screen.findByText(told);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
  expect(made).toEqual([]);
  await user.clear(field);
  expect(screen.queryByText(told)).toBeNull();
  await make();
  await screen.findByText(READY);
  expect(made).toEqual([null]);
});

test('MAP-035: what is found is offered when the field is left, and by Enter, which makes no link; what is picked is what the link leads to', async () => {
  const { user, field, make, made } = await open();
  await user.type(field, 'berg');
  await user.tab({ shift: true });
  await screen.findByRole('radio', { name: 'Bergen' });
  await user.clear(field);
  expect(screen.queryByRole('radio')).toBeNull();
  await user.type(field, 'berg{Enter}');
  await user.click(await screen.findByRole('radio', { name: 'Bergen' }));
  expect(made).toEqual([]);
  expect(screen.queryByText('Choose one of the places, or clear the field.')).toBeNull();
  await make();
  await screen.findByText(READY);
  expect(made).toEqual([{ lat: 60, lng: 18, label: 'Bergen' }]);
});

test('NAV-039, MAP-035: what was typed for a link is asked about before the sheet closes, until the link is made', async () => {
  const { user, make } = await open();
  expect(hasUnsaved()).toBe(false);
  await user.type(screen.getByRole('textbox', { name: /^Heading/ }), 'Order 17');
  expect(hasUnsaved()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('textbox', { name: /^Heading/ })).toHaveProperty('value', 'Order 17');
  await make();
  await screen.findByText(READY);
  expect(hasUnsaved()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('MAP-035: once the new link is ended, it is no longer offered for copying; ending another leaves it', async () => {
  const { user, make } = await open();
  await make();
  await screen.findByText(READY);
  const end = async (index: number) => {
    const list = screen.getByRole('region', { name: 'Active links' });
    await user.click(within(list).getAllByRole('button', { name: 'End' })[index]!);
    const dialog = within(screen.getByRole('dialog', { name: /^End the link to (New|.+)\?$/ }));
    // As in every other question: back first, then what is done.
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Cancel', 'End']);
    await user.click(dialog.getByRole('button', { name: 'End' }));
  };
  await within(screen.getByRole('region', { name: 'Active links' })).findByText('New');
  await end(1);
  await expect.poll(() => screen.getAllByRole('button', { name: 'End' }).length).toBe(1);
  expect(within(screen.getByRole('region', { name: 'Active links' })).getByText(/^The link to .+ has ended\.$/)).toBeTruthy();
  expect(screen.getByText(READY)).toBeTruthy();
  await end(0);
  await screen.findByText('No links are active.');
  expect(screen.queryByText(READY)).toBeNull();
  expect(document.querySelector('[data-share-link]')).toBeNull();
});

test('MAP-035: a phone hands the new link to its own programs; a browser that cannot is not offered it', async () => {
  const first = await open();
  await first.make();
  await screen.findByText(READY);
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  cleanup();
  const passed: unknown[] = [];
  const share = async (what: unknown): Promise<void> => void passed.push(what);
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const { user, make } = await open();
  await make();
  const ready = (await screen.findByText(READY)).closest<HTMLElement>('[role=status]') ?? document.body;
  await user.click(within(ready).getAllByRole('button', { name: 'Send' })[0]!);
  expect(passed).toEqual([{ url: document.querySelector('[data-share-link]')!.textContent }]);
  Reflect.deleteProperty(navigator, 'share');
});

test('MAP-035: a link that was just made is passed on once, and the next press makes another; those of other units stand apart', async () => {
  const { make } = await open([linkOf({ id: 1 }), linkOf({ id: 3, units: ['117 Taxi'], title: 'Taxi' })]);
  const list = within(await screen.findByRole('region', { name: 'Active links' }));
  const others = await list.findByRole('heading', { name: 'For other units' });
  expect(
    within(others.parentElement!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Taxi')]);
  await make();
  await screen.findByText(READY);
  expect(screen.getByRole('button', { name: 'Make another' })).toBeTruthy();
  await list.findByText('New');
  const fresh = list.getByText('New').closest('li')!;
  expect(within(fresh).queryByRole('button', { name: 'Copy' }), 'it is copied above').toBeNull();
  expect(list.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
  const mail = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Send by e-mail' })[0]!;
  expect(decodeURIComponent(mail.href)).toBe(
    'mailto:?subject=New&body=Here you can follow 102 Skåpbil on a map until 2026-11-26 12:00, without signing in:\r\n\r\nhttps://spora.example/shared/position#2',
  );
});

test.each([
  [['102 Skåpbil', '117 Taxi'], true, 'Here you can follow 102 Skåpbil and 117 Taxi on'],
  [['102 Skåpbil'], false, 'Here you can follow a unit on'],
  [['102 Skåpbil', '117 Taxi'], false, 'Here you can follow 2 units on'],
])('MAP-035: the mail of a link names what its page names: %j, %j', async (units, showsNames, begins) => {
  await open([linkOf({ units, shows_names: showsNames })]);
  const mail = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Send by e-mail' });
  const said = decodeURIComponent(mail.href);
  expect(said).toContain(`subject=Follow on the map&body=${begins}`);
  expect(said.includes('Skåpbil')).toBe(showsNames);
});

test('CONST-057: two hours are one choice, and another time begins at the one that was chosen', async () => {
  const { user, make, minutes } = await open();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'How long' });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    '15 minutes',
    '1 hour',
    '2 hours',
    '4 hours',
    '8 hours',
    '24 hours',
    'Other time',
  ]);
  await user.selectOptions(choice, '2 hours');
  await make();
  await screen.findByText(READY);
  await user.selectOptions(choice, 'Other time');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Hours' }).value).toBe('2');
  expect(minutes).toEqual([120]);
});

test('MAP-035: the units to share stand in the order of the list beside the map', async () => {
  await open();
  const group = await screen.findByRole('group', { name: 'Units' });
  expect(within(group).getByText('Units', { ignore: 'legend' })).toBeTruthy();
  expect(screen.getByText(/^Whoever has the link sees where the unit is until/), 'of one it speaks as of one').toBeTruthy();
  expect(screen.getByRole('checkbox', { name: "Show the unit's name and symbol" })).toBeTruthy();
  const boxes = within(group).getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['102 Skåpbil', '117 Taxi', '901 Båt', '1000 Lastbil']);
});

test('MAP-035: of no unit no link is made, and it says that one is to be chosen', async () => {
  const { user, make, minutes } = await open();
  const group = within(await screen.findByRole('group', { name: 'Units' }));
  await user.click(await group.findByRole('checkbox', { name: '102 Skåpbil' }));
  await make();
  expect((await screen.findByRole('alert')).textContent).toBe('Choose at least one unit.');
  await user.click(group.getByRole('checkbox', { name: '117 Taxi' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(minutes).toEqual([]);
  await make();
  await screen.findByText(READY);
  expect(minutes).toEqual([60]);
});

const BOAT = { imei: '350000000000001', name: '901 Båt', is_private: true };
const SHOWS_OWN = 'Show my private trips too';

test('MAP-035: a private person’s link shows their own private trips unless they choose otherwise, and says what it would then not show', async () => {
  const { user, make, own } = await open([linkOf({ with_own_private: true })], {
    user: { IsPrivatePerson: true },
    without: [BOAT],
  });
  expect(screen.queryByText(/Private driving is never shown/)).toBeNull();
  expect(await screen.findByText(/with own private trips/)).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: SHOWS_OWN });
  expect(box.checked).toBe(true);
  expect(screen.queryByText(/^Private use of 901 Båt/)).toBeNull();
  await user.click(box);
  expect(await screen.findByText(/^Private use of 901 Båt: the link shows no position until/)).toBeTruthy();
  await make();
  await screen.findByText(READY);
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Make another' }));
  await expect.poll(() => own).toEqual([undefined, true]);
});

test.each([{}, { IsPrivatePerson: true, PrivateIsClosed: true }])(
  'MAP-035: who may not show private trips is not asked, and is told before a link is made that it would show nothing: %j',
  async (who) => {
    const silent = { imei: '350000000000002', name: '117 Taxi', is_private: false };
    const { make, own } = await open([], { user: who, without: [BOAT, silent] });
    expect(screen.getByText(/Private driving is never shown\.$/)).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: SHOWS_OWN })).toBeNull();
    const said = await screen.findByText(/^Private use of 901 Båt/);
    expect(said.textContent).toContain('The link shows no position of 117 Taxi right now.');
    await make();
    await screen.findByText(READY);
    expect(own).toEqual([undefined]);
    expect(screen.queryByText(/^Private use of 901 Båt/)).toBeNull();
  },
);
