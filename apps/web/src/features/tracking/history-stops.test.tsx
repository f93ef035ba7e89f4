import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { liveUnit } from './testing.ts';
import { history, imeiOf, NO_REST, open, parkedDay, withRoomAndInk } from './screen.testing.tsx';

withRoomAndInk();

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

test.each<[string, object, unknown[], boolean, string?]>([
  ['a period of which all is told', {}, [], true],
  ['one of which alarms are kept no more', {}, [], false, '2024-11-02'],
  ['one with private use', { private_blocks: [{ from: '2026-11-02T08:00:00Z', to: '2026-11-02T08:30:00Z' }] }, [], false],
  ['one with private use that goes on', { private_blocks: [{ from: '2026-11-02T08:00:00Z', to: null }] }, [], false],
  ['one of which something is withheld', { breaks: [{ from: '2026-11-02T08:00:00Z', to: '2026-11-02T08:30:00Z' }] }, [], false],
  ['one that began before the unit reported', { begins_at: '2026-11-02T09:00:00Z' }, [], false],
  ['one with an alarm that is told by its day', {}, [{ id: 7, kind: 'towing', subject: '', is_day_only: true }], false],
])(
  'MAP-029, MAP-031: of %s it is said that it had no alarms only where that is known',
  async (_, over, alarms, isSaid, day = '2026-11-02') => {
    const search = { unit: imeiOf(1), from: day, to: day };
    const { send } = await open({
      search,
      answers: { 'tracking.history': () => history(over), 'alarms.list': () => ({ alarms, next: null }) as never },
    });
    await screen.findByText(/^2 positions/);
    await expect.poll(() => send.requests.some(({ id }) => id === 'alarms.list')).toBe(true);
    if (isSaid) await screen.findByText('No alarms');
    else expect(screen.queryByText('No alarms')).toBeNull();
  },
);

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
  expect(screen.getByRole('heading', { name: '1 stop · 1 trip' })).toBeDefined();
});

test('MAP-014: between two stops that meet in one minute stands the drive that parts them', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const stops = [
    { trip_id: 1, from: '2026-11-02T00:32:00Z', to: '2026-11-02T00:37:05Z', ...place },
    { trip_id: 2, from: '2026-11-02T00:37:45Z', to: '2026-11-02T00:43:00Z', ...place },
    { trip_id: 3, from: '2026-11-02T00:44:00Z', to: '2026-11-02T00:50:00Z', ...place },
  ];
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };
  await open({ search, answers: { 'tracking.history': () => history({ stops }) } });
  const rows = (await screen.findAllByRole('button', { name: /^\d\d:\d\d/ })).map(({ textContent }) =>
    textContent.replaceAll(/\s/g, ' '),
  );
  expect(rows.map((text) => [text.slice(0, 11), /Trip/.test(text), /\d+ min$/.exec(text)?.[0]]).slice(0, 4)).toEqual([
    ['01:32–01:37', false, '5 min'],
    ['01:37–01:37', true, '1 min'],
    ['01:37–01:43', false, '6 min'],
    ['01:43–01:44', true, '1 min'],
  ]);
});

/** Ten minutes at a stop, twenty of driving, ten at another, and twenty back. */
function outAndBack(over: object = {}): Uint8Array<ArrayBuffer> {
  const points = allocateHistory(61);
  for (let i = 0; i < points.n; i += 1) {
    const [out, back] = [Math.max(0, Math.min(20, i - 10)), Math.max(0, Math.min(20, i - 40))];
    points.timeMs[i] = Date.parse('2026-11-02T09:00:00Z') + i * 60_000;
    points.latE7[i] = 59e7 + (out - back) * 1e5;
    points.lonE7[i] = 18e7;
    points.speedKmh[i] = (i > 10 && i < 30) || i > 40 ? 60 : 0;
  }
  const of = (lat: number, address: string) => ({ lat, lng: 18, address, address_is_approximate: false });
  const stops = [
    { trip_id: 1, from: '2026-11-02T08:00:00Z', to: '2026-11-02T09:10:00Z', ...of(59, 'Storgatan 12, Solna') },
    { trip_id: 2, from: '2026-11-02T09:30:00Z', to: '2026-11-02T09:40:00Z', ...of(59.2, 'Hamnen, Vaxholm') },
    { trip_id: 3, from: '2026-11-02T10:00:00Z', to: null, ...of(59, 'Storgatan 12, Solna') },
  ];
  return new Uint8Array(encodePackedHistory(points, { ...NO_REST, distance_m: 44_000, stops, ...over }));
}
const oneDay = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' };

