import { DAY_MS } from '@spora/calendar/durations';
import type { LiveEvent } from '@spora/contract/live-event';
import type { LiveUnit } from '@spora/contract/tracking/endpoints';
import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionBanner } from '../../app/connection-banner.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { LiveProvider } from './public/live-context.tsx';
import type { FeedHost } from './live-feed.ts';
import type { TrackingSearch } from './model.ts';
import { FIRST_OPTIONS } from './filter-search.ts';
import { TrackingScreen, type TrackingScreenProps } from './screen.tsx';
import { largeFleet, liveUnit } from './testing.ts';

class PathWithoutInk {
  moveTo = () => undefined;
  lineTo = () => undefined;
  closePath = () => undefined;
  rect = () => undefined;
  arc = () => undefined;
  bezierCurveTo = () => undefined;
  addPath = () => undefined;
}
const canvasWithoutInk = new Proxy({}, { get: () => () => ({ width: 0 }), set: () => true });

/** The list is virtual: jsdom has no layout, so the scroller is given a height. */
beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  HTMLElement.prototype.scrollTo = () => undefined;
  // The chart draws whenever it has been fetched, also after a test's last line.
  HTMLCanvasElement.prototype.getContext = (() => canvasWithoutInk) as never;
  vi.stubGlobal('Path2D', PathWithoutInk);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Two points in one minute, packed as the server sends them. */
function history(over: object = {}, count = 2): Uint8Array<ArrayBuffer> {
  const points = allocateHistory(count);
  for (let i = 0; i < count; i += 1) {
    points.timeMs[i] = Date.parse('2026-11-02T09:00:00Z') + i * 60_000;
    points.latE7[i] = 59e7 + i * 1e5;
    points.lonE7[i] = 18e7;
    points.speedKmh[i] = 30;
  }
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 1200, ...over };
  return new Uint8Array(encodePackedHistory(points, rest));
}

let receive: (event: LiveEvent) => void = () => undefined;
/** Follows another tab, so that a test hands in the events. */
const hostOf = (): FeedHost => ({
  now: () => Date.now(),
  wait: () => Promise.resolve(),
  becomeLeader: () => new Promise(() => undefined),
  channel: { post: () => undefined, listen: (listener) => ((receive = listener), () => undefined) },
});

