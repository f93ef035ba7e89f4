import { expect, test } from 'vitest';
import { asReturnAddress, isSignedInAddress, SIGNED_IN_ADDRESSES } from '../lib/addresses.ts';
import { signedInUser } from '../lib/testing.tsx';
import { addressOf } from './access.ts';
import { landingOf } from './landing.ts';
import { PAGES } from './pages.ts';

test.each([
  '//evil.example/user/create-triplog',
  'https://evil.example/',
  '/',
  '/user/unknown',
  '/\\evil.example',
  'javascript:alert(1)',
  7,
  null,
])('AUTH-019: %s is no page to return to', (href) => expect(asReturnAddress(href)).toBeNull());

test('AUTH-019: a page of ours with its filters is', () => {
  expect(asReturnAddress('/user/create-triplog?type=private')).toBe('/user/create-triplog?type=private');
  expect(isSignedInAddress('/user/create-triplog/')).toBe(true);
});

test('DEC-16: the last page is where a returning person lands, unless it is no longer allowed', () => {
  expect(landingOf(signedInUser(), '/user/create-triplog?type=other')).toBe('/user/create-triplog?type=other');
  expect(landingOf(signedInUser(), null)).toBe('/user/realtime-tracking');
  expect(landingOf(signedInUser({ RealTimeMap: false }), '/user/realtime-tracking?unit=1')).toBe('/user/create-triplog');
});

test('NAV-002: each address behind the sign-in is one page that says its title', () => {
  expect(PAGES.map(addressOf).toSorted()).toEqual([...SIGNED_IN_ADDRESSES].toSorted());
  expect(PAGES.filter((page) => !page.options.staticData?.title).map(addressOf)).toEqual([]);
});
