// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { signedInUser } from '../lib/testing.tsx';
import { firstPageOf } from './home.ts';
import { landingOf, rememberPage } from './landing.ts';
import { menuOf } from './menu.ts';

beforeEach(() => localStorage.clear());
const user = signedInUser();

test('STORE-002: the last page is stored as lastActivePage and is where the next visit lands', () => {
  rememberPage(`${ADDRESSES.tripLog}?period=last-month`);
  expect(Object.keys(localStorage)).toEqual(['lastActivePage']);
  expect(landingOf(user)).toBe(`${ADDRESSES.tripLog}?period=last-month`);
});

test('STORE-009: a public page and a page elsewhere are not remembered', () => {
  for (const href of ['/', '/nothing', '//elsewhere.example/user/create-triplog']) rememberPage(href);
  expect({ ...localStorage }).toEqual({});
  expect(landingOf(user)).toBe(ADDRESSES.map);
});

test('NFR-010, MAP-002: without the map the home is the trip log, also when the map was the last page', () => {
  rememberPage(`${ADDRESSES.map}?unit=350000000000012`);
  expect(landingOf(signedInUser({ RealTimeMap: false }))).toBe(ADDRESSES.tripLog);
});

test('AUTH-021, DEC-16: the last page is left alone when it is no longer for this person', () => {
  const member = signedInUser({ IsAdmin: false, userHasOnlyBasSubscription: true });
  for (const address of [ADDRESSES.account, ADDRESSES.addUnit, ADDRESSES.places, `${ADDRESSES.newPlace}/7`])
    expect(landingOf(member, address)).toBe(ADDRESSES.map);
  expect(landingOf(signedInUser(), ADDRESSES.account)).toBe(ADDRESSES.account);
  expect(landingOf(signedInUser(), ADDRESSES.alertNumbers)).toBe(ADDRESSES.map);
  expect(landingOf(signedInUser({ HasAlertNumbers: true }), ADDRESSES.alertNumbers)).toBe(ADDRESSES.alertNumbers);
});

test('TRIP-033: who has basic subscriptions only finds neither attesting nor the summary, in the menu or by address', () => {
  const entriesOf = (userHasOnlyBasSubscription: boolean) =>
    menuOf(signedInUser({ userHasOnlyBasSubscription })).flatMap((group) => group.entries.map(({ to }) => to));
  for (const address of [ADDRESSES.attest, ADDRESSES.summary]) {
    expect(entriesOf(false)).toContain(address);
    expect(entriesOf(true)).not.toContain(address);
    expect(landingOf(signedInUser({ userHasOnlyBasSubscription: true }), address)).toBe(ADDRESSES.map);
  }
});

test('REP-001, NAV-027: the owner of one boat finds no report about driving on roads in the menu, and of one car none for employers', () => {
  const reports = [
    ADDRESSES.summary,
    ADDRESSES.benefitValue,
    ADDRESSES.fuelReport,
    ADDRESSES.congestionReport,
    ADDRESSES.greenDriving,
  ];
  const shownTo = (who: Partial<ReturnType<typeof signedInUser>>) => {
    const entries = menuOf(signedInUser(who)).flatMap((group) => group.entries.map(({ to }) => String(to)));
    return reports.filter((address) => entries.includes(address));
  };
  const { summary, fuelReport, congestionReport, greenDriving } = ADDRESSES;
  expect(shownTo({})).toEqual(reports);
  expect(shownTo({ IsPrivatePerson: true })).toEqual([summary, fuelReport, congestionReport, greenDriving]);
  expect(shownTo({ IsPrivatePerson: true, HasNoRoadVehicle: true })).toEqual([summary, fuelReport]);
  expect(shownTo({ HasNoRoadVehicle: true })).toEqual([summary, fuelReport]);
});

test('a page behind a flag stays the last page, for members too; it asks for its flag itself', () => {
  rememberPage(ADDRESSES.carSchedule);
  for (const person of [user, signedInUser({ IsAdmin: false })]) expect(landingOf(person)).toBe(ADDRESSES.carSchedule);
  // Behind a role and a flag: the role is known at once.
  expect(landingOf(user, ADDRESSES.safeReturnHome)).toBe(ADDRESSES.safeReturnHome);
  expect(landingOf(signedInUser({ IsAdmin: false }), ADDRESSES.safeReturnHome)).toBe(ADDRESSES.map);
});

test('DEC-16, DEC-17: who signs in begins on the map, or on the trip log where the map is switched off', () => {
  expect(firstPageOf(user)).toBe(ADDRESSES.map);
  expect(firstPageOf(signedInUser({ RealTimeMap: false }))).toBe(ADDRESSES.tripLog);
});

test('ADM-024: who first signs in to a new account lands in the guide and has it in the menu until it is closed', () => {
  expect(landingOf(signedInUser({ GuideIsOpen: true }))).toBe(ADDRESSES.guide);
  expect(landingOf(signedInUser({ GuideIsOpen: true }), ADDRESSES.tripLog)).toBe(ADDRESSES.tripLog);
  const entries = (GuideIsOpen: boolean, IsAdmin = true) =>
    menuOf(signedInUser({ GuideIsOpen, IsAdmin })).flatMap((group) => group.entries.map(({ to }) => to));
  expect(entries(true)).toContain(ADDRESSES.guide);
  expect(entries(false)).not.toContain(ADDRESSES.guide);
  expect(entries(true, false)).not.toContain(ADDRESSES.guide);
});

test('ADM-030: an administrator who wishes so begins with Today, wherever they were last; a member never does', () => {
  const wish = { StartsWithToday: true };
  expect(firstPageOf(signedInUser(wish))).toBe(ADDRESSES.today);
  expect(landingOf(signedInUser(wish), ADDRESSES.tripLog)).toBe(ADDRESSES.today);
  expect(landingOf(signedInUser({ ...wish, GuideIsOpen: true }), ADDRESSES.tripLog)).toBe(ADDRESSES.guide);
  const member = signedInUser({ ...wish, IsAdmin: false });
  expect([firstPageOf(member), landingOf(member, ADDRESSES.today)]).toEqual([ADDRESSES.map, ADDRESSES.map]);
  expect(landingOf(signedInUser(), ADDRESSES.today)).toBe(ADDRESSES.today);
});