async function open(
  parts: {
    units?: LiveUnit[];
    answers?: FakeAnswers;
    search?: TrackingSearch;
    isAdmin?: boolean;
    onAddPhone?: () => void;
    renderCheckIn?: TrackingScreenProps['renderCheckIn'];
    renderOnMap?: TrackingScreenProps['renderOnMap'];
  } = {},
) {
  const { units = [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse' })], isAdmin = true } = parts;
  const searches: TrackingSearch[] = [];
  const send = fakeSend({
    'tracking.positions': () => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' }),
    'tracking.search-options': () => FIRST_OPTIONS,
    'tracking.save-search-options': ({ body }) => body as never,
    'accounts.map-config': () => ({ providers: [] }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'alarms.list': () => ({ alarms: [], next: null }),
    'tracking.history': () => history(),
    ...parts.answers,
  });
  function Page(): ReactNode {
    const [search, setSearch] = useState<TrackingSearch>(parts.search ?? {});
    return (
      <LiveProvider hostOf={hostOf}>
        <ConnectionBanner />
        <TrackingScreen
          search={search}
          onSearch={(next) => (searches.push(next), setSearch(next))}
          onAddPhone={isAdmin ? (parts.onAddPhone ?? (() => undefined)) : null}
          {...(parts.renderCheckIn ? { renderCheckIn: parts.renderCheckIn } : {})}
          {...(parts.renderOnMap ? { renderOnMap: parts.renderOnMap } : {})}
        />
      </LiveProvider>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser({ IsAdmin: isAdmin }) });
  return { send, searches, user: userEvent.setup() };
}
const names = (): (string | undefined)[] =>
  screen.getAllByRole('option').map((row) => /Anna|Bosse|Cilla/.exec(row.textContent)?.[0]);
const imeiOf = (id: number): string => String(350000000000000 + id);

test('MAP-016, NAV-038: arrows move along the list, Enter opens the card, Escape goes back and the focus returns', async () => {
  const { user } = await open();
  const list = await screen.findByRole('listbox');
  act(() => list.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('region', { name: 'Details of Bosse' })).toBe(document.activeElement);
  await user.keyboard('{Escape}');
  const again = await screen.findByRole('listbox');
  expect(document.activeElement).toBe(again);
  expect(within(again).getByRole('option', { selected: true }).textContent).toContain('Bosse');
});

test('MAP-018: a filter and the order apply at once and are saved on the server a moment later, without what was typed', async () => {
  const { send, user } = await open({ units: [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse' })] });
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  expect(names()).toEqual(['Bosse', 'Anna']);
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'ann');
  expect(names()).toEqual(['Anna']);
  const saved = () => send.requests.filter((each) => each.id === 'tracking.save-search-options').map((each) => each.body);
  await waitFor(() => expect(saved()).toEqual([{ ...FIRST_OPTIONS, descending: true }]), { timeout: 2_000 });
});

test('MAP-018: a filter that is chosen just before leaving the page is saved too', async () => {
  const { send, user } = await open({ units: [liveUnit({ id: 1 })] });
  await screen.findByRole('listbox');
  await user.click(screen.getByRole('button', { name: 'Reverse the order' }));
  cleanup();
  expect(send.requests.filter((each) => each.id === 'tracking.save-search-options').map((each) => each.body)).toMatchObject([
    { descending: true },
  ]);
});

test('NFR-010, MAP-036: an empty account offers an administrator to add a phone, and tells a member whom to ask', async () => {
  const onAddPhone = vi.fn();
  const { user } = await open({ units: [], onAddPhone });
  await user.click(await screen.findByRole('button', { name: 'Add a phone' }));
  expect(onAddPhone).toHaveBeenCalledOnce();
  // 13-A1: the text names a tracker, so there is a way to one.
  expect(screen.getByRole('link', { name: 'Add a unit' }).getAttribute('href')).toBe('/administration/add-terminal');
  cleanup();
  await open({ units: [], isAdmin: false });
  expect(await screen.findByText(/Ask the administrator of Norrbud/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
});

test('NFR-010, MAP-033: a unit without a position stands apart with its reason', async () => {
  await open({
    units: [liveUnit({ id: 1 }), liveUnit({ id: 2, position: null, address: null, no_position_reason: 'never-connected' })],
  });
  expect(await screen.findByText('Without a position')).toBeDefined();
  expect(screen.getByText('Has never connected')).toBeDefined();
});

test('MAP-017: a search that matches nothing says so and offers all units', async () => {
  const { user } = await open();
  await user.type(await screen.findByRole('searchbox', { name: /Search name/ }), 'zzz');
  await user.click(await screen.findByRole('button', { name: 'Show all units' }));
  expect(names()).toEqual(['Anna', 'Bosse']);
});

test('MAP-017: the list is narrowed to a zone or a place, and that is remembered', async () => {
  const away = { ...liveUnit({ id: 2 }).position!, lat: 60 };
  const yard = { id: 7, name: 'Gården', lat: 59.36, lng: 18, radius: 300 };
  const { user, send } = await open({
    units: [liveUnit({ id: 1, name: 'Anna' }), liveUnit({ id: 2, name: 'Bosse', position: away })],
    answers: {
      'zones.list': () => ({ geofences: [yard as never], min_radius: 300, can: { add: true } }),
      'places.list': () => ({
        places: [{ ...yard, id: 4, label: 'Lagret', lat: 60 } as never],
        can: { add: true, for_all_units: true },
      }),
    },
  });
  await waitFor(() => expect(names()).toEqual(['Anna', 'Bosse']));
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('button', { name: /Zone or place/ }));
  await user.click(await screen.findByRole('option', { name: 'Gården' }));
  await waitFor(() => expect(names()).toEqual(['Anna']));
  await user.click(screen.getByRole('button', { name: /Zone or place/ }));
  await user.click(await screen.findByRole('option', { name: 'Lagret' }));
  await waitFor(() => expect(names()).toEqual(['Bosse']));
  await waitFor(() =>
    expect(send.requests.findLast(({ id }) => id === 'tracking.save-search-options')?.body).toMatchObject({ areas: ['place:4'] }),
  );
});

test('MAP-015, CONST-024: a linked history of more than 30 days asks for 30', async () => {
  const { send } = await open({ search: { unit: imeiOf(1), from: '2026-01-01', to: '2026-06-30' } });
  await screen.findByRole('region', { name: 'History of Anna' });
  await waitFor(() => expect(send.requests.some((each) => each.id === 'tracking.history')).toBe(true));
  const { query } = send.requests.find((each) => each.id === 'tracking.history')!;
  const days = (Date.parse(String(query?.['to'])) - Date.parse(String(query?.['from']))) / DAY_MS;
  expect(days).toBe(30);
});

test('MAP-031: a private period shows as a block with its times and no place', async () => {
  const block = { from: '2026-11-02T09:10:00Z', to: '2026-11-02T09:40:00Z' };
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => history({ private_blocks: [block] }, 0) },
  });
  expect(await screen.findByText('Private 10:10–10:40. Only the driver sees where.')).toBeDefined();
});

test('MAP-014: a history that could not be fetched says so and is fetched again on request', async () => {
  let attempts = 0;
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.history': () => {
        attempts += 1;
        if (attempts === 1) throw new ApiError(422, 'SomethingWentWrong');
        return history();
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined();
});

test('MAP-030: an export that fails says so', async () => {
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.export-history': () => {
        throw new ApiError(503, 'SomethingWentWrong');
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: /GPX/ }));
  expect(await screen.findByText('The file could not be fetched')).toBeDefined();
});

test('MAP-029: space plays and pauses', async () => {
  const { user } = await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' } });
  await screen.findByRole('button', { name: 'Play' });
  await user.keyboard(' ');
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeDefined();
});

test('MAP-029: a stop that is pressed in the list while it plays is looked at, and the playing pauses', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 1, from: '2026-11-02T09:05:00Z', to: '2026-11-02T09:10:00Z', ...place }];
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => history({ stops }, 60) },
  });
  await user.click(await screen.findByRole('button', { name: 'Play' }));
  expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Storgatan/ }));
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined();
  expect(screen.getByRole('slider', { name: 'Time in the history' }).getAttribute('aria-valuetext')).toMatch(/^10:05:00/);
});

test('MAP-029: the alarms of the period are listed in order, each the way to it, and a stop that goes on says for how long', async () => {
  const alarm = (id: number, kind: string, at: string) => ({ id, kind, subject: '', at, is_day_only: false, reading: null });
  const alarms = [alarm(8, 'theft-mode', '2026-11-02T09:04:00Z'), alarm(7, 'towing', '2026-11-02T09:02:00Z')];
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.history': () => history({ stops: [{ trip_id: 1, from: '2026-11-02T09:30:00Z', to: null, ...place }] }, 60),
      'alarms.list': () => ({ alarms, next: null }) as never,
    },
  });
  const list = (await screen.findByRole('heading', { name: '2 alarms' })).nextElementSibling as HTMLElement;
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.textContent?.slice(0, 5))).toEqual(['10:02', '10:04']);
  expect(links[1]!.getAttribute('href')).toContain('alarm=8');
  // To the end of the day that is shown, whose clock is an hour ahead.
  expect(screen.getByRole('button', { name: /Storgatan/ }).textContent).toMatch(/13\sh\s30\smin$/);
});

