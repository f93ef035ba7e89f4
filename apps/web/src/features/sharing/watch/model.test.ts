import { createFormat } from '@spora/messages/format';
import { expect, test } from 'vitest';
import { linesOf, type T } from './model.ts';

const NOW = '2026-11-26T12:00:00Z';

test('MAP-035: a boat that lies still is not called parked, unless its link leaves out what it is', () => {
  const t = ((key: string) => key) as unknown as T;
  const firstLine = (is_watercraft: boolean, state: 'parked' | 'stopped') => {
    const at = { at: NOW, lat: 59.3, lng: 18, speed_kmh: 0, heading_deg: 90, address: null, address_is_approximate: false };
    const boat = { number: 1, name: 'Snipa', marker_symbol: 'boat', way: null, trail: null } as const;
    const told = { ...boat, position: { ...at, is_watercraft, state } };
    return linesOf(told, { destination: null, server_time: NOW }, t, createFormat('en', 'Europe/Oslo'))[0];
  };
  expect(firstLine(true, 'parked')).toBe('SharedPositionMoored');
  expect(firstLine(true, 'stopped')).toBe('SharedPosition-stopped');
  expect(firstLine(false, 'parked')).toBe('SharedPosition-parked');
});

test('MAP-035: how fast a boat goes and how far it has to go is told in knots and nautical miles, unless its link leaves out what it is', () => {
  const t = ((key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ')) as unknown as T;
  const lines = (is_watercraft: boolean) => {
    const place = {
      at: NOW,
      lat: 59.3,
      lng: 18,
      speed_kmh: 18.52,
      heading_deg: 90,
      address: null,
      address_is_approximate: false,
    };
    const way = { distance_m: 18_520, arrival: null, is_there: false };
    const position = { ...place, is_watercraft, state: 'moving' } as const;
    const unit = { number: 1, name: 'Snipa', marker_symbol: 'boat', way, trail: null, position } as const;
    const destination = { lat: 59, lng: 18, label: 'Utö' };
    return linesOf(unit, { destination, server_time: NOW }, t, createFormat('en', 'Europe/Oslo'))
      .join(' | ')
      .replaceAll('\u00a0', ' ');
  };
  expect(lines(true)).toMatch(/ · 10\.0 kn · .*SharedPositionLeft 10\.0 nm Utö/);
  expect(lines(false)).toMatch(/SharedPositionSpeed 19 · .*SharedPositionLeft 18\.5 km Utö/);
});
