import type { PlaceRuleWhen } from '@spora/contract/places/endpoints';
import type { TripType } from '@spora/contract/units/endpoints';

/** Latitude and longitude. */
export type Point = readonly [number, number];

const HEAD_OFFICE: Point = [59.33208, 18.04055];
/** The same house, as the sparser streets of the region reach it. */
const HEAD_OFFICE_FROM_AFAR: Point = [59.33459, 18.04436];
export const DEPOT_SOUTH: Point = [59.30451, 18.09077];
export const HOUSING: Point = [59.35983, 18.11908];
const NURSERY: Point = [59.31933, 18.05758];
const CLINIC: Point = [59.36746, 17.99694];
const SUPPLIER: Point = [59.34553, 18.02444];
const DEPOT_WEST: Point = [57.69241, 11.91536];
const DEPOT_MALMO: Point = [55.60861, 13.02635];
const SITE: Point = [59.43705, 18.07526];
const HOME: Point = [59.5183, 17.92488];

/** Where the vehicles of a depot begin, and whom they visit; named below or not. */
export const ROUNDS = {
  stockholm: {
    home: DEPOT_SOUTH,
    customers: [
      HEAD_OFFICE,
      HOUSING,
      NURSERY,
      CLINIC,
      SUPPLIER,
      [59.33361, 18.07241],
      [59.31089, 18.08633],
      [59.32582, 18.0146],
      [59.34027, 18.07807],
    ],
  },
  west: {
    home: DEPOT_WEST,
    customers: [
      [57.70782, 11.9648],
      [57.65569, 12.01836],
      [57.67075, 12.11105],
      [57.6465, 11.92909],
      [57.75071, 11.87416],
    ],
  },
  south: {
    home: DEPOT_MALMO,
    customers: [
      [55.56592, 12.96936],
      [55.55427, 13.10463],
      [55.62838, 13.07922],
      [55.65396, 13.09845],
      [55.55427, 12.94533],
    ],
  },
  manager: { home: HOME, customers: [SITE, HEAD_OFFICE_FROM_AFAR, [59.36609, 18.02307]] },
} as const satisfies Record<string, { home: Point; customers: readonly Point[] }>;

export interface DemoRule {
  readonly when: PlaceRuleWhen;
  /** The label of the other place of `between`. */
  readonly other?: string;
  /** Names of units; every unit of the place unless told. */
  readonly units?: readonly string[];
  readonly type?: TripType;
  readonly purpose?: string;
  readonly project?: string;
}

export interface DemoPlace {
  readonly label: string;
  readonly at: Point;
  readonly radius: number;
  /** Names of units. */
  readonly units: readonly string[];
  readonly rules: readonly DemoRule[];
}

const IN_TOWN = ['101 Servicebil Maja', '102 Servicebil Jonas', '103 Servicebil El', '104 VVS Söder'];
/** Pulled by one of them, it is where that one is, and stays when that one goes: its log names the same places. What for is the car's to say. */
const TRAILER = '612 Släpkärra Söder';
const PATROLS = ['110 Rondbil dag', '111 Rondbil natt'];
const MANAGER = '112 Platschef Lindholt';
const IN_THE_WEST = ['201 Servicebil Hisingen', '202 Servicebil Mölndal', '207 Reservbil'];
const IN_THE_SOUTH = ['301 Servicebil Lund', '302 Servicebil Malmö'];

const visit = (label: string, at: Point, purpose: string, project = ''): DemoPlace => ({
  label,
  at,
  radius: 150,
  units: [...IN_TOWN, TRAILER],
  rules: [{ when: 'stop', units: IN_TOWN, type: 'business', purpose, project }],
});
const depot = (label: string, at: Point, units: readonly string[], pulled: readonly string[] = []): DemoPlace => ({
  label,
  at,
  radius: 150,
  units: [...units, ...pulled],
  rules: [{ when: 'stop', units, type: 'business', purpose: 'Åter till depån' }],
});

/**
 * The places of the demo's company, invented all of them, at crossings that its vehicles pass. The three districts say what the
 * rest of their trips were for; smaller places come before them. The order matters: a rule names places that stand above its own.
 */
export const DEMO_PLACES: readonly DemoPlace[] = [
  {
    label: 'Huvudkontoret',
    // Between both of its crossings.
    at: [59.33334, 18.04245],
    radius: 260,
    units: [...IN_TOWN, MANAGER, TRAILER],
    rules: [{ when: 'stop', units: [...IN_TOWN, MANAGER], type: 'business', purpose: 'Möte på kontoret' }],
  },
  depot('Depå Söder', DEPOT_SOUTH, IN_TOWN, [TRAILER]),
  depot('Depå Väst', DEPOT_WEST, IN_THE_WEST),
  depot('Depå Syd', DEPOT_MALMO, IN_THE_SOUTH),
  visit('Brf Lindängen', HOUSING, 'Byte av cirkulationspump', 'Stambyte Lindängen'),
  visit('Solrosens förskola', NURSERY, 'Tillsyn av ventilation', 'Serviceavtal skolor'),
  visit('Ekbackens vårdcentral', CLINIC, 'Felanmälan värme'),
  visit('Rörlagret i Solna', SUPPLIER, 'Hämta material'),
  {
    label: 'Bygget Norrgläntan',
    at: SITE,
    radius: 150,
    units: [MANAGER],
    rules: [
      { when: 'stop', type: 'business', purpose: 'Byggmöte', project: 'Norrgläntan etapp 2' },
      { when: 'start', type: 'business', purpose: 'Hem från bygget', project: 'Norrgläntan etapp 2' },
    ],
  },
  {
    label: 'Hemma, Anders',
    at: HOME,
    radius: 200,
    units: [MANAGER],
    // The site, which is smaller, decides of the trips to it and from it.
    rules: [
      { when: 'between', other: 'Huvudkontoret', type: 'private' },
      { when: 'start', type: 'private' },
      { when: 'stop', type: 'private' },
    ],
  },
  {
    label: 'Distrikt Mitt',
    at: [59.333, 18.05],
    radius: 9999,
    units: [...IN_TOWN, ...PATROLS, TRAILER],
    rules: [
      { when: 'start', units: PATROLS, type: 'business', purpose: 'Rondering' },
      { when: 'start', units: IN_TOWN, type: 'business', purpose: 'Servicebesök' },
    ],
  },
  {
    label: 'Distrikt Väst',
    at: [57.7, 12.01],
    radius: 9999,
    units: IN_THE_WEST,
    rules: [{ when: 'start', type: 'business', purpose: 'Servicebesök' }],
  },
  {
    label: 'Distrikt Syd',
    at: [55.6, 13.04],
    radius: 9999,
    units: IN_THE_SOUTH,
    rules: [{ when: 'start', type: 'business', purpose: 'Servicebesök' }],
  },
];