test('MAP-029: where the cursor of a history rests is said in words: the stop it stands in, or the place nearest on its way', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 1, from: '2026-11-02T09:05:00Z', to: '2026-11-02T09:10:00Z', ...place }];
  const { user, send } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.history': () => history({ stops }, 60),
      'tracking.get-address': () => ({ address: 'Tavastgatan, Stockholm', is_approximate: true }),
    },
  });
  const type = async (clock: string) => {
    await user.click(await screen.findByTitle('Type a time'));
    const field = screen.getByRole('textbox', { name: 'Time of day' });
    await user.clear(field);
    await user.type(field, `${clock}{Enter}`);
    return screen.getByRole('slider', { name: 'Time in the history' });
  };
  expect((await type('10:07')).getAttribute('aria-valuetext')?.replaceAll(/\s/g, ' ')).toBe(
    '10:07:00, Standing still 5 min, Storgatan 12, Solna',
  );
  expect((await screen.findByRole('button', { name: /Storgatan/ })).getAttribute('aria-current')).toBe('true');
  const moving = await type('1030');
  await waitFor(() =>
    expect(moving.getAttribute('aria-valuetext')!.replaceAll(/\s/g, ' ')).toMatch(
      /^10:30:00, 30 km.h, near Tavastgatan, Stockholm$/,
    ),
  );
  expect(screen.getByRole('button', { name: /Storgatan/ }).getAttribute('aria-current')).toBeNull();
  const asked = send.requests.filter(({ id }) => id === 'tracking.get-address');
  expect(asked.map(({ query }) => query)).toEqual([{ lat: 59.3, lng: 18 }]);
  expect((await type('99:99')).getAttribute('aria-valuetext'), 'no time at all').toMatch(/^10:30:00/);
});

test('MAP-014: of a unit that has stood since, its latest day says that it is the latest and since when, and several days say nothing', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-03T10:00:00Z'), shouldAdvanceTime: true });
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 1, from: '2026-11-02T10:00:00Z', to: null, ...place }];
  for (const from of ['2026-11-02', '2026-11-01']) {
    await open({
      search: { unit: imeiOf(1), from, to: '2026-11-02' },
      answers: { 'tracking.history': () => history({ stops }, 60) },
    });
    await screen.findByRole('slider', { name: 'Time in the history' });
    const line = screen.queryByText(/^The latest day with driving/);
    const said = line?.textContent.replaceAll(/\s/g, ' ');
    const isBefore =
      line && Boolean(line.compareDocumentPosition(screen.getByText(/positions,/)) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(isBefore, 'before what was on that day').toBe(line && true);
    // The clock of ages never goes back, whatever another test set.
    if (from === '2026-11-02')
      expect(said).toMatch(/^The latest day with driving: it has stood still for \d+ (h|d)\b.* since\.$/);
    else expect(said).toBeUndefined();
    cleanup();
  }
});

test('MAP-020: ages tick without a call', async () => {
  vi.useFakeTimers({ now: Date.parse('2031-01-02T10:00:00Z'), shouldAdvanceTime: true });
  const { send } = await open({ units: [liveUnit({ id: 1, last_contact: '2031-01-02T09:58:00Z' })] });
  expect(await screen.findByText('2 min ago')).toBeDefined();
  const asked = send.requests.length;
  await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
  expect(screen.getByText('5 min ago')).toBeDefined();
  expect(send.requests).toHaveLength(asked);
});

test('MAP-025: of a burst of events list and card show the newest once a second, and end with the last', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-02T10:00:00Z') });
  await open();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByRole('listbox')).toBeDefined();
  const shown: string[] = [];
  const look = () => {
    const [address] = /Nygatan \d+/.exec(document.body.textContent) ?? [];
    if (address && address !== shown.at(-1)) shown.push(address);
  };
  // 50 events in 5 seconds.
  for (let i = 1; i <= 50; i += 1) {
    const last_contact = new Date(Date.now()).toISOString();
    act(() => receive({ kind: 'position', units: [liveUnit({ id: 1, name: 'Anna', address: `Nygatan ${i}`, last_contact })] }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    look();
  }
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  look();
  expect(shown.length).toBeGreaterThanOrEqual(4);
  expect(shown.length).toBeLessThanOrEqual(6);
  expect(shown.at(-1)).toBe('Nygatan 50');
});

test('NFR-010, NAV-040: without contact the list says that it keeps trying', async () => {
  await open({
    answers: {
      'tracking.positions': () => {
        throw new ApiError(0, 'NetworkError');
      },
    },
  });
  expect(await screen.findByText('The data could not be fetched')).toBeDefined();
});

