import type { ZoneAlarm } from '@spora/contract/zones/rules';
import type { Point } from './places.ts';

export interface DemoZone {
  readonly name: string;
  readonly at: Point;
  readonly radiusM: number;
  readonly alarm: ZoneAlarm;
  /** Leaving it begins theft mode. */
  readonly isGuarded?: boolean;
  /** Names of units. */
  readonly units: readonly string[];
}

/** A theft that receivers were still told of (ALARM-034) and that is over when the demo begins. */
export const THEFT = {
  unit: '801 Grävmaskin 14 t',
  to: [59.36746, 17.99694],
  hoursAgo: { from: 16, back: 7 },
} as const satisfies { unit: string; to: Point; hoursAgo: { from: number; back: number } };
/** When the server heard that the machine had left its zone, which began theft mode: the crossing is half a minute before. */
export const THEFT_HEARD_MS = 60_000;
/** When theft mode was ended: the way back takes a quarter of an hour, and the machine stands at home again. */
export const HOME_AGAIN = { hoursAgo: THEFT.hoursAgo.back - 0.5 };

/** Where the demo's units stand for the night, moor or arrive: crossed now and then, not by every errand. */
export const DEMO_ZONES: readonly DemoZone[] = [
  {
    name: 'Bygget på Lidingö',
    at: [59.37293, 18.13262],
    radiusM: 300,
    alarm: 'leave',
    isGuarded: true,
    units: [THEFT.unit],
  },
  { name: 'Depå Väst', at: [57.69241, 11.91536], radiusM: 300, alarm: 'leave', units: ['802 Hjullastare'] },
  { name: 'Vaxholms hamn', at: [59.39968, 18.34512], radiusM: 400, alarm: 'both', units: ['901 Arbetsbåt Vaxholm'] },
  {
    name: 'Terminalen i Göteborg',
    at: [57.71002, 11.99572],
    radiusM: 500,
    alarm: 'enter',
    units: ['601 Fjärrbil Göteborg', '602 Nattfjärr Göteborg'],
  },
];
