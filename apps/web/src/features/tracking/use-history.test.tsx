import { act, cleanup, waitFor } from '@testing-library/react';
import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import type { MapHandle } from '../../map/map-context.ts';
import { useHistory } from './use-history.ts';

afterEach(cleanup);

/** Two points a minute apart, further north for each day. */
function answer(from: string): Uint8Array<ArrayBuffer> {
  const points = allocateHistory(2);
  const start = Date.parse(from) + 43_200_000;
  points.timeMs.set([start, start + 60_000]);
  points.latE7.set([59e7, 59e7 + new Date(start).getUTCDate() * 1e5]);
  points.lonE7.set([18e7, 18e7]);
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 };
  return new Uint8Array(encodePackedHistory(points, rest));
}

test('13-A1: each day is framed when it comes, a day that was seen before too, and one that is opened again', async () => {
  const fits: number[] = [];
  const handle = {
    current: {
      fit: (points: readonly { lat: number }[]) => void fits.push(Math.max(...points.map(({ lat }) => lat))),
      ...{ center: () => ({ lat: 59, lng: 18 }), zoom: () => 10, moveTo: () => undefined },
    },
  } as unknown as { current: MapHandle };
  let show = (_day: string | null): void => undefined;
  function Probe(): ReactNode {
    const [day, setDay] = useState<string | null>('2026-11-02');
    show = (next) => act(() => setDay(next));
    const { isLoading } = useHistory('350000000000001', day === null ? null : { from: day, to: day }, handle);
    return isLoading ? 'loading' : 'loaded';
  }
  const send = fakeSend({ 'tracking.history': ({ query }) => answer(String(query.from)) });
  await renderScreen(<Probe />, { send });
  const fitted = async (count: number) => {
    await waitFor(() => expect(fits).toHaveLength(count));
    return fits.at(-1);
  };
  expect(await fitted(1)).toBeCloseTo(59.02);
  show('2026-11-01');
  expect(await fitted(2)).toBeCloseTo(59.01);
  show('2026-11-02');
  expect(await fitted(3)).toBeCloseTo(59.02);
  show(null);
  show('2026-11-02');
  expect(await fitted(4)).toBeCloseTo(59.02);
});

test('13-A1: a boat of which no trip is known lies on the map where she lay', async () => {
  let signs: ReturnType<typeof useHistory>['signs'] = [];
  function Probe(): ReactNode {
    const range = { from: '2026-11-02', to: '2026-11-02' };
    ({ signs } = useHistory('350000000000001', range, { current: null }, { isBoat: true }));
    return null;
  }
  const points = allocateHistory(2);
  points.timeMs.set([Date.parse('2026-11-02T12:00:00Z'), Date.parse('2026-11-02T18:00:00Z')]);
  points.latE7.fill(59e7);
  const rest = { gaps: [], breaks: [], stops: [], private_blocks: [], implausible_count: 0, distance_m: 0 };
  await renderScreen(<Probe />, {
    send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
  });
  await waitFor(() => expect(signs).toMatchObject([{ lat: 59, isBerth: true }]));
});

test('13-A1: where a unit stands since another day, the map says since which day and for how long', async () => {
  let signs: ReturnType<typeof useHistory>['signs'] = [];
  function Probe(): ReactNode {
    ({ signs } = useHistory('350000000000001', { from: '2031-11-02', to: '2031-11-02' }, { current: null }));
    return null;
  }
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-11-03T08:20:00Z') });
  const points = allocateHistory(2);
  points.timeMs.set([Date.parse('2031-11-02T12:00:00Z'), Date.parse('2031-11-02T15:20:00Z')]);
  const stop = {
    trip_id: 1,
    from: '2031-11-02T15:20:00Z',
    to: null,
    lat: 59,
    lng: 18,
    address: null,
    address_is_approximate: false,
  };
  const rest = { gaps: [], breaks: [], stops: [stop], private_blocks: [], implausible_count: 0, distance_m: 0 };
  await renderScreen(<Probe />, {
    send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
  });
  await waitFor(() => expect(signs.map(({ label }) => label?.replaceAll(/\s/g, ' '))).toEqual(['since 2 Nov · 17 h']));
  vi.useRealTimers();
});

test('a stop without a place of its own is called by the smallest zone of the unit that it lies in', async () => {
  let stops: ReturnType<typeof useHistory>['stops'] = [];
  function Probe(): ReactNode {
    ({ stops } = useHistory('350000000000001', { from: '2026-11-02', to: '2026-11-02' }, { current: null }));
    return null;
  }
  const points = allocateHistory(2);
  points.timeMs.set([8, 20].map((hour) => Date.parse(`2026-11-02T${String(hour).padStart(2, '0')}:00:00Z`)));
  const stop = (hour: string, lat: number, place?: string) => ({
    ...{ trip_id: 1, from: `2026-11-02T${hour}:00:00Z`, to: `2026-11-02T${hour}:30:00Z`, lat, lng: 18 },
    ...{ address: 'Lidingö', address_is_approximate: true },
    ...(place === undefined ? {} : { place }),
  });
  const zone = (name: string, radius: number, isArmed = false) => ({ name, radius, lat: 59, lng: 18, is_armed: isArmed });
  const rest = {
    ...{ gaps: [], breaks: [], private_blocks: [], implausible_count: 0, distance_m: 0 },
    stops: [stop('09', 59), stop('10', 59, 'Depot'), stop('11', 59.1)],
  };
  const send = fakeSend({
    'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)),
    'zones.list': () => ({
      geofences: [zone('City', 5000), zone('Site', 300), zone('', 100, true)] as never,
      min_radius: 300,
      can: { add: true },
    }),
  });
  await renderScreen(<Probe />, { send });
  await waitFor(() => expect(stops.map(({ where }) => where?.place)).toEqual(['Site', 'Depot', undefined]));
  expect(send.requests.find(({ id }) => id === 'zones.list')).toMatchObject({ query: { imei: '350000000000001' } });
});

