import { expect, test } from 'vitest';
import { SIGNED_IN_ADDRESSES } from './addresses.ts';
import { visitPageOf } from './visit-page.ts';

test('ROLE-011: every page behind the sign-in is about something, by its own address and not by one that begins alike', () => {
  const unsaid = SIGNED_IN_ADDRESSES.filter((address) => visitPageOf(address) === undefined);
  expect(unsaid, 'they lack a line in lib/visit-page.ts').toEqual([]);
  expect(visitPageOf('/user/create-triplog')).toBe('trips');
  expect(visitPageOf('/user/create-triplog/green-driving')).toBe('eco');
  expect(visitPageOf('/user/geofences/add-edit-geofences/7')).toBe('zones');
  expect(visitPageOf('/support/accounts')).toBeUndefined();
});