test('NFR-010: while the units are fetched their place is held, and no empty account is claimed', async () => {
  let arrive = (): void => undefined;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  const units = [liveUnit({ id: 1, name: 'Anna' })];
  await open({
    answers: {
      'tracking.positions': async () => {
        await held;
        return { units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' };
      },
    },
  });
  expect(await screen.findByLabelText(/Loading/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Add a phone' })).toBeNull();
  arrive();
  expect(await screen.findByText('Anna')).toBeDefined();
});

test('DRV-001: the card of a unit has who is checked in; a unit without tracker has nobody to check in', async () => {
  const renderCheckIn: TrackingScreenProps['renderCheckIn'] = ({ id, imei, name }) => `Check-in of ${[id, imei, name].join()}`;
  await open({ search: { unit: imeiOf(1) }, renderCheckIn });
  const card = await screen.findByRole('region', { name: 'Details of Anna' });
  expect(card.textContent).toContain(`Check-in of 1,${imeiOf(1)},Anna`);
});

test('PLACE-012: row and card of a unit and the stops of its history say the place’s name where the address would stand', async () => {
  const anna = liveUnit({ id: 1, name: 'Anna', place: 'Depån' });
  await open({ units: [anna] });
  const row = await screen.findByRole('option', { name: /Anna/ });
  expect([row.textContent.includes('Depån'), row.textContent.includes('Storgatan')]).toEqual([true, false]);
  cleanup();
  await open({ units: [anna], search: { unit: imeiOf(1) } });
  const card = await screen.findByRole('region', { name: 'Details of Anna' });
  expect(card.textContent).toMatch(/Depån · Storgatan 12, 171 45 Solna/);
  expect(card.textContent.match(/Depån|Storgatan/g)).toEqual(['Depån', 'Storgatan']);
  cleanup();
  const stop = { from: '2026-11-02T09:10:00Z', to: '2026-11-02T09:40:00Z', lat: 59.36, lng: 18 };
  const address = { address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { ...stop, ...address, place: 'Depån' },
    { ...stop, ...address, from: '2026-11-02T09:50:00Z', to: null },
  ];
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };
  await open({ units: [anna], search, answers: { 'tracking.history': () => history({ stops }) } });
  const named = await screen.findByRole('button', { name: /Depån/ });
  expect(named.textContent).not.toContain('Storgatan');
  expect(screen.getByRole('button', { name: /Storgatan 12, Solna/ })).toBeDefined();
  cleanup();
  // Where one large place has several streets, they tell its stops apart.
  const far = {
    ...stop,
    ...address,
    address: 'Hagavägen, Solna',
    from: '2026-11-02T09:50:00Z',
    to: '2026-11-02T10:20:00Z',
    place: 'Depån',
  };
  await open({ units: [anna], search, answers: { 'tracking.history': () => history({ stops: [stops[0]!, far] }) } });
  const both = await screen.findAllByRole('button', { name: /Depån/ });
  expect(both.map(({ textContent }) => /Storgatan|Hagavägen/.exec(textContent)?.[0])).toEqual(['Storgatan', 'Hagavägen']);
});

test('MAP-029: a speed of playback is told by how many times faster it is, and what that comes to', async () => {
  await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' } });
  await userEvent.click(await screen.findByRole('button', { name: /Playback speed/ }));
  const texts = (await screen.findAllByRole('option'))
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    .filter((text) => text.includes('×'));
  expect([texts[0], texts[5], texts.at(-1)]).toEqual(['5× (1 min in 12 s)', '120× (1 h in 30 s)', '3 600× (1 h in 1 s)']);
});

test('MAP-014: a stop that ends in the first minute of a day is no stop of that day', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { trip_id: 1, from: '2026-11-01T18:48:00Z', to: '2026-11-01T23:00:40Z', ...place },
    { trip_id: 2, from: '2026-11-02T09:10:00Z', to: '2026-11-02T09:40:00Z', ...place },
  ];
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };
  await open({ search, answers: { 'tracking.history': () => history({ stops }) } });
  expect((await screen.findAllByRole('button', { name: /Storgatan/ })).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('10:10–10:40'),
  ]);
  expect(screen.getByRole('heading', { name: '1 stop' })).toBeDefined();
});

test('MAP-014: of two stops that meet in one minute the second says that the unit was moved between them', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { trip_id: 1, from: '2026-11-02T00:32:00Z', to: '2026-11-02T00:37:05Z', ...place },
    { trip_id: 2, from: '2026-11-02T00:37:45Z', to: '2026-11-02T00:43:00Z', ...place },
    { trip_id: 3, from: '2026-11-02T00:44:00Z', to: '2026-11-02T00:50:00Z', ...place },
  ];
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };
  await open({ search, answers: { 'tracking.history': () => history({ stops }) } });
  const rows = await screen.findAllByRole('button', { name: /Storgatan/ });
  expect(rows.map(({ textContent }) => textContent.includes('After a move of less than a minute'))).toEqual([false, true, false]);
});

test('MAP-014, 13-D: of a stop that began days before or ends after the day its part of the day is told beside it, and the whole under it', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { trip_id: 1, from: '2026-10-31T14:48:00Z', to: '2026-11-02T05:53:00Z', ...place },
    { trip_id: 2, from: '2026-11-02T09:10:00Z', to: '2026-11-02T09:40:00Z', ...place },
    { trip_id: 3, from: '2026-11-02T20:00:00Z', to: '2026-11-03T05:30:00Z', ...place },
  ];
  const stopsOf = async (to: string) => {
    const search = { unit: imeiOf(1), from: '2026-11-02', to };
    await open({ search, answers: { 'tracking.history': () => history({ stops }) } });
    return (await screen.findAllByRole('button', { name: /Storgatan/ })).map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );
  };
  const at = 'Storgatan 12, Solna';
  expect(await stopsOf('2026-11-02')).toEqual([
    `00:00–06:53${at}The whole stop: 10-31 15:48 to 11-02 06:53, 1 d 15 h6 h 53 min`,
    `10:10–10:40${at}30 min`,
    `21:00–24:00${at}The whole stop: 11-02 21:00 to 11-03 06:30, 9 h 30 min3 h`,
  ]);
  cleanup();
  expect((await stopsOf('2026-11-03')).slice(1), 'of several days the day stands above').toEqual([
    `10:10–10:40${at}30 min`,
    `21:00 – 11-03 06:30${at}9 h 30 min`,
  ]);
  cleanup();
  // What follows is not told: no more than the day itself.
  stops[2]!.to = '2026-11-02T23:00:00Z';
  expect((await stopsOf('2026-11-02'))[2]).toBe(`21:00–24:00${at}3 h`);
});