test('13-A1: the day of a unit that drives on has no end on the map', async () => {
  const shown: { history?: ReturnType<typeof useHistory> } = {};
  const told = (): ReturnType<typeof useHistory> | undefined => shown.history;
  function Probe(): ReactNode {
    const range = { from: '2026-11-02', to: '2026-11-02' };
    shown.history = useHistory('350000000000001', range, { current: null });
    return null;
  }
  const stop = (from: string, to: string | null) => ({
    trip_id: 1,
    from,
    to,
    lat: 59,
    lng: 18,
    address: null,
    address_is_approximate: false,
  });
  for (const [last, isUnderWay] of [
    [stop('2026-11-02T08:00:00Z', '2026-11-02T12:00:00Z'), true],
    [stop('2026-11-02T12:00:30Z', null), false],
  ] as const) {
    const points = allocateHistory(3);
    points.timeMs.set([0, 40_000, 60_000].map((ms) => Date.parse('2026-11-02T12:00:00Z') + ms));
    points.latE7.set([59e7, 59.01e7, 59.02e7]);
    points.speedKmh.fill(50);
    const rest = { gaps: [], breaks: [], stops: [last], private_blocks: [], implausible_count: 0, distance_m: 0 };
    delete shown.history;
    await renderScreen(<Probe />, {
      send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
    });
    await waitFor(() => expect(told()?.stops).toHaveLength(1));
    expect(told()?.isUnderWay).toBe(isUnderWay);
    expect(told()?.hereLabel, 'of a day that is over nothing is last').toBe('');
    cleanup();
  }
});

test('13-A1: a day that ended at rest is opened where the unit has stood since, and plays from its beginning', async () => {
  const shown: { history?: ReturnType<typeof useHistory> } = {};
  const told = (): ReturnType<typeof useHistory> | undefined => shown.history;
  function Probe(): ReactNode {
    shown.history = useHistory('350000000000001', { from: '2026-11-02', to: '2026-11-02' }, { current: null });
    return null;
  }
  const points = allocateHistory(4);
  points.timeMs.set(['12:00:00', '12:10:00', '12:20:00', '13:00:00'].map((time) => Date.parse(`2026-11-02T${time}Z`)));
  points.latE7.set([59e7, 59.1e7, 59.2e7, 59.2e7]);
  points.speedKmh.set([50, 50, 0, 0]);
  const where = { trip_id: 1, lat: 59.2, lng: 0, address: null, address_is_approximate: false };
  const stops = [
    { ...where, from: '2026-11-02T12:10:20Z', to: '2026-11-02T12:15:00Z' },
    { ...where, from: '2026-11-02T12:20:10Z', to: null },
  ];
  const rest = { gaps: [], breaks: [], stops, private_blocks: [], implausible_count: 0, distance_m: 0 };
  await renderScreen(<Probe />, {
    send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
  });
  const at = (time: string): number => Date.parse(`2026-11-02T${time}Z`);
  await waitFor(() => expect(told()?.playback.cursorMs).toBe(at('12:20:10')));
  expect(told()?.signs.map(({ label }) => label)).toEqual([expect.stringMatching(/^since /)]);
  act(() => told()?.playback.seek(at('12:12:00')));
  expect(
    told()?.signs.map(({ label }) => label?.replaceAll(/\s/g, ' ')),
    'of several in one place it is said which',
  ).toEqual(['Stop 1 of 2: 5 min']);
  act(() => told()?.playback.seek(at('12:20:10')));
  act(() => told()?.playback.toggle());
  expect(told()?.playback.cursorMs).toBeLessThan(at('12:11:00'));
  act(() => told()?.playback.pause());
});

test('ALARM-035: a link to the way of an alarm opens at that instant; the next day has none of its own', async () => {
  const handle = { current: null };
  const at = '2026-11-02T12:00:30Z';
  let cursorMs: number | null | undefined;
  let show = (_day: string, _at?: string): void => undefined;
  function Probe(): ReactNode {
    const [[day, instant], set] = useState<[string, string | undefined]>(['2026-11-02', at]);
    show = (...next) => act(() => set([next[0], next[1]]));
    const history = useHistory('350000000000001', { from: day, to: day }, handle, { at: instant });
    cursorMs = history.points.length > 0 ? history.playback.cursorMs : undefined;
    return null;
  }
  const send = fakeSend({ 'tracking.history': ({ query }) => answer(String(query.from)) });
  await renderScreen(<Probe />, { send });
  await waitFor(() => expect(cursorMs).toBe(Date.parse(at)));
  show('2026-11-01');
  await waitFor(() => expect(cursorMs).toBeNull());
});

