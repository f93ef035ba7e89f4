// @vitest-environment jsdom
import type { SharedPage, SharedUnit } from '@spora/contract/sharing/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../../../lib/testing.tsx';
import { start } from './page.ts';

const SERVER = Date.parse('2026-11-26T12:00:00Z');
const MINUTE = 60_000;

const unit = (number: number, name: string, over: Partial<SharedUnit> = {}): SharedUnit => ({
  number,
  name,
  marker_symbol: 'excavator',
  position: {
    at: new Date(SERVER).toISOString(),
    lat: 59.3,
    lng: 18,
    state: 'moving',
    is_watercraft: false,
    speed_kmh: 50,
    heading_deg: 90,
    address: null,
    address_is_approximate: false,
  },
  way: null,
  trail: null,
  ...over,
});
let answer: () => Partial<SharedPage> | number;
const originalFetch = globalThis.fetch;

beforeEach(() => {
  completeBrowser();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  document.body.replaceChildren(document.createElement('div'));
  document.body.firstElementChild!.id = 'root';
  answer = () => ({});
  globalThis.fetch = () => {
    const given = answer();
    if (typeof given === 'number') return Promise.reject(new TypeError('Failed to fetch'));
    const data: SharedPage = {
      title: 'Delivery',
      server_time: new Date(SERVER).toISOString(),
      expires_at: new Date(SERVER + 60 * MINUTE).toISOString(),
      has_trail: false,
      destination: null,
      units: [unit(1, 'Van'), unit(2, 'Truck', { position: null })],
      ...given,
    };
    return Promise.resolve(Response.json({ success: true, data }));
  };
});
afterEach(() => {
  // The page is for good: only its timer would live on.
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  globalThis.fetch = originalFetch;
});

test.each([70, -300])(
  'MAP-035: a link of an hour is open for who comes with a clock that is %i minutes wrong',
  async (minutesWrong) => {
    vi.setSystemTime(SERVER + minutesWrong * MINUTE);
    await start('en');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Delivery');
    expect(screen.getByText('Last position just now')).toBeTruthy();
  },
);

test('MAP-035: without an answer a page grows old and ends when its link does, by the clock of the server', async () => {
  vi.setSystemTime(SERVER + 70 * MINUTE);
  await start('en');
  answer = () => 0;
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(screen.getByText('No connection. Trying again.')).toBeTruthy();
  expect(screen.getByText(/^Last position 17:45, (19|20) minutes ago$/)).toBeTruthy();
  await vi.advanceTimersByTimeAsync(41 * MINUTE);
  expect(told()).toEqual(['The sharing has ended', `Its time ran out at 18:45. ${ANEW}`]);
  expect(screen.queryByText('Van')).toBeNull();
});

const ANEW = 'Ask whoever sent you the link for a new one if you need to see more.';
const told = () => [screen.getByRole('heading', { level: 1 }).textContent, screen.getByRole('status').textContent];

test.each([false, true])(
  'MAP-035: a page that is open says at the second that the time of its link ran out (hidden: %s)',
  async (hidden) => {
    vi.setSystemTime(SERVER);
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    answer = () => ({ expires_at: new Date(SERVER + 3 * MINUTE + 5_000).toISOString(), server_time: new Date().toISOString() });
    await start('en');
    await vi.advanceTimersByTimeAsync(3 * MINUTE + 4_000);
    expect(told()[0]).toBe('Delivery');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(told()).toEqual(['The sharing has ended', `Its time ran out at 17:48. ${ANEW}`]);
  },
);

test('MAP-035: of a link that was ended under an open page it is said that it has, within the 15 seconds that its maker is told', async () => {
  vi.setSystemTime(SERVER);
  await start('en');
  let asked = 0;
  globalThis.fetch = () => ((asked += 1), Promise.resolve(Response.json({ success: false }, { status: 404 })));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(told()).toEqual(['The sharing has ended', ANEW]);
  expect(screen.queryByText('Van')).toBeNull();
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(asked, 'it is asked no more').toBe(1);
});