test('MAP-021: a card tells where and how old first, then who drives it, and what is of the tracker last', async () => {
  const unit = liveUnit({ id: 1, name: 'Anna', driver: 'Kim', department: 'Norr', registration_number: 'ABC123' });
  await open({ units: [unit], search: { unit: imeiOf(1) } });
  const card = await screen.findByRole('region', { name: /Anna/ });
  const age = within(card).getByText(/^Last position/);
  const terms = [...card.querySelectorAll('dt')];
  expect(age.compareDocumentPosition(terms[0]!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const labels = terms.map(({ textContent }) => textContent);
  expect(labels[0]).toBe('Usual driver');
  expect(labels.slice(-2)).toEqual(['GPS', 'IMEI']);
  expect(labels).not.toContain('Last position');
});

test('MAP-014: in a history of several days a day is told with its stops, and a press shows it alone', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { trip_id: null, from: '2026-11-02T04:00:00Z', to: '2026-11-02T06:00:00Z', ...place },
    { trip_id: 2, from: '2026-11-03T09:10:00Z', to: '2026-11-03T09:40:00Z', ...place },
    { trip_id: 3, from: '2026-11-03T10:10:00Z', to: '2026-11-03T10:40:00Z', ...place },
  ];
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-03' };
  const { user, searches } = await open({ search, answers: { 'tracking.history': () => history({ stops }) } });
  const heads = await screen.findAllByRole('heading', { level: 3 });
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Mon 2026-11-02.*1 stop$/),
    expect.stringMatching(/^Tue 2026-11-03.*2 stops$/),
  ]);
  expect(screen.getAllByRole('link', { name: /^The trip that ended/ }), 'none ended before the first').toHaveLength(2);
  await user.click(within(heads[1]!).getByRole('button'));
  expect(searches.at(-1)).toMatchObject({ from: '2026-11-03', to: '2026-11-03' });
});

test('13-A2: list and player tell one length for one stop, whichever of them was pressed', async () => {
  const place = { lat: 59, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  // It came to stand 40 s before the first position that says so, and left 30 s after the last.
  const stops = [{ trip_id: 1, from: '2026-11-02T08:59:20Z', to: '2026-11-02T09:10:30Z', ...place }];
  const points = allocateHistory(14);
  for (let i = 0; i < 14; i += 1) {
    points.timeMs[i] = Date.parse('2026-11-02T09:00:00Z') + i * 60_000;
    points.latE7[i] = 59e7 + Math.max(0, i - 10) * 1e5;
    points.lonE7[i] = 18e7;
    points.speedKmh[i] = i > 10 ? 40 : 0;
  }
  const rest = { gaps: [], breaks: [], stops, private_blocks: [], implausible_count: 0, distance_m: 1200 };
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) },
  });
  const row = await screen.findByRole('button', { name: /Storgatan/ });
  expect(row.textContent.replaceAll('\u00a0', ' ')).toContain('11 min');
  await user.click(row);
  const slider = await screen.findByRole('slider', { name: 'Time in the history' });
  expect(slider.getAttribute('aria-valuetext')?.replaceAll('\u00a0', ' ')).toMatch(/ 11 min, Storgatan 12, Solna$/);
});

test('PLACE-012, MAP-031: of a unit that somebody drives privately neither place nor address is shown', async () => {
  const hidden = { position: null, address: null, no_position_reason: 'private' as const };
  await open({ units: [liveUnit({ id: 1, name: 'Anna', place: 'Depån', ...hidden })], search: { unit: imeiOf(1) } });
  expect((await screen.findByRole('region', { name: 'Details of Anna' })).textContent).not.toContain('Depån');
});

test('PLACE-012, MAP-021: the card tells the street or town beside the place, the list the place alone', async () => {
  const anna = liveUnit({ id: 1, name: 'Anna', place: 'Distrikt Väst', address: 'Lundbyleden, Göteborg' });
  const { user } = await open({
    units: [{ ...anna, address_is_approximate: true }, liveUnit({ id: 2, name: 'Bosse', place: 'Depån' })],
  });
  expect((await screen.findByRole('option', { name: /Anna/ })).textContent).not.toContain('Lundbyleden');
  await user.click(screen.getByRole('option', { name: /Anna/ }));
  await screen.findByText('Distrikt Väst · near Lundbyleden, Göteborg');
  await user.click(screen.getByRole('button', { name: 'Close the details' }));
  await user.click(await screen.findByRole('option', { name: /Bosse/ }));
  await screen.findByText('Depån · Storgatan 12, 171 45 Solna');
});

test('MAP-027: the card of a place that was searched for is gone once a unit is chosen', async () => {
  const place = { label: 'Solna', city: 'Solna', lat: 59.36, lng: 18, is_approximate: true };
  const { user } = await open({ answers: { 'tracking.find-address': () => ({ addresses: [place] }) } });
  await screen.findByRole('listbox');
  const find = async () => {
    await user.type(screen.getByRole('combobox', { name: 'Find an address or place' }), 'Solna{Enter}');
    await screen.findByRole('heading', { name: 'Nearest units' });
  };
  await find();
  await user.click(screen.getByRole('option', { name: /Anna/ }));
  await screen.findByRole('region', { name: 'Details of Anna' });
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
  // Nor does it come back with the list; one of the nearest is chosen the same way.
  await user.keyboard('{Escape}');
  await screen.findByRole('listbox');
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
  await find();
  await user.click(screen.getAllByRole('button', { name: /Bosse.*km/ })[0]!);
  await screen.findByRole('region', { name: 'Details of Bosse' });
  expect(screen.queryByRole('heading', { name: 'Nearest units' })).toBeNull();
});

test('PLACE-012: a place that is edited is another on an open map with the next event', async () => {
  const anna = liveUnit({ id: 1, name: 'Anna', place: 'Depån' });
  await open({ units: [anna] });
  await screen.findByText('Depån');
  act(() => receive({ kind: 'position', units: [{ ...anna, place: 'Hamnen' }] }));
  expect(await screen.findByText('Hamnen', undefined, { timeout: 2_000 })).toBeDefined();
});

test('MAP-001: what is drawn beside the units knows which of them there are, and whether a history is shown', async () => {
  const told: string[] = [];
  const renderOnMap: TrackingScreenProps['renderOnMap'] = ({ units, isPast }) => {
    told.push(`${units.map(({ name }) => name).join()} ${isPast ? 'past' : 'now'}`);
    return null;
  };
  const { user } = await open({ renderOnMap });
  await user.click(await screen.findByRole('option', { name: /Anna/ }));
  expect(told.at(-1)).toBe('Anna,Bosse now');
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(told.at(-1)).toBe('Anna,Bosse past'));
});

