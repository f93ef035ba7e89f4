import type { Trip } from '@spora/contract/trips/endpoints';
import { en } from '@spora/messages/en';
import { createTranslate } from '@spora/messages/translate';
import { expect, test } from 'vitest';
import { endsText, roundText } from './address-text.ts';

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
