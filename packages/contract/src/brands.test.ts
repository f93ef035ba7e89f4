import { describe, expect, test } from 'vitest';
import { BRANDS, type BrandCapabilities, brandOf, findBrandOfHost, SUBSITE_MAX } from './brands.ts';

/** Those that the specification describes; what a later one may do is said by its entry alone. */
const SPECIFIED = BRANDS.slice(0, 8);

const subsitesWith = (capability: keyof BrandCapabilities): number[] =>
  SPECIFIED.filter(({ capabilities }) => capabilities[capability]).map(({ subsiteId }) => subsiteId);

describe('the differences between the brands are those of the specification and no others', () => {
  test.each([
    ['BRAND-004: a support link in the header', 'supportLink', [0, 2, 3]],
    ['BRAND-005: a comment at registration', 'registrationComment', [0]],
    ['BRAND-005: a choice of payment', 'paymentTypeChoice', [0]],
    ['BRAND-005: phone numbers among alarm receivers', 'receiverPhoneColumn', [0]],
    ['BRAND-006: an e-mail for every alarm receiver', 'receiverNeedsEmail', [1, 2, 3, 4, 5, 6, 7]],
    ['BRAND-007, AUTH-022: the banner about trackers for cars', 'carTrackerBanner', [6]],
    ['BRAND-009: a visible checkbox for the terms', 'termsCheckbox', [0]],
  ] as const)('%s', (_title, capability, subsites) => {
    expect(subsitesWith(capability)).toEqual(subsites);
  });

  test('DEC-42: none of them moves an alarm between the classes', () => {
    expect(SPECIFIED.filter(({ movedAlarms }) => Object.keys(movedAlarms).length > 0)).toEqual([]);
  });

  test('BRAND-008: the black logo is that of subsite 7', () => {
    expect(SPECIFIED.filter(({ logo }) => logo === 'black').map(({ subsiteId }) => subsiteId)).toEqual([7]);
  });
});

test('BRAND-001, BRAND-003, BRAND-012: subsites 0 to 7 and later ones each have a name, a folder, a logo, contacts and a sender of their own', () => {
  expect(SPECIFIED.map(({ subsiteId }) => subsiteId)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(BRANDS.map(({ subsiteId }) => subsiteId)).toEqual(BRANDS.map((_, at) => at));
  for (const key of ['name', 'slug', 'logoPath', 'supportMail', 'supportPhone', 'senderMail', 'mailAccent'] as const)
    for (const brand of BRANDS)
      expect(
        BRANDS.filter((other) => other[key] === brand[key]).map(({ name }) => name),
        `who has the ${key} ${brand[key]}`,
      ).toEqual([brand.name]);
  for (const { slug, logoPath, hosts, senderMail } of BRANDS) {
    expect(slug).toMatch(/^[a-z]+$/);
    expect(logoPath).toBe(`/brands/${slug}/mark.svg`);
    for (const host of hosts) expect(host).toMatch(/\.(example|localhost)$/);
    expect(senderMail).toMatch(/\.example$/);
  }
});

test('DEC-60: the newer design is shown unless a brand has kept the older one', () => {
  expect(SPECIFIED.filter(({ isNewDesign }) => !isNewDesign).map(({ name }) => name)).toEqual(['Maskinro']);
});

test('BRAND-002: a host name leads to its brand, whatever its case; a foreign one to none', () => {
  expect(findBrandOfHost('WWW.Kustlys.example.')?.subsiteId).toBe(3);
  expect(findBrandOfHost('kustlys.example.elsewhere.test')).toBeUndefined();
  expect(findBrandOfHost('toString', { 'own.test': 2 })).toBeUndefined();
  expect(findBrandOfHost('own.test', { 'own.test': 2 })?.subsiteId).toBe(2);
  expect(brandOf(SUBSITE_MAX + 1).subsiteId).toBe(0);
});
