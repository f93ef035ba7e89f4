// @vitest-environment jsdom
import type { DataOf } from '@spora/contract/endpoint-map';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedLanguage } from '../../../lib/language.ts';
import { completeBrowser } from '../../../lib/testing.tsx';
import { start } from './page.ts';

type ToldAlarm = DataOf<'alarms.look-at-alarm-link'>;

const NEWS: Readonly<Record<string, string>> = {
  sv: 'Havsörnen rör sig utan tändning',
  en: 'Havsörnen moves without ignition',
};
let more: Partial<ToldAlarm>;
let status: number;
let asked: { token: string; language: string | null }[];
const originalFetch = globalThis.fetch;

beforeEach(() => {
  completeBrowser();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  localStorage.clear();
  location.hash = '#t0ken';
  document.body.replaceChildren(document.createElement('div'));
  document.body.firstElementChild!.id = 'root';
  [more, status, asked] = [{}, 200, []];
  globalThis.fetch = (_input, init) => {
    if (status === 0) return Promise.reject(new TypeError('Failed to fetch'));
    const body = JSON.parse(init?.body as string) as (typeof asked)[number];
    asked.push(body);
    if (status !== 200) return Promise.resolve(Response.json({ success: false }, { status }));
    const language = (body.language ?? 'sv') as ToldAlarm['language'];
    const data: ToldAlarm = {
      language,
      news: NEWS[language] ?? '',
      at: '2026-11-18T12:00:00Z',
      time_zone: 'Europe/Stockholm',
      is_delayed: false,
      place: 'Bryggan',
      lat: 59.3,
      lng: 18,
      expires_at: '2026-12-16T12:00:00Z',
      ...more,
    };
    return Promise.resolve(Response.json({ success: true, data }));
  };
});
afterEach(() => {
  // The page is for good: only its timer would live on.
  vi.clearAllTimers();
  vi.useRealTimers();
  globalThis.fetch = originalFetch;
});

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const lines = () => [...document.querySelectorAll('main p:not([role])')].map((line) => line.textContent);

test('ALARM-039: the page says what the message said, in its language, with the point to pass on, and that it is not where the unit is now', async () => {
  await start('en');
  expect(heading()).toBe(NEWS['sv']);
  expect(lines()).toEqual([
    '2026-11-18 13:00 (Europe/Stockholm)',
    'Vid Bryggan',
    'Koordinater: 59.30000, 18.00000',
    'Kartan visar var enheten var när det hände, inte var den är nu. Den visas till 2026-12-16.',
  ]);
  expect(document.title).toMatch(/^Havsörnen rör sig utan tändning · /);
  expect([document.documentElement.lang, screen.getByRole<HTMLSelectElement>('combobox').value]).toEqual(['sv', 'sv']);
  expect(document.querySelector<HTMLMetaElement>('meta[name=robots]')?.content).toBe('none');
  expect(asked).toEqual([{ token: 't0ken', language: null }]);
});

test('ALARM-039: a language that was chosen goes before that of the message, what happened included', async () => {
  await start('en');
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).selectOptions(screen.getByRole('combobox'), 'en');
  await expect.poll(heading).toBe(NEWS['en']);
  expect(screen.getByText('At Bryggan')).toBeTruthy();
  expect([asked.at(-1)?.language, storedLanguage.read()]).toEqual(['en', 'en']);
});

test('ALARM-034: what came late is told as late, and a place without a name by its point alone', async () => {
  storedLanguage.write('en');
  more = { is_delayed: true, place: '' };
  await start('en');
  expect(lines().slice(0, 3)).toEqual([
    '2026-11-18 13:00 (Europe/Stockholm)',
    'This came to us late: it happened at the time given, not when the message came.',
    'Coordinates: 59.30000, 18.00000',
  ]);
});

test('ALARM-039: a link that is over or cut says so kindly, and is not asked about again', async () => {
  status = 404;
  await start('en');
  expect(heading()).toBe('This alarm is not shown any more');
  expect(screen.getByRole('status').textContent).toMatch(/ask whoever made you an alarm receiver/);
  expect(document.querySelector('main > div:last-child')?.hasAttribute('hidden'), 'no map').toBe(true);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(asked).toHaveLength(1);
});

test('ALARM-039: a page that stays open ends with its link', async () => {
  await start('en');
  status = 404;
  await vi.advanceTimersByTimeAsync(3_600_000);
  await expect.poll(heading).toBe('Larmet visas inte längre');
  expect(lines()).toEqual([]);
});

test('ALARM-039: without a connection the page says so and asks again', async () => {
  status = 0;
  await start('en');
  expect(screen.getByRole('status').textContent).toBe('No connection. Trying again.');
  status = 200;
  await vi.advanceTimersByTimeAsync(12_000);
  await expect.poll(heading).toBe(NEWS['sv']);
  expect(screen.queryByText(/Ingen anslutning/)).toBeNull();
});
