import { cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from './testing.tsx';
import { contrastOf, tripTypeTokens, useTripTypeColour } from './trip-type-colour.ts';

afterEach(cleanup);

const PARTS = ['00', '40', '80', 'c0', 'ff'];
const COLOURS = PARTS.flatMap((r) => PARTS.flatMap((g) => PARTS.map((b) => `#${r}${g}${b}`)));
const SURFACES = { light: '#ffffff', dark: '#151c1f' } as const;

test('TRIP-004, NFR-005: whatever colour the account chooses, its text reaches 4.5:1 and its marks 3:1 in both themes', () => {
  for (const theme of ['light', 'dark'] as const) {
    const below = COLOURS.filter((colour) => {
      const tokens = tripTypeTokens(colour, theme);
      const [mark, soft, ink] = ['', '-soft', '-ink'].map((end) => tokens[`--type-other${end}`]!) as [string, string, string];
      return contrastOf(ink, soft) < 4.5 || contrastOf(ink, SURFACES[theme]) < 4.5 || contrastOf(mark, SURFACES[theme]) < 3;
    });
    expect(below).toEqual([]);
  }
  // One that can be read stays itself.
  expect(tripTypeTokens('#8a1c1c', 'light')).toMatchObject({ '--type-other': '#8a1c1c', '--type-other-ink': '#8a1c1c' });
});

function Page() {
  useTripTypeColour();
  return null;
}

test('TRIP-004: the account’s colour is in force while somebody of it is signed in, and the product’s without one', async () => {
  const token = () => document.documentElement.style.getPropertyValue('--type-other');
  const view = await renderScreen(<Page />, { send: fakeSend({}), user: signedInUser({ OtherTripColour: '#8a1c1c' }) });
  expect(token()).toBe('#8a1c1c');
  view.unmount();
  expect(token()).toBe('');
  await renderScreen(<Page />, { send: fakeSend({}), user: signedInUser({ OtherTripColour: 'red;x' }) });
  expect(token()).toBe('');
});
