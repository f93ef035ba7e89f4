import { useEffect } from 'react';
import { useUser } from './session-context.tsx';
import { useShownTheme } from './use-theme.ts';

type Rgb = readonly [red: number, green: number, blue: number];
type Theme = 'light' | 'dark';

/** What the chips and keys of a type stand on (`--surface`), how much of the colour tints them, and where it goes to be legible. */
const GROUNDS: Readonly<Record<Theme, { readonly surface: Rgb; readonly tint: number; readonly away: Rgb }>> = {
  light: { surface: [255, 255, 255], tint: 0.14, away: [0, 0, 0] },
  dark: { surface: [21, 28, 31], tint: 0.2, away: [255, 255, 255] },
};
const STEPS = 20;

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, i) => Math.round(part + ((other[i] ?? 0) - part) * share)) as unknown as Rgb;

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2: 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour itself, or the nearest to it on the way to black (white in the dark) that stands out from all `grounds`. */
function legible(colour: Rgb, away: Rgb, grounds: readonly Rgb[], least: number): string {
  for (let step = 0; step <= STEPS; step += 1) {
    const tried = hexOf(mix(colour, away, step / STEPS));
    if (grounds.every((ground) => contrastOf(tried, hexOf(ground)) >= least)) return tried;
  }
  return hexOf(away);
}

/**
 * TRIP-004: the tokens of the type `other` made of the account's colour (`#rrggbb`): a part reaches 3:1 on the surface, text 4.5:1 on the
 * surface and on its own tint, in either theme (NFR-005).
 */
export function tripTypeTokens(colour: string, theme: Theme): Readonly<Record<string, string>> {
  const { surface, tint, away } = GROUNDS[theme];
  const own = rgbOf(colour);
  const soft = mix(surface, own, tint);
  return {
    '--type-other': legible(own, away, [surface], 3),
    '--type-other-soft': hexOf(soft),
    '--type-other-ink': legible(own, away, [surface, soft], 4.5),
  };
}

/** Puts the account's colour of the type `other` in force while somebody of it is signed in; null leaves the product's. */
export function useTripTypeColour(): void {
  const { OtherTripColour } = useUser();
  const theme = useShownTheme();
  useEffect(() => {
    if (!OtherTripColour || !/^#[0-9a-f]{6}$/.test(OtherTripColour)) return;
    const { style } = document.documentElement;
    const tokens = tripTypeTokens(OtherTripColour, theme);
    for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
    return () => Object.keys(tokens).forEach((name) => style.removeProperty(name));
  }, [OtherTripColour, theme]);
}
