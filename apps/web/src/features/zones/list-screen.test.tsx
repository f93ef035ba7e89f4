import type { ZoneEvent } from '@spora/contract/zones/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { beginAt, type FakeAnswers, fakeSend, onNarrowScreen, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { alarmReceiver } from '../alarms/receivers/testing.ts';
import { ZonesScreen } from './list-screen.tsx';
import { markOf, mostlyAt, shownZones, zoneAt } from './model.ts';
import { readZonesSearch, type ZonesPatch, type ZonesSearch } from './search.ts';
import { ZonesTab } from './public/zones-tab.tsx';
import { zone, zoneEvent } from './testing.ts';

beginAt('2026-11-20T12:00:00Z');
afterEach(cleanup);

const DEPOT = zone({
  id: 1,
  name: 'Depån',
  inactive: { days: [1, 2, 3, 4, 5], from: '07:00', to: '18:00' },
  device: { state: 'applied', at: '2026-11-01T10:00:00Z' },
  last_event: { at: '2026-11-02T02:14:00Z', direction: 'left', unit_name: 'Skåpbil Norr' },
});
const HARBOUR = zone({ id: 2, name: 'Hamnen', radius: 900, is_active: false });

async function open(search: ZonesSearch = {}, parts: { zones?: DataOf<'zones.list'>['geofences']; answers?: FakeAnswers } = {}) {
  const send = fakeSend({
    'zones.list': () => ({ geofences: parts.zones ?? [DEPOT, HARBOUR], min_radius: 300, can: { add: true } }),
    'zones.set-state': () => ({ pending: true, geofence: DEPOT }),
    'zones.log': () => ({ events: [], next: null }),
    'zones.remove': () => ({}),
    ...parts.answers,
  });
  const patches: ZonesPatch[] = [];
  await renderScreen(
    <ZonesScreen
      search={search}
      onSearch={(patch) => patches.push(patch)}
      renderMap={({ zones, selectedId }) => (
        <p>
          Karta: {zones.map(({ name }) => name).join(', ')}; vald {selectedId}
        </p>
      )}
    />,
    { send, language: 'sv', user: signedInUser() },
  );
  return { send, patches };
}

/** The rows of the log without the headings of its days. */
const logRows = async () =>
  within(await screen.findByRole('table', { name: 'Zonhändelser' }))
    .getAllByRole('row')
    .filter((row) => row.querySelector('[scope=colgroup]') === null);

test('GEO-012: of a zone that watches for leaving it is said who is not in it, and nothing of one that is off or that it is in', async () => {
  const there = () => ({ units: [{ id: 1, name: 'Skåpbil Norr', position: { lat: 59.3001, lng: 18 } }] }) as never;
  const far = zone({ id: 3, name: 'Bygget', lat: 59.5 });
  const off = zone({ id: 4, name: 'Lagret', lat: 59.5, is_active: false });
  const { send } = await open({}, { zones: [DEPOT, far, off], answers: { 'tracking.positions': there } });
  const away = await screen.findAllByText(/^Utanför nu: Skåpbil Norr\. Larmar först när den har varit inne\.$/);
  expect(away).toHaveLength(1);
  expect(within(away[0]!.closest('li')!).getByRole('link', { name: 'Bygget' })).toBeDefined();
  expect(send.requests.filter(({ id }) => id === 'tracking.positions')).toHaveLength(1);
});

test('GEO-011, GEO-012: each zone says its radius, units, hours, device state and last event, beside the map', async () => {
  await open();
  const [row] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  const text = row?.textContent ?? '';
  for (const part of [
    'Depån',
    '300\u202fm',
    'Hornsgatan 84',
    'Skåpbil Norr',
    'Inaktiv mån–fre 07:00–18:00',
    'I enheten sedan',
    'lämnade',
  ])
    expect(text).toContain(part);
  expect(screen.getByText(/Karta: Depån, Hamnen/)).toBeDefined();
});