test('MAP-035: until when a unit is shown stands in the head of the page, before the units', async () => {
  vi.setSystemTime(SERVER);
  await start('en');
  const until = screen.getByText('Shown until 18:45 today');
  expect(screen.getByRole('heading', { level: 1 }).nextElementSibling).toBe(until);
});

test('MAP-035: the page says where a unit is, at what time it was seen, and until when today the link shows it', async () => {
  vi.setSystemTime(SERVER);
  const at = (minutes: number): string => new Date(SERVER + minutes * MINUTE).toISOString();
  const parked = {
    ...unit(1, 'Van').position!,
    at: at(-22),
    state: 'parked' as const,
    address: 'Lidingö',
    address_is_approximate: true,
  };
  answer = () => ({ units: [unit(1, 'Van', { position: parked })], expires_at: at(60) });
  await start('en');
  const lines = () => [...screen.getByRole('listitem').querySelectorAll('p')].map((line) => line.textContent);
  expect(lines()).toEqual(['Parked', 'Near Lidingö', 'Last position 17:23, 22 minutes ago']);
  expect(screen.getByText('Shown until 18:45 today')).toBeTruthy();
  answer = () => ({
    units: [unit(1, 'Van', { position: { ...parked, address: 'Vasagatan 1', address_is_approximate: false } })],
    expires_at: at(1440),
  });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(lines()[1]).toBe('Vasagatan 1');
  expect(screen.getByText('Shown until tomorrow 17:45')).toBeTruthy();
});

test('MAP-035: where a unit is heading is told in words, a number tells units without names apart, and one alone needs none', async () => {
  vi.setSystemTime(SERVER);
  const nameless = (number: number, heading_deg: number): SharedUnit => ({
    ...unit(number, ''),
    name: null,
    position: { ...unit(number, '').position!, heading_deg },
  });
  answer = () => ({ units: [nameless(1, 350)] });
  await start('en');
  const told = () => screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(screen.getByRole('listitem').querySelector('h2')?.textContent).toBe('The unit');
  expect(told()).toEqual(['Moving · 50 km/h · heading north']);
  answer = () => ({ units: [nameless(1, 80), nameless(2, 230)] });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('h2')?.textContent)).toEqual(['Unit 1', 'Unit 2']);
  expect(told()).toEqual(['Moving · 50 km/h · heading east', 'Moving · 50 km/h · heading south-west']);
});

test('MAP-035: a link that is over says whom to ask for another', async () => {
  globalThis.fetch = () => Promise.resolve(Response.json({ success: false }, { status: 404 }));
  await start('en');
  expect(screen.getByRole('status').textContent).toMatch(/Ask whoever sent it to you for a new one/);
});

test('MAP-035: a press on a card, by mouse or keyboard, has the map follow its unit, and the next answer takes neither focus nor choice', async () => {
  vi.setSystemTime(SERVER);
  await start('en');
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const van = screen.getByRole('button', { name: 'Van' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Truck' }).disabled).toBe(true);
  await user.click(van);
  await expect.poll(() => van.getAttribute('aria-pressed')).toBe('true');
  expect(document.activeElement).toBe(van);

  answer = () => ({ units: [unit(1, 'Van', { position: null }), unit(2, 'Truck'), unit(3, 'Boat')] });
  await vi.advanceTimersByTimeAsync(12_000);
  const truck = screen.getByRole<HTMLButtonElement>('button', { name: 'Truck' });
  expect(truck.disabled).toBe(false);
  expect(screen.getByRole('button', { name: 'Van' })).toBe(van);
  truck.focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => truck.getAttribute('aria-pressed')).toBe('true');
  expect(van.getAttribute('aria-pressed')).toBe('false');

  answer = () => ({ units: [unit(2, 'Truck')] });
  await vi.advanceTimersByTimeAsync(12_000);
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(1);
  expect(document.activeElement).toBe(truck);
});