test('13-A2: following waits while the history is open, and goes on when it is closed', async () => {
  const { user } = await open({ search: { unit: imeiOf(1) } });
  await user.click(await screen.findByRole('button', { name: 'Follow' }));
  expect(screen.getByRole('button', { name: 'Stop following' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('region', { name: 'History of Anna' });
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Stop following' })).toBeDefined();
});

test('13-A1, MAP-028: what a filter may do to the map stands under it, once it leaves something out', async () => {
  const { user } = await open();
  const field = await screen.findByRole('searchbox', { name: /Search name/ });
  expect(screen.queryByRole('switch', { name: 'Filter the map too' })).toBeNull();
  await user.type(field, 'ann');
  expect(names()).toEqual(['Anna']);
  const filter = screen.getByRole<HTMLInputElement>('switch', { name: 'Filter the map too' });
  expect(filter.checked).toBe(false);
  expect(screen.getByRole('button', { name: 'Show on the map' })).toBeDefined();
  await user.click(filter);
  expect(filter.checked).toBe(true);
});

test('13-A1: playback stands under the map, and on a phone in the sheet', async () => {
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };
  await open({ search });
  const panel = await screen.findByRole('region', { name: 'History of Anna' });
  const below = await screen.findByRole('region', { name: 'Playback and speed' });
  expect(panel.contains(below)).toBe(false);
  cleanup();
  const narrow = (query: string) => ({
    matches: query === '(width < 768px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  // The page of a test brings its own; this one stays.
  Object.defineProperty(window, 'matchMedia', { configurable: true, get: () => narrow, set: () => undefined });
  await open({ search });
  const inside = await screen.findByRole('region', { name: 'Playback and speed' });
  const speed = within(inside).getByRole('button', { name: /Playback speed/ });
  expect(speed.textContent, 'short, so that time and speed have room').toMatch(/^[\d\s]+×$/);
  expect(screen.getByRole('region', { name: 'History of Anna' }).contains(inside)).toBe(true);
  Reflect.deleteProperty(window, 'matchMedia');
});

test('13-A1: of private use the playback says so, and neither a speed of 0 nor how long it was', async () => {
  const breaks = [{ from: '2026-11-02T09:00:00.400Z', to: '2026-11-02T09:01:00.300Z' }];
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => history({ breaks }) },
  });
  const slider = await screen.findByRole('slider', { name: 'Time in the history' });
  expect(slider.getAttribute('aria-valuetext')).toBe('10:00:00, Private use');
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(await screen.findByText('Skipping private use')).toBeDefined();
});

test('13-A1, MAP-029: the keyboard moves the cursor from point to point on the chart and zooms it', async () => {
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => history({}, 60) },
  });
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Time in the history' });
  act(() => slider.focus());
  await user.keyboard('{ArrowRight}');
  const details = () => slider.getAttribute('aria-valuetext')?.replace(/\s/g, ' ');
  expect(details()).toBe('10:01:00, 30 km/h');
  await user.keyboard('{PageDown}{End}');
  expect(details()).toBe('10:59:00, 30 km/h');
  const length = () => Number(slider.max) - Number(slider.min);
  const whole = length();
  await user.keyboard('+');
  expect(length()).toBe(whole / 2);
  // Home leaves the part that is shown: the chart follows.
  await user.keyboard('{Home}');
  expect(slider.min).toBe(slider.value);
  await user.click(screen.getByRole('button', { name: 'Whole period' }));
  expect(length()).toBe(whole);
});

test('13-A, MAP-029: playback stands at the departure, and zooming the chart keeps what it tells in sight', async () => {
  // A night of standing until 06:00, three hours of driving, and the rest of the day at rest.
  const points = allocateHistory(24 * 60);
  for (let i = 0; i < points.n; i += 1) {
    const driven = Math.max(0, Math.min(i - 360, 180));
    points.timeMs[i] = Date.parse('2026-11-01T23:00:00Z') + i * 60_000;
    points.latE7[i] = 59e7 + driven * 1e5;
    points.lonE7[i] = 18e7;
    points.speedKmh[i] = i > 360 && i < 540 ? 60 : 0;
  }
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 180_000 };
  const { user } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) },
  });
  const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Time in the history' });
  const told = () => slider.getAttribute('aria-valuetext')?.slice(0, 8);
  const isInSight = () => Number(slider.min) <= Number(slider.value) && Number(slider.value) <= Number(slider.max);
  expect(told()).toBe('06:00:00');
  for (let i = 0; i < 3; i += 1) await user.click(screen.getByRole('button', { name: 'Closer in time' }));
  expect(told()).toBe('06:00:00');
  expect([Number(slider.min), Number(slider.max)].map((ms) => new Date(ms).toISOString().slice(11, 16))).toEqual([
    '04:59',
    '05:23',
  ]);
  // Looked at elsewhere first: the button goes back to the shown time, the wheel takes it along.
  const wheel = (over: object) =>
    act(() => void slider.parentElement!.dispatchEvent(new WheelEvent('wheel', { cancelable: true, ...over })));
  wheel({ deltaX: 1200 });
  expect(Number(slider.min)).toBeGreaterThan(Date.parse('2026-11-02T05:30:00Z'));
  await user.click(screen.getByRole('button', { name: 'Longer time' }));
  expect(told()).toBe('06:00:00');
  expect(Number(slider.min)).toBeLessThan(Date.parse('2026-11-02T05:00:00Z'));
  vi.spyOn(slider.parentElement!, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 100 } as DOMRect);
  for (let i = 0; i < 6; i += 1) wheel({ deltaY: -100, clientX: 90 });
  expect(isInSight()).toBe(true);
  expect(told()).not.toBe('06:00:00');
});