test('MAP-014, MAP-029: the trips stand between the stops, with where they led, and a press shows and plays that one alone', async () => {
  const { user } = await open({ search: oneDay, answers: { 'tracking.history': () => outAndBack() } });
  expect(await screen.findByRole('heading', { name: '3 stops · 2 trips' })).toBeDefined();
  const drives = screen.getAllByRole('button', { name: /Trip/ });
  expect(drives.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    '10:10–10:30Trip 22.2 km20 min',
    '10:40–11:00Trip 22.2 km20 min',
  ]);
  // The way to a trip of the log stands at the trip, and at a stop only where the trip to it is not listed.
  const rowOf = (link: HTMLElement) => link.closest('li')?.textContent.slice(0, 5);
  expect(screen.getAllByRole('link', { name: /^The trip that ended/ }).map(rowOf)).toEqual(['09:00', '10:10', '10:40']);
  const chart = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Time in the history' });
  const shown = () => [chart().min, chart().max].map((ms) => new Date(Number(ms)).toISOString().slice(11, 16));
  await user.click(drives[1]!);
  const pressed = screen.getByRole('button', { pressed: true });
  expect(pressed.textContent.replaceAll(/\s/g, ' ')).toBe(
    '10:40–11:00Trip 22.2 kmfrom Hamnen, Vaxholm to Storgatan 12, Solna20 min',
  );
  expect([chart().getAttribute('aria-valuetext')?.slice(0, 8), ...shown()]).toEqual(['10:40:00', '09:39', '10:01']);
  // A stop, or a time outside of it, is something else to look at.
  await user.click(screen.getByRole('button', { name: /^10:30–10:40/ }));
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^10:10–10:30/ }));
  expect(shown()).toEqual(['09:09', '09:31']);
  await user.click(screen.getByRole('button', { name: /^10:10–10:30/ }));
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
});

test('MAP-031: on both sides of private use a trip ends and begins by its own positions, and none is told between', async () => {
  const stops = [
    {
      trip_id: 1,
      from: '2026-11-02T08:00:00Z',
      to: '2026-11-02T09:10:00Z',
      lat: 59,
      lng: 18,
      address: 'Storgatan 12, Solna',
      address_is_approximate: false,
    },
    {
      trip_id: 3,
      from: '2026-11-02T10:00:00Z',
      to: null,
      lat: 59,
      lng: 18,
      address: 'Storgatan 12, Solna',
      address_is_approximate: false,
    },
  ];
  const breaks = [{ from: '2026-11-02T09:20:00Z', to: '2026-11-02T09:45:00Z' }];
  const private_blocks = [{ from: '2026-11-02T09:00:00Z', to: '2026-11-02T10:00:00Z' }];
  await open({ search: oneDay, answers: { 'tracking.history': () => outAndBack({ stops, breaks, private_blocks }) } });
  const drives = await screen.findAllByRole('button', { name: /Trip/ });
  expect(drives.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    '10:10–10:20Trip 11.1 km10 min',
    '10:45–11:00Trip 16.7 km15 min',
  ]);
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
    `00:00–06:53${at}The whole stop: 31 Oct 15:48 to 2 Nov 06:53, 1 d 15 h6 h 53 min`,
    `10:10–10:40${at}30 min`,
    `21:00–24:00${at}The whole stop: 2 Nov 21:00 to 3 Nov 06:30, 9 h 30 min3 h`,
  ]);
  cleanup();
  expect((await stopsOf('2026-11-03')).slice(1), 'of several days the day stands above').toEqual([
    `10:10–10:40${at}30 min`,
    `21:00 – 3 Nov 06:30${at}9 h 30 min`,
  ]);
  cleanup();
  // What follows is not told: no more than the day itself.
  stops[2]!.to = '2026-11-02T23:00:00Z';
  expect((await stopsOf('2026-11-02'))[2]).toBe(`21:00–24:00${at}3 h`);
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

test('MAP-014, MAP-029: of the many rows of a long period only those are made anew that the cursor left and reached', async () => {
  const place = { lat: 59.36, lng: 18, address: 'Storgatan 12, Solna', address_is_approximate: false };
  const minute = (n: number): string => new Date(Date.parse('2026-11-02T09:00:00Z') + n * 60_000).toISOString();
  const stops = Array.from({ length: 120 }, (_, i) => ({
    trip_id: i,
    from: minute(5 + 10 * i),
    to: minute(10 + 10 * i),
    ...place,
  }));
  const search = { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-03' };
  const { user } = await open({ search, answers: { 'tracking.history': () => history({ stops }, 1_210) } });
  const rows = await screen.findAllByRole('button', { name: /Storgatan/ });
  expect(rows).toHaveLength(120);
  await user.click(rows[3]!);
  // Whatever is told of a time passes there.
  const toldTimes = vi.spyOn(Intl.DateTimeFormat.prototype as { readonly format: unknown }, 'format', 'get');
  await user.click(rows[90]!);
  expect(rows.map((row) => row.getAttribute('aria-current')).indexOf('true')).toBe(90);
  const told = toldTimes.mock.calls.length;
  toldTimes.mockRestore();
  expect(told).toBeLessThan(rows.length);
});
