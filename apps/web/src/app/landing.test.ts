import { beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { landingOf, rememberPage } from './landing.ts';

beforeEach(() => localStorage.clear());
const user = { RealTimeMap: true };

test('STORE-002: the last page is stored as lastActivePage and is where the next visit lands', () => {
  rememberPage(`${ADDRESSES.tripLog}?period=last-month`);
  expect(Object.keys(localStorage)).toEqual(['lastActivePage']);
  expect(landingOf(user)).toBe(`${ADDRESSES.tripLog}?period=last-month`);
});

test('a public page and a page elsewhere are not remembered', () => {
  for (const href of ['/', '/nothing', '//elsewhere.example/user/create-triplog']) rememberPage(href);
  expect({ ...localStorage }).toEqual({});
  expect(landingOf(user)).toBe(ADDRESSES.map);
});

test('NFR-010, MAP-002: without the map the home is the trip log, also when the map was the last page', () => {
  rememberPage(`${ADDRESSES.map}?unit=350000000000012`);
  expect(landingOf({ RealTimeMap: false })).toBe(ADDRESSES.tripLog);
});