test('API-055, MAP-021: of a large fleet the rows in view and the card are completed by what they show, in one question each', async () => {
  const units = Array.from({ length: 60 }, (_, i) => liveUnit({ id: i + 1, name: `Bil ${i + 1}`, address: `Gata ${i + 1}` }));
  const { packed, names: fleet } = largeFleet(units, Date.parse('2026-11-02T10:00:00Z'));
  const chosen = ({ query }: { query?: { ids?: string | undefined } | undefined }) =>
    units.filter(({ id }) => query?.ids?.split(',').includes(String(id)));
  const { send, user } = await open({
    answers: {
      'tracking.positions': (input) =>
        input.query?.ids ? { units: chosen(input), server_time: '2026-11-02T10:00:00Z', last_event_id: '1' } : packed,
      'tracking.fleet': () => ({ version: 'v1', units: fleet }),
    },
  });
  expect(await screen.findByText('Gata 3')).toBeDefined();
  const asked = () =>
    send.requests.flatMap(({ id, query }) => (id === 'tracking.positions' && query?.['ids'] ? [query['ids']] : []));
  expect(asked()).toHaveLength(1);
  expect(String(asked()[0]).split(',').length).toBeLessThan(60);
  await user.type(screen.getByRole('searchbox', { name: /Search name/ }), 'Bil 58');
  await user.click(await screen.findByText('Bil 58'));
  const card = await screen.findByRole('region', { name: 'Details of Bil 58' });
  expect(await within(card).findByText('Gata 58')).toBeDefined();
  expect(await within(card).findByText(/11 satellites/)).toBeDefined();
  expect(asked()).toHaveLength(2);
});

/** A day of which every position stands: parked since the evening of 30 October. */
const parkedDay = (day = '2026-11-02') => {
  const points = allocateHistory(4);
  for (let i = 0; i < points.n; i += 1) {
    points.timeMs[i] = Date.parse(`${day}T08:00:00Z`) + i * 3_600_000;
    points.latE7[i] = 59e7;
    points.lonE7[i] = 18e7;
  }
  const address = { address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [{ trip_id: 7, from: '2026-10-30T16:24:00Z', to: null, lat: 59, lng: 18, ...address }];
  const rest = { gaps: [], breaks: [], stops, private_blocks: [], implausible_count: 0, distance_m: 0 };
  return new Uint8Array(encodePackedHistory(points, rest));
};

test('13-A: a parked day says so without an empty scale, and leads to the last day that was driven', async () => {
  const { user, searches } = await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => parkedDay() },
  });
  expect(await screen.findByText('It stood still all day.')).toBeDefined();
  // As the map and the card tell it: since that day, not since midnight.
  expect(screen.getByRole('button', { name: /Storgatan/ }).textContent).toMatch(/^since 10-30 17:24.*\d{2,}\sd/);
  expect(screen.queryByText('Speed in km/h')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Playback and speed' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Previous day with driving: 2026-10-30' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-30', to: '2026-10-30' });
});

test('13-A: from a day without positions one gets to the days before and after it that were driven, not to each empty one', async () => {
  const nothing = new Uint8Array(
    encodePackedHistory(allocateHistory(0), {
      ...{ gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 },
    }),
  );
  const driven = ['2026-10-12', '2026-10-14', '2026-10-29'];
  const { user, searches, send } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from: '2026-10-20', to: '2026-10-20' },
    answers: {
      'tracking.history': () => nothing,
      'trips.generate': ({ body }) => {
        const days = driven.filter((day) => day >= body.from && day <= body.to);
        return { trips: (body.descending ? days.toReversed() : days).slice(0, body.page_size).map((day) => ({ day })) } as never;
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Next day out: 2026-10-29' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-29', to: '2026-10-29' });
  await user.click(await screen.findByRole('button', { name: 'Previous day out: 2026-10-14' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-14', to: '2026-10-14' });
  const asked = send.requests.filter(({ id }) => id === 'trips.generate').map(({ body }) => (body as { imeis: string[] }).imeis);
  expect(asked.every((imeis) => imeis.length === 1 && imeis[0] === imeiOf(1))).toBe(true);
});

test.each([
  ['2026-11-02', 'The boat lay still all day.'],
  ['2026-11-01', 'The boat lay still all the time.'],
])('13-A: a boat does not stand, she lies: in a history from %s', async (from, text) => {
  await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from, to: '2026-11-02' },
    answers: { 'tracking.history': () => parkedDay() },
  });
  expect(await screen.findByText(text)).toBeDefined();
});

test('13-A1: of a boat at rest nothing is told of the time before her record begins, nor long after her last position', async () => {
  const told = async (from: string, over: object) => {
    const points = allocateHistory(2);
    points.timeMs.set([Date.parse('2026-11-02T17:32:00Z'), Date.parse('2026-11-02T22:00:00Z')]);
    points.latE7.fill(59e7);
    const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0, ...over };
    await open({
      units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
      search: { unit: imeiOf(1), from, to: from < '2026-11-01' ? '2026-11-20' : '2026-11-02' },
      answers: {
        'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)),
        'tracking.get-address': () => ({ address: 'Drøbak', is_approximate: true }),
      },
    });
    const text = (await screen.findByText(/^The boat lay still/)).textContent;
    expect(await screen.findByText('near Drøbak'), 'no trip ended there: by its position').toBeDefined();
    cleanup();
    return text;
  };
  const begins = { begins_at: '2026-11-02T17:32:00Z' };
  expect(await told('2026-11-02', begins)).toBe('The boat lay still from 18:32. Nothing is known before that.');
  expect(await told('2026-10-25', begins)).toBe(
    'The boat lay still from 2026-11-02 18:32. Nothing is known before that. There are no positions after 2026-11-02 23:00.',
  );
  expect(await told('2026-10-25', {})).toBe('The boat lay still until 2026-11-02 23:00. There are no positions after that.');
  expect(await told('2026-11-02', {})).toBe('The boat lay still all day.');
});