test('GEO-012: a phone shows of a zone its name, alarm, radius and units; the rest unfolds, one zone at a time', async () => {
  await open();
  const [depot, harbour] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  const more = within(depot!).getByRole('button', { name: 'Mer om Depån' });
  const rest = document.getElementById(more.getAttribute('aria-controls')!)!;
  const first = depot!.textContent.replace(rest.textContent, '');
  expect(first).toBe('DepånDepån påLarm: lämnar · 300\u202fmSkåpbil Norr');
  expect(within(rest).getByRole('button', { name: 'Ta bort zonen Depån' })).toBeDefined();
  expect(within(rest).getByText(/Hornsgatan 84/)).toBeDefined();
  expect(depot!.dataset['open']).toBe('false');
  await userEvent.click(more);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect([depot, harbour].map((each) => each!.dataset['open'])).toEqual(['true', 'false']);
  await userEvent.click(more);
  expect(depot!.dataset['open']).toBe('false');
});

test('GEO-012, NAV-037: search, unit, state and order come from the address', () => {
  const all = [DEPOT, HARBOUR];
  const ids = (raw: Record<string, unknown>) => shownZones(all, readZonesSearch(raw)).map(({ id }) => id);
  expect(ids({ q: 'hamnén' })).toEqual([2]);
  expect(ids({ state: 'off' })).toEqual([2]);
  expect(ids({ state: 'applied' })).toEqual([1]);
  expect(ids({ unit: 350000000000017, sort: 'radius' })).toEqual([1, 2]);
  expect(ids({ unit: '350000000000099' })).toEqual([]);
  expect(readZonesSearch({ state: 'x', sort: 'y', zone: '-1', from: '2026-13-40', view: 'z' })).toEqual({});
});

test('a click on the map means the smallest zone that it falls into', () => {
  const inner = zone({ id: 3, radius: 100 });
  expect(zoneAt([DEPOT, inner, HARBOUR], { lat: 59.3, lng: 18 })?.id).toBe(3);
  expect(zoneAt([DEPOT, inner], { lat: 59.3019, lng: 18 })?.id).toBe(1);
  expect(zoneAt([DEPOT], { lat: 60, lng: 18 })).toBeUndefined();
});

test('GEO-012: the first look is at where most zones are, at all of them where none lies apart; a mark tells the kind', () => {
  const at = (id: number, lat: number, lng: number) => zone({ id, lat, lng });
  const stockholm = [at(1, 59.33, 18.06), at(2, 59.36, 18.14), at(3, 59.4, 18.35), at(4, 59.25, 17.9)];
  const kiruna = at(5, 67.85, 20.22);
  const ids = (zones: readonly { id: number }[]) => zones.map(({ id }) => id);
  expect(ids(mostlyAt([kiruna, ...stockholm]))).toEqual([1, 2, 3, 4]);
  expect(ids(mostlyAt(stockholm))).toEqual([1, 2, 3, 4]);
  expect(ids(mostlyAt([at(1, 59.3, 18), kiruna]))).toEqual([1, 5]);
  expect(markOf(DEPOT)).toMatchObject({ label: 'Depån', kind: 'area-leave', radiusM: 300 });
  expect(markOf(HARBOUR).kind).toBe('area-off');
});

test('GEO-017: what takes a zone away is called so, and asks first', async () => {
  const { send } = await open();
  const [remove] = await screen.findAllByRole('button', { name: 'Ta bort zonen Depån' });
  expect(remove?.textContent).toBe('Ta bort zonen');
  await userEvent.click(remove!);
  expect(await screen.findByRole('dialog', { name: 'Ta bort zonen Depån' })).toBeDefined();
  expect(send.requests.some(({ id }) => id === 'zones.remove')).toBe(false);
});

test('GEO-017: a zone that was removed comes back from the notice, with its number', async () => {
  const { send } = await open({}, { answers: { 'zones.restore': () => ({ geofence: DEPOT }) } });
  const [remove] = await screen.findAllByRole('button', { name: 'Ta bort zonen Depån' });
  await userEvent.click(remove!);
  const dialog = within(await screen.findByRole('dialog', { name: 'Ta bort zonen Depån' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ta bort zonen Depån' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ångra' }));
  expect(await screen.findByText('Depån är tillbaka.')).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'zones.restore')?.params).toEqual({ id: DEPOT.id });
});

test('GEO-017: the switch saves at once; refused, it says why', async () => {
  const { send } = await open(
    {},
    {
      answers: {
        'zones.set-state': () => {
          throw new ApiError(409, 'ZoneLimitReached');
        },
      },
    },
  );
  await userEvent.click(await screen.findByRole('switch', { name: 'Hamnen på' }));
  expect(await screen.findByText(/högst 5 zoner/)).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'zones.set-state')).toMatchObject({ params: { id: 2 }, body: { active: true } });
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Hamnen på' }).checked).toBe(false));
});

