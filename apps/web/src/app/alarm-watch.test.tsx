import type { DataOf } from '@spora/contract/endpoint-map';
import { noteOwnAct } from '../lib/own-acts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alarmSound, keepSound } from '../features/alarms/public/alarm-sound.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { AlarmWatch } from './alarm-watch.tsx';

type Open = DataOf<'alarms.open'>;

const tones: number[] = [];
class Audio {
  readonly currentTime = 0;
  readonly destination = null;
  readonly close = () => Promise.resolve();
  readonly createGain = () => ({ gain: { value: 1 }, connect: () => undefined });
  readonly createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => undefined,
    start: (at: number) => tones.push(at),
    stop: () => undefined,
  });
}
beforeEach(() => {
  localStorage.clear();
  tones.length = 0;
  vi.stubGlobal('AudioContext', Audio);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const alarm = (id: number, at: string, over: object = {}): Open['newest'] => ({
  id,
  kind: 'towing',
  class: 'security',
  subject: '',
  unit: { id: 11, imei: '356307042441011', name: 'Skåpbil', registration_number: null, kind: 'vehicle' },
  at,
  is_day_only: false,
  is_place_hidden: false,
  is_delayed: false,
  ended_at: null,
  began_at: null,
  is_lasting: true,
  lat: null,
  lng: null,
  place: null,
  is_position_unknown: false,
  value: null,
  limit: null,
  telling: 'told',
  repeats: 0,
  state: 'new',
  seen: null,
  handled: null,
  noted: null,
  reopened: null,
  note: '',
  ...over,
});

/** As the live stream says that something of alarms changed. */
function Again({ children }: { children: ReactNode }): ReactNode {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['alarms.open'] })}>
      {children}
    </button>
  );
}

async function watch(first: Open['newest']) {
  let newest = first;
  const send = fakeSend({ 'alarms.open': () => ({ new_count: 1, open_count: 1, newest, units: [] }) });
  await renderScreen(
    <>
      <AlarmWatch />
      <Again>again</Again>
    </>,
    { send, language: 'sv', user: signedInUser() },
  );
  await waitFor(() => expect(send.requests).toHaveLength(1));
  return async (next: Open['newest']) => {
    newest = next;
    const before = send.requests.length;
    await userEvent.click(screen.getByText('again'));
    await waitFor(() => expect(send.requests).toHaveLength(before + 1));
  };
}
const toast = 'Skåpbil: Flyttad eller bogserad utan tändning';

test('ALARM-035: a new security alarm is said once, with a link and three tones; what was there before is not', async () => {
  const tell = await watch(alarm(1, '2026-11-20T10:00:00Z'));
  expect(screen.queryByText(toast)).toBeNull();
  await tell(alarm(7, '2026-11-20T11:00:00Z'));
  expect(await screen.findByText(toast)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Visa' })).toBeDefined();
  await waitFor(() => expect(tones).toHaveLength(3));
  // Handled: the newest is an older one, which is no news.
  await tell(alarm(1, '2026-11-20T10:00:00Z'));
  await tell(null);
  await tell(alarm(7, '2026-11-20T11:00:00Z'));
  expect(screen.getAllByText(toast)).toHaveLength(1);
});

test('MODE-009: whoever turned on theft mode here is not told so by its alarm; of another unit one is', async () => {
  const tell = await watch(alarm(1, '2026-11-20T10:00:00Z'));
  noteOwnAct('theft-mode 356307042441011');
  await tell(alarm(8, '2026-11-20T11:00:00Z', { kind: 'theft-mode' }));
  const boat = { id: 12, imei: '356307042441029', name: 'Båten', registration_number: null, kind: 'boat' };
  await tell(alarm(9, '2026-11-20T11:01:00Z', { kind: 'theft-mode', unit: boat }));
  expect(await screen.findByText(/^Båten: /)).toBeDefined();
  expect(screen.queryByText(/^Skåpbil: /)).toBeNull();
});

test('ALARM-035, STORE-010: the sound can be switched off and stays so; the notice is still shown', async () => {
  keepSound(false);
  expect(alarmSound.read()).toBe(false);
  const tell = await watch(null);
  await tell(alarm(3, '2026-11-20T10:00:00Z'));
  expect(await screen.findByText(toast)).toBeDefined();
  expect(tones).toEqual([]);
  alarmSound.take(true);
  await tell(alarm(4, '2026-11-20T10:01:00Z'));
  await waitFor(() => expect(tones).toHaveLength(3));
});

test('TRIP-032: what is told by its day alone makes no noise when the day is over', async () => {
  const tell = await watch(null);
  await tell(alarm(3, '2026-11-19T23:00:00Z', { is_day_only: true, kind: 'door' }));
  expect(screen.queryByText(/Skåpbil/)).toBeNull();
  expect(tones).toEqual([]);
});

test('0079: what somebody asked to be told of is said calmly, and a fridge that is too warm as loudly as a theft', async () => {
  const tell = await watch(null);
  await tell(alarm(3, '2026-11-20T10:00:00Z', { kind: 'zone-entered', subject: 'Terminalen' }));
  const arrived = await screen.findByText('Skåpbil: Kommit in i en zon (Terminalen)');
  expect(arrived.closest('[class*="danger"]')).toBeNull();
  await tell(alarm(4, '2026-11-20T10:01:00Z', { kind: 'temperature', class: 'function' }));
  const warm = await screen.findByText('Skåpbil: Temperatur utanför gränserna');
  expect(warm.closest('[class*="danger"]')).not.toBeNull();
});