test('13-A1: a day of a boat that was never out says since when that is known, and the last days are a press away', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-02T12:00:00Z') });
  const points = allocateHistory(1);
  points.timeMs.set([Date.parse('2031-01-02T08:00:00Z')]);
  points.latE7.fill(59e7);
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 };
  const { user, searches } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat' })],
    search: { unit: imeiOf(1), from: '2031-01-02', to: '2031-01-02' },
    answers: {
      'tracking.history': () => new Uint8Array(encodePackedHistory(points, { ...rest, undriven_since: '2030-12-24T09:00:00Z' })),
    },
  });
  expect(await screen.findByText('The boat has not been out since its first position, 2030-12-24.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Last 7 days' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Last 30 days' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2030-12-04', to: '2031-01-02' });
});

test('13-A1: a day that is not over is not said to have been still to its end', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-01-02T12:00:00Z') });
  await open({
    search: { unit: imeiOf(1), from: '2031-01-02', to: '2031-01-02' },
    answers: { 'tracking.history': () => parkedDay('2031-01-02') },
  });
  expect(await screen.findByText('It has stood still so far today.')).toBeDefined();
});

test('MAP-014: a history of driving says since when there are positions, where they begin in it', async () => {
  const answers = { 'tracking.history': () => history({ begins_at: '2026-11-02T09:00:00Z' }) };
  await open({ search: { unit: imeiOf(1), from: '2026-11-01', to: '2026-11-02' }, answers });
  expect(await screen.findByText('The first position is from 2026-11-02 10:00. Nothing is known before that.')).toBeDefined();
  cleanup();
  await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' }, answers });
  expect(await screen.findByText('The first position is from 10:00. Nothing is known before that.')).toBeDefined();
});

test('MAP-014: before the first position of a unit its history leads to the first day, and asks for no other', async () => {
  const nothing = {
    ...{ gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 },
    begins_at: '2026-10-23T09:00:00Z',
  };
  const { user, searches } = await open({
    search: { unit: imeiOf(1), from: '2026-10-20', to: '2026-10-20' },
    answers: { 'tracking.history': () => new Uint8Array(encodePackedHistory(allocateHistory(0), nothing)) },
  });
  expect(await screen.findByText('The first position is from 2026-10-23 11:00. Nothing is known before that.')).toBeDefined();
  expect(screen.queryByText(/Choose another day/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'First day: 2026-10-23' }));
  expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-23', to: '2026-10-23' });
});

test('MAP-014: the arrows beside a period are named by the days that they lead to', async () => {
  const names = async (from: string, to: string) => {
    await open({ search: { unit: imeiOf(1), from, to } });
    const arrows = (await screen.findAllByRole('button', { name: /^(Previous|Next) (day$|\d+ days)/ })).map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    );
    cleanup();
    return arrows;
  };
  vi.useFakeTimers({ now: Date.parse('2031-02-06T10:00:00Z'), shouldAdvanceTime: true });
  expect(await names('2031-02-02', '2031-02-02')).toEqual(['Previous day', 'Next day']);
  expect(await names('2031-01-28', '2031-01-30')).toEqual(['Previous 3 days', 'Next 3 days']);
  expect(await names('2031-02-01', '2031-02-04'), 'cut at today').toEqual(['Previous 4 days', 'Next 2 days']);
});

test('13-A: the history says what its kilometres are, for the log counts them otherwise', async () => {
  const { user } = await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' } });
  const totals = await screen.findByText(/^2 positions, 1.2/);
  // Beside them, and where it is not in the way of the stops.
  expect(document.body.textContent).not.toContain('Measured along');
  const help = within(totals.parentElement!).getByRole('button', { name: 'How it is measured and drawn' });
  await user.click(help);
  expect((await screen.findByRole('dialog', { name: 'How it is measured and drawn' })).textContent).toBe(
    'Measured along the positions between the stops. The trip log goes by the odometer where it is known.',
  );
});

test('13-A: the history of a unit that stands opens on the day that it came to stand', async () => {
  const { user, searches } = await open({ search: { unit: imeiOf(1) } });
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' }));
});

test('13-A2: the history of a boat whose record begins with it at rest opens on the day of its last trip', async () => {
  const { user, searches } = await open({
    units: [liveUnit({ id: 1, name: 'Havsörnen', kind: 'boat', state_since: '2026-10-20T13:00:00Z' })],
    search: { unit: imeiOf(1) },
    answers: { 'trips.generate': () => ({ trips: [{ day: '2026-10-04' }] }) as never },
  });
  await user.click(await screen.findByRole('button', { name: 'History' }));
  await waitFor(() => expect(searches.at(-1)).toEqual({ unit: imeiOf(1), from: '2026-10-04', to: '2026-10-04' }));
});

test('13-A: a stop leads to the trip that ended there', async () => {
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: { 'tracking.history': () => parkedDay() },
  });
  const link = await screen.findByRole('link', { name: /^The trip that ended at/ });
  const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://spora.example');
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/user/create-triplog',
    { period: 'custom', from: '2026-10-30', to: '2026-10-30', unit: imeiOf(1), trip: '7' },
  ]);
});

test('13-A: a link to a history has the shape of one before the fleet has come', async () => {
  let answer = (): void => undefined;
  const waited = new Promise<void>((done) => (answer = done));
  const units = [liveUnit({ id: 1, name: 'Anna' })];
  await open({
    search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' },
    answers: {
      'tracking.positions': () => waited.then(() => ({ units, server_time: '2026-11-02T10:00:00Z', last_event_id: '1' })),
    },
  });
  expect(await screen.findByLabelText('Loading')).toBeDefined();
  expect(screen.queryByRole('searchbox', { name: /Search name/ })).toBeNull();
  await act(async () => (answer(), waited));
  expect(await screen.findByRole('region', { name: 'History of Anna' })).toBeDefined();
});
