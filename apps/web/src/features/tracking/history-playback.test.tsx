import { allocateHistory, encodePackedHistory } from '@spora/telemetry/packed-history';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { history, imeiOf, open, withRoomAndInk } from './screen.testing.tsx';

withRoomAndInk();

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
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Time of day' });
  expect([field.value, field.getAttribute('aria-invalid')], 'stays, and is told').toEqual(['99:99', 'true']);
  expect(screen.getByRole('alert').textContent).toMatch(/^The time cannot be used/);
  await user.type(field, '{Escape}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByTitle('Type a time')).toBeDefined();
});

test('MAP-029: a speed of playback is told by how many times faster it is, and what that comes to', async () => {
  await open({ search: { unit: imeiOf(1), from: '2026-11-02', to: '2026-11-02' } });
  await userEvent.click(await screen.findByRole('button', { name: /Playback speed/ }));
  const texts = (await screen.findAllByRole('option'))
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
    .filter((text) => text.includes('×'));
  expect([texts[0], texts[5], texts.at(-1)]).toEqual(['5× (1 min in 12 s)', '120× (1 h in 30 s)', '3 600× (1 h in 1 s)']);
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