test('GEO-012, GEO-017: a zone that is off says so instead of what it would tell; switching says what it led to, and is taken back', async () => {
  const armed = zone({ id: 2, name: 'Hamnen', is_active: false, alarm: 'both', theft_mode_on_leave: true });
  const { send } = await open({}, { zones: [DEPOT, armed] });
  const [depot, harbour] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  expect(within(harbour!).getByText(/^Av: larmar inte · 300/)).toBeDefined();
  expect(harbour!.textContent).not.toMatch(/in och ut|stöldläge/);
  expect(within(depot!).queryByText(/larmar inte/)).toBeNull();
  await userEvent.click(screen.getByRole('switch', { name: 'Depån på' }));
  expect(await screen.findByText('Depån är av. Den larmar inte.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Ångra' }));
  expect(await screen.findByText('Depån är på och bevakas.')).toBeDefined();
  const sent = send.requests.filter(({ id }) => id === 'zones.set-state').map(({ body }) => body);
  expect(sent).toEqual([{ active: false }, { active: true }]);
});

test('GEO-012: a zone that is wanted on the map is shown there, on a phone in place of the list', async () => {
  const { patches } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Visa Hamnen på kartan' }));
  expect(patches).toEqual([{ zone: 2, show: 'map' }]);
});

test('without zones the page says what they are for and how to make one', async () => {
  await open({}, { zones: [] });
  expect(await screen.findByText('Inga zoner ännu')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ny zon' })).toBeDefined();
});

test('GEO-022: the log tells unit, direction, position, driver and what was sent, and asks for what the address says', async () => {
  const { send, patches } = await open(
    { view: 'log', direction: 'left', from: '2026-11-01' },
    {
      answers: {
        'zones.log': () => ({
          events: [
            zoneEvent({
              key: 'a',
              driver: 'Dan Förare',
              place: 'Hornsgatan, Stockholm',
              alarm: { id: 9, telling: 'told', messages: 3 },
            }),
            zoneEvent({ key: 'b', direction: 'entered', is_return: true, lat: null, lng: null, is_removed: true }),
            zoneEvent({ key: 'c' }),
          ],
          next: null,
        }),
      },
    },
  );
  const rows = (await logRows()).slice(1);
  for (const part of ['Skåpbil Norr', 'Depån', 'Hornsgatan, Stockholm', 'Dan Förare', 'Larm, 3 meddelanden'])
    expect(rows[0]?.textContent).toContain(part);
  // What happened around it: the unit's day on the map, on a computer as on a phone.
  const { search, pathname } = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Hornsgatan, Stockholm' }).href);
  expect(screen.getByRole('link', { name: '59.300000, 18.000000' }), 'where nothing is near').toBeDefined();
  expect([pathname, Object.fromEntries(new URLSearchParams(search))]).toEqual([
    '/user/realtime-tracking',
    { unit: '350000000000017', from: '2026-11-02', to: '2026-11-02' },
  ]);
  for (const part of ['Depån (borttagen)', 'Sparas inte längre', 'Ingen förare']) expect(rows[1]?.textContent).toContain(part);
  expect(send.requests.find(({ id }) => id === 'zones.log')?.query).toEqual({ directions: 'left', from: '2026-11-01' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Zon' }), 'Hamnen');
  expect(patches).toEqual([{ zone: 2 }]);
});

test('GEO-022: a leaving says how long the unit was inside, and who usually drives is not told as the driver', async () => {
  const inside = { since: '2026-11-01T18:58:00Z', is_since_change: false, is_still: false };
  const events = [
    zoneEvent({ key: 'a', inside, driver: 'Dan Förare', driver_is_usual: true }),
    zoneEvent({ key: 'b', inside: { ...inside, since: '2026-11-02T02:05:00Z', is_since_change: true } }),
    zoneEvent({
      key: 'c',
      direction: 'entered',
      at: new Date(Date.now() - 7_500_000).toISOString(),
      inside: { ...inside, since: new Date(Date.now() - 7_500_000).toISOString(), is_still: true },
    }),
  ];
  await open({ view: 'log' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
  const rows = await logRows();
  const texts = rows.slice(1).map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(texts[0]).toContain('LämnadeDepånInne i 7 h 16 min');
  expect(within(rows[1]!).getByText('Dan Förare')).toBeDefined();
  expect(within(rows[0]!).getByRole('columnheader', { name: 'Vanlig förare' }), 'said once').toBeDefined();
  expect(texts[1]).toContain('Inne i minst 9 min, redan när zonen sparades');
  expect(texts[2]).toMatch(/Är kvar, 2 h 0[45] min hittills/);
});

test('GEO-022: beside one who checked in a usual driver has a mark; a phone says it in words, and that no alarm is raised', async () => {
  const usual = { driver: 'Dan Förare', driver_is_usual: true };
  const events = [zoneEvent({ key: 'a', ...usual }), zoneEvent({ key: 'b', ...usual, driver: 'Eva Ek', driver_is_usual: false })];
  const show = async () => {
    await open({ view: 'log' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
    return await logRows();
  };
  const wide = await show();
  expect(within(wide[0]!).getByRole('columnheader', { name: 'Förare' })).toBeDefined();
  expect(within(wide[1]!).getByText('Dan Förare (vanlig)')).toBeDefined();
  expect(within(wide[2]!).getByText('Eva Ek')).toBeDefined();
  cleanup();
  onNarrowScreen();
  const [, narrow] = await show();
  expect(within(narrow!).getByText('Vanlig förare: Dan Förare')).toBeDefined();
  expect(within(narrow!).getByText('Ger inget larm').closest('[data-blank="true"]'), 'cards leave blank cells out').toBeNull();
});

test('GEO-012: a zone names who is inside now and since when', async () => {
  const crossed = (direction: 'entered' | 'left') => ({ at: '2026-11-02T04:22:00Z', direction });
  const unit = DEPOT.units[0]!;
  const units = [
    { ...unit, name: '601', crossed: crossed('left') },
    { ...unit, id: 2, name: '602', crossed: crossed('entered') },
    { ...unit, id: 3, name: '603' },
  ];
  await open({}, { zones: [{ ...DEPOT, units }, HARBOUR] });
  const [depot, harbour] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  expect(within(depot!).getByText(/^Inne nu/).textContent).toBe('Inne nu: 602 sedan 2026-11-02 05:22');
  expect(within(harbour!).queryByText(/^Inne nu/)).toBeNull();
});

test('GEO-012: of each unit a zone says whether it is inside, outside, or not known yet, and names it once; one that is off names it', async () => {
  const unit = DEPOT.units[0]!;
  const units = [
    { ...unit, name: '601', crossed: { at: '2026-11-02T04:22:00Z', direction: 'left' as const } },
    { ...unit, id: 2, name: '602' },
    { ...unit, id: 3, name: '603' },
    { ...unit, id: 4, name: '604' },
    { ...unit, id: 5, name: '605' },
  ];
  const live = [
    { id: 2, position: { lat: 59.3001, lng: 18 }, no_position_reason: null },
    { id: 3, position: { lat: 59.4, lng: 18 }, no_position_reason: null },
    { id: 4, position: null, no_position_reason: 'no-fix' },
    { id: 5, position: null, no_position_reason: 'private' },
  ];
  const both = { ...DEPOT, alarm: 'both' as const, units };
  await open({}, { zones: [both, { ...HARBOUR, units }], answers: { 'tracking.positions': () => ({ units: live }) as never } });
  await screen.findByText('Inne nu: 602');
  const [depot, harbour] = within(screen.getByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  const lines = [...depot!.querySelectorAll('p')].map((line) => line.textContent.replaceAll('\u00a0', ' '));
  expect(lines.slice(0, 4)).toEqual([
    'Inne nu: 602',
    'Utanför nu: 601 sedan 2026-11-02 05:22, 603',
    'Väntar på nästa position: 604',
    'Positionen visas inte: 605',
  ]);
  expect(depot!.textContent.split('602'), 'named once').toHaveLength(2);
  expect(harbour!.textContent).toContain('601, 602, 603, 604, 605');
  for (const row of [depot!, harbour!]) expect(within(row).queryByText(/^Bevakas$|^Av$/), 'as the switch says').toBeNull();
});

test('GEO-022: the log is told by day, and a unit that only passed is one line, with both its alarms', async () => {
  const passing = { since: '2026-11-02T02:12:00Z', is_since_change: false, is_still: false };
  const alarm = (id: number) => ({ id, telling: 'told' as const, messages: 3 });
  const events = [
    zoneEvent({ key: 'a', inside: passing, alarm: alarm(8) }),
    zoneEvent({ key: 'b', direction: 'entered', at: passing.since, alarm: alarm(7) }),
    zoneEvent({ key: 'c', at: '2026-11-01T10:00:00Z', inside: { ...passing, since: '2026-11-01T09:00:00Z' } }),
    zoneEvent({ key: 'd', direction: 'entered', at: '2026-11-01T09:00:00Z' }),
  ];
  await open({ view: 'log' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
  const [pass, ...others] = (await logRows()).slice(1);
  expect([...document.querySelectorAll('[scope=colgroup]')].map(({ textContent }) => textContent)).toEqual([
    'Måndag 2 november',
    'Söndag 1 november',
  ]);
  expect(pass!.textContent.replaceAll('\u00a0', ' ')).toMatch(/^03:12–03:14.*PasseradeDepånInne i 2 min/);
  expect(within(pass!).getAllByRole('link', { name: 'Larm, 3 meddelanden' })).toHaveLength(2);
  expect(pass!.textContent).toContain('Kom in: Larm, 3 meddelanden');
  expect(others).toHaveLength(2);
});

test('GEO-022: passes of a zone one after the other are one line with how often and how long together, its alarms folded by their times', async () => {
  const alarm = (id: number) => ({ id, telling: 'told' as const, messages: 3 });
  const day = '2026-11-02T';
  const pass = (key: string, since: string, at: string, more: Partial<ZoneEvent> = {}) => [
    zoneEvent({
      key,
      at: `${day}${at}:00Z`,
      inside: { since: `${day}${since}:00Z`, is_since_change: false, is_still: false },
      ...more,
    }),
    zoneEvent({ key: `${key}-in`, direction: 'entered', at: `${day}${since}:00Z`, ...more }),
  ];
  const other = { unit: { ...zoneEvent({ key: 'x' }).unit, id: 99, name: 'Annan bil' } };
  const events = [
    ...pass('a', '10:20', '10:21'),
    ...pass('b', '10:10', '10:12', { alarm: alarm(7) }),
    ...pass('o', '10:08', '10:09', other),
    ...pass('c', '10:01', '10:02'),
    // Longer before than the same errand, and the day before.
    ...pass('d', '09:00', '09:01'),
  ];
  await open({ view: 'log' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
  const told = (await logRows()).slice(1).map((row) => row.textContent.replaceAll('\u00a0', ' '));
  expect(told).toEqual([
    expect.stringMatching(/^11:01–11:21.*Passerade 3 gångerDepånInne i sammanlagt 4 min.*2 larm11:12 Lämnade:.*11:10 Kom in:/),
    expect.stringMatching(/^11:08–11:09Annan bil.*PasseradeDepånInne i 1 min/),
    expect.stringMatching(/^10:00–10:01.*PasseradeDepånInne i 1 min/),
  ]);
  const folded = screen.getByText('2 larm').closest('details')!;
  expect(folded.open).toBe(false);
  expect(within(folded).getAllByRole('link', { name: 'Larm, 3 meddelanden', hidden: true })).toHaveLength(2);
});

test('GEO-012: a zone that was just saved is scrolled to once it is in the list, and says that it starts theft mode', async () => {
  const scrolled: (string | null)[] = [];
  let zones = [DEPOT];
  const answers: FakeAnswers = { 'zones.list': () => ({ geofences: zones, min_radius: 300, can: { add: true } }) };
  answers['zones.set-state'] = () => {
    zones = [DEPOT, zone({ id: 9, name: 'Ny', theft_mode_on_leave: true })];
    return { pending: true, geofence: DEPOT };
  };
  await open({ zone: 9 }, { answers });
  const before = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    if (this.hasAttribute('data-index')) scrolled.push(this.querySelector('a')?.textContent ?? null);
  };
  await screen.findByRole('list', { name: 'Zoner' });
  expect(scrolled).toEqual([]);
  await userEvent.click(screen.getByRole('switch', { name: 'Depån på' }));
  await screen.findByRole('link', { name: 'Ny' });
  await waitFor(() => expect(scrolled).toEqual(['Ny']));
  const facts = screen.getByText(/^Larm: lämnar · Startar stöldläge · 300/);
  expect(facts.closest('[class*=zoneRest]'), 'a phone shows it folded').toBeNull();
  Element.prototype.scrollIntoView = before;
});

test('36: an alarm of which nobody was told and a crossing that raises none do not read alike, and it says why nobody was', async () => {
  const crossed = (key: string, telling: 'told' | 'repeat' | 'muted' | 'late') =>
    zoneEvent({ key, alarm: { id: 9, telling, messages: 0 } });
  const events = [
    crossed('a', 'told'),
    crossed('b', 'repeat'),
    crossed('c', 'muted'),
    crossed('d', 'late'),
    zoneEvent({ key: 'e' }),
  ];
  await open({ view: 'log' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
  const rows = await logRows();
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').at(-1)!.textContent)).toEqual([
    'Larm, ingen att meddela',
    'Larm, strax efter ett likadant',
    'Larm, enheten var tystad',
    'Larm, först efter mer än ett dygn, så inget skickades',
    'Ger inget larm',
  ]);
});

test('36: on a phone the filters of the log are behind one button, which says how many are set', async () => {
  onNarrowScreen();
  const events = [zoneEvent({ key: 'a' })];
  await open({ view: 'log', direction: 'left' }, { answers: { 'zones.log': () => ({ events, next: null }) } });
  await screen.findByRole('table', { name: 'Zonhändelser' });
  expect(screen.queryByRole('combobox', { name: 'Händelse' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filter: 1' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Vad loggen visar' }));
  expect(sheet.getByRole<HTMLSelectElement>('combobox', { name: 'Händelse' }).value).toBe('left');
});

test('13-D: a zone that is on says who gets its alarms', async () => {
  const receiver = { ...alarmReceiver({ name: 'Maja' }), terminal_id: 1, device_type: 'gps' as const };
  const answers: FakeAnswers = {
    'alarms.unit-receivers': () => ({
      alarmReceivers: [receiver, { ...receiver, id: 2, name: 'Jonas' }],
      SmsCredits: 0,
      can: { add: true },
    }),
  };
  await open({}, { answers });
  const [depot, harbour] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  expect(await within(depot!).findByText('Larmet går till Maja och Jonas.')).toBeDefined();
  expect(harbour!.textContent).not.toContain('Larmet går till');
});

test('13-D: a zone that is on and of which nobody is told says so in the list; one that is off does not', async () => {
  const untold = { imei: '350000000000017', kind: 'zone-left' as const, reason: 'nobody' as const };
  await open({}, { answers: { 'alarms.untold': () => ({ units: [untold] }) } });
  const [depot, harbour] = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  expect(await within(depot!).findByText('Ingen får veta')).toBeDefined();
  expect(within(harbour!).queryByText('Ingen får veta')).toBeNull();
});

test('13-D: the page of zones of an account without units leads to where it begins', async () => {
  const page = { zones: [], answers: { 'units.list': () => ({ units: [] }) } };
  await open({}, page);
  expect((await screen.findByRole('link', { name: 'Lägg till enhet' })).getAttribute('href')).toBe(
    '/administration/add-terminal',
  );
});

test('UNIT-020: a unit’s page lists its zones alone, with what crossed them, and says so where there is none', async () => {
  const units = [
    { id: 7, imei: '356307042441013', name: 'Skåpbil Norr', device: { state: 'applied' as const, at: null }, crossed: null },
  ];
  const send = fakeSend({
    'zones.list': () => ({
      geofences: [
        { ...DEPOT, units },
        { ...HARBOUR, units: [] },
      ],
      min_radius: 300,
      can: { add: true },
    }),
    'alarms.untold': () => ({ units: [] }),
  });
  await renderScreen(<ZonesTab unitId={7} imei="356307042441013" />, { send, language: 'sv', user: signedInUser() });
  const rows = within(await screen.findByRole('list', { name: 'Zoner' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Depån']);
  expect(screen.getByRole('link', { name: 'Zonhändelser' }).getAttribute('href')).toContain('unit=');
  cleanup();
  await renderScreen(<ZonesTab unitId={8} imei="356307042441014" />, { send, language: 'sv', user: signedInUser() });
  expect(await screen.findByRole('link', { name: 'Ny zon' })).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Zoner' })).toBeNull();
});
