import type { Trip } from '@spora/contract/trips/endpoints';
import { en } from '@spora/messages/en';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { endsText, partsOfEnds, roundText, wholeAddress } from './address-text.ts';

const t = createTranslate('en', en);
const near = (town: string, lat: number): Trip['start'] => ({
  time: '2026-11-27T00:48:00Z',
  lat,
  lng: 20.2,
  address: town,
  address_is_approximate: true,
  place: null,
  odometer_km: null,
});

test('13-A2: near a town and near it again is around it, unless the ends lie far apart', () => {
  const round = { start: near('Kiruna', 67.85), stop: near('Kiruna', 67.88) };
  expect(roundText(round, t)).toBe('around Kiruna');
  expect(endsText(round, t)).toBe('around Kiruna');
  const away = { start: near('Kiruna', 67.85), stop: near('Kiruna', 67.5) };
  expect(roundText(away, t)).toBeNull();
  expect(endsText(away, t)).toBe('near Kiruna – near Kiruna');
});

test('TRIP-018: ends of one address are told once, unless they lie far apart', () => {
  const exactly = (address: string, lat: number): Trip['start'] => ({ ...near(address, lat), address_is_approximate: false });
  const [home, far] = [exactly('Storgatan 1', 57.7), exactly('Storgatan 1', 58.7)];
  expect(endsText({ start: home, stop: exactly('Storgatan 1', 57.7) }, t)).toBe('from and to Storgatan 1');
  expect(endsText({ start: home, stop: far }, t)).toBe('Storgatan 1 – Storgatan 1');
  expect(endsText({ start: home, stop: exactly('Kungsgatan 2', 57.7) }, t)).toBe('Storgatan 1 – Kungsgatan 2');
});

test('PLACE-012: a way within one place says where in it; between two places their names do, and a single trip tells the addresses too', () => {
  const within = (address: string, place: string) => ({ ...near(address, 57.7), place });
  const told = (...ends: [Trip['start'], Trip['start']]) =>
    partsOfEnds({ start: ends[0], stop: ends[1] }, t).map(({ street, town }) => street + town);
  const [from, to] = [within('Mölnlycke', 'West'), within('Frölunda', 'West')];
  expect(told(from, to)).toEqual(['near Mölnlycke, West', 'near Frölunda, West']);
  expect(told(from, within('Frölunda', 'Depot'))).toEqual(['West', 'Depot']);
  expect(told(from, within('Mölnlycke', 'West')), 'nothing more is known').toEqual(['West', 'West']);
  expect(wholeAddress(from, t)).toBe('West, near Mölnlycke');
  expect(wholeAddress(near('Mölnlycke', 57.7), t)).toBe('near Mölnlycke');
});

test('13-A: nobody is near what is 44 km away', () => {
  expect(wholeAddress(near('Kiruna (44 km)', 67.5), t)).toBe('44 km from Kiruna');
  const round = { start: near('Kiruna (44 km)', 67.5), stop: near('Kiruna (44 km)', 67.51) };
  expect(endsText(round, t)).toBe('44 km from Kiruna');
});
