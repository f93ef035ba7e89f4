import type { MapTheme } from './shapes.ts';

/** What ways on one map are told apart by, each as far as can be from the one before; the first is that of a way alone. */
const ROUTE_COLOURS: Readonly<Record<MapTheme, readonly string[]>> = {
  light: ['#0b6478', '#c2410c', '#6d28d9', '#15803d', '#be185d', '#1d4ed8', '#a16207', '#57534e'],
  dark: ['#58bdd6', '#fb923c', '#c4b5fd', '#4ade80', '#f472b6', '#93c5fd', '#facc15', '#d6d3d1'],
};

/** The colour of a way by its number; from the ninth on they come again. */
export function routeColour(number: number, theme: MapTheme): string {
  const colours = ROUTE_COLOURS[theme];
  return colours[number % colours.length] ?? '';
}