test('13-A1: whoever leaves a history finds the map as it was before, unless a link opened it or another unit is chosen', async () => {
  let view = { lat: 59.3, lng: 18, zoom: 16 };
  const handle = {
    current: {
      fit: (points: readonly { lat: number; lng: number }[]) => void (view = { ...points[0]!, zoom: 9 }),
      moveTo: (to: { lat: number; lng: number }, { zoom }: { zoom: number }) => void (view = { ...to, zoom }),
      center: () => ({ lat: view.lat, lng: view.lng }),
      zoom: () => view.zoom,
    },
  } as unknown as { current: MapHandle };
  const [car, van] = ['350000000000001', '350000000000002'];
  let show = (_imei: string, _day: string | null): void => undefined;
  function Probe(props: { day: string | null }): ReactNode {
    const [[imei, day], set] = useState<[string, string | null]>([car, props.day]);
    show = (...next) => act(() => set(next));
    useHistory(imei, day === null ? null : { from: day, to: day }, handle);
    return null;
  }
  const send = fakeSend({ 'tracking.history': ({ query }) => answer(String(query.from)) });
  await renderScreen(<Probe day={null} />, { send });
  const before = view;
  for (const [left, expected] of [
    [car, 16],
    [van, 9],
  ] as const) {
    view = before;
    show(car, '2026-11-02');
    await waitFor(() => expect(view.zoom).toBe(9));
    show(car, '2026-11-01');
    show(left, null);
    expect(view.zoom, left).toBe(expected);
  }
  cleanup();
  view = before;
  await renderScreen(<Probe day="2026-11-02" />, { send });
  await waitFor(() => expect(view.zoom).toBe(9));
  show(car, null);
  expect(view.zoom, 'opened by a link').toBe(9);
});

test('13-A: the way of today is marked where the unit came to, with the time', async () => {
  const today = new Date().toISOString().slice(0, 10);
  let label: string | undefined;
  function Probe(): ReactNode {
    label = useHistory('350000000000001', { from: today, to: '2099-01-01' }, { current: null }).hereLabel;
    return null;
  }
  const stop = { trip_id: 1, from: `${today}T08:00:00Z`, to: `${today}T11:00:00Z`, lat: 59, lng: 18 };
  const points = allocateHistory(2);
  points.timeMs.set([0, 60_000].map((ms) => Date.parse(`${today}T12:00:00Z`) + ms));
  points.latE7.set([59e7, 59.01e7]);
  points.speedKmh.fill(50);
  const stops = [{ ...stop, address: null, address_is_approximate: false }];
  const rest = { gaps: [], breaks: [], stops, private_blocks: [], implausible_count: 0, distance_m: 0 };
  await renderScreen(<Probe />, {
    send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
  });
  await waitFor(() => expect(label).toMatch(/^Last at \d\d:\d\d$/));
});

test('MAP-029: a stop that was pressed is left again: pressed once more, or as soon as something is played, all of the way is shown', async () => {
  const moves: string[] = [];
  const handle = {
    current: {
      fit: (points: readonly unknown[]) => void moves.push(`all ${points.length}`),
      moveTo: () => void moves.push('stop'),
      ...{ center: () => ({ lat: 59, lng: 18 }), zoom: () => 10 },
    },
  } as unknown as { current: MapHandle };
  let shown: ReturnType<typeof useHistory> | undefined;
  function Probe(): ReactNode {
    shown = useHistory('350000000000001', { from: '2026-11-02', to: '2026-11-02' }, handle);
    return null;
  }
  const points = allocateHistory(3);
  points.timeMs.set([12, 13, 14].map((hour) => Date.parse(`2026-11-02T${hour}:00:00Z`)));
  points.latE7.set([59e7, 59.2e7, 59.4e7]);
  points.speedKmh.fill(50);
  const where = { lat: 59.2, lng: 0, address: null, address_is_approximate: false };
  const stops = [{ trip_id: 1, from: '2026-11-02T13:00:00Z', to: '2026-11-02T13:30:00Z', ...where }];
  const rest = { gaps: [], breaks: [], stops, private_blocks: [], implausible_count: 0, distance_m: 0 };
  await renderScreen(<Probe />, {
    send: fakeSend({ 'tracking.history': () => new Uint8Array(encodePackedHistory(points, rest)) }),
  });
  await waitFor(() => expect(moves).toEqual(['all 3']));
  const press = () => act(() => shown?.onShowStop(stops[0]!));
  press();
  press();
  expect(moves.splice(0)).toEqual(['all 3', 'stop', 'all 3']);
  press();
  act(() => shown?.playback.toggle());
  expect(moves).toEqual(['stop', 'all 3']);
});
