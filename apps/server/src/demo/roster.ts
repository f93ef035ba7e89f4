import type { MarkerSymbol, TripType } from '@spora/contract/units/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import type { Language } from '@spora/messages/languages';
import { DRIVER_TAGS, USUAL_DRIVERS } from './drivers.ts';
import { type Point, ROUNDS } from './places.ts';
import { DEMO_ZONES, type DemoZone, THEFT } from './zones.ts';

/**
 * The demo's people and units. Everything is invented: the companies do not exist, addresses end in .example (RFC 2606),
 * plates use letters that no register gives out (I, Q, V in Sweden; I, Q in Norway and Britain), and IMEIs begin with 00,
 * the range for test equipment.
 */
export interface DemoMember {
  readonly email: string;
  readonly fullName: string;
  readonly isAdmin: boolean;
  readonly language: Language;
  /** What is told about it when the program starts. */
  readonly note: string;
  /** The names of the units that someone who is no administrator may see. */
  readonly sees?: readonly string[];
}

/** A Bluetooth sensor, or a tag where it has no limit; in the order of the tracker's places. */
export interface DemoSensor {
  readonly name: string;
  /** Above so many degrees it is an alarm. */
  readonly high?: number;
  readonly isDoor?: boolean;
}

export interface DemoUnit {
  readonly name: string;
  readonly kind?: UnitKind;
  readonly plate?: string;
  readonly symbol: MarkerSymbol;
  readonly colour: string;
  readonly department: string;
  readonly tags?: readonly string[];
  readonly fuel?: 'petrol' | 'diesel' | 'electric' | 'gas' | 'other';
  readonly type?: string;
  readonly tripType?: TripType;
  readonly family?: string;
  readonly network: string;
  /** As the simulator's `--fleet` file names them (tools/simulator: fleet-file.ts). */
  readonly occupation: string;
  readonly tracker?: Readonly<Record<string, unknown>>;
  readonly sensors?: readonly DemoSensor[];
  /** Tags that lie in it unpaired and that its tracker lists by itself (`tracker.beacons`), by MAC address. */
  readonly looseTags?: readonly { readonly name: string; readonly mac: string }[];
  /** The name of the unit that pulls it. */
  readonly towedBy?: string;
  /** The name of a unit that the same person drives: while that one is out this one stays at home. */
  readonly driverAlsoOf?: string;
  /** Where it lives and whom it visits; the simulator decides without it. */
  readonly round?: { readonly home: Point; readonly customers: readonly Point[] };
  /** Its log reaches back over whole months, so that some of it can be attested. */
  readonly hasMonths?: boolean;
  readonly dialect?: string;
  readonly transport?: 'tcp' | 'udp';
  readonly order?: 'oldest-first' | 'newest-first';
  readonly lostAckChance?: number;
  /** Stolen shortly before the demo began, taken there, and found again. */
  readonly takenTo?: Point;
  /** The fuse of its tracker was loose until shortly before the demo began: its odometer differs from some trips. */
  readonly hasLooseFuse?: boolean;
  /** `never`: registered, not heard of yet. `silent`: not heard of for three days. */
  readonly contact?: 'never' | 'silent';
}

export interface DemoAccount {
  readonly name: string;
  /** A company's unless told otherwise. */
  readonly kind?: 'private';
  readonly country: string;
  readonly timeZone: string;
  readonly currency: string;
  /** Of its alarms; Swedish by Swedish time unless told otherwise, as an account has it from its registration (ALARM-011). */
  readonly alertLanguage?: 'no';
  readonly members: readonly DemoMember[];
  /** Who usually drives what, by the unit's name; those who are no members above are made without a way in. */
  readonly drivers?: Readonly<Record<string, string>>;
  readonly zones?: readonly DemoZone[];
  readonly units: readonly DemoUnit[];
}

const BLUE = '#2f6fdb';
const GREEN = '#2e8b57';
const ORANGE = '#d9730d';
const RED = '#c4314b';
const VIOLET = '#7b4fc9';
const TEAL = '#0f8a8a';
const SLATE = '#51606f';

const van = (name: string, plate: string, network: string, department: string, more: Partial<DemoUnit> = {}): DemoUnit => ({
  name,
  plate,
  network,
  department,
  symbol: 'van',
  colour: BLUE,
  fuel: 'diesel',
  type: 'Skåpbil',
  occupation: 'service',
  ...more,
});
const car = (name: string, plate: string, network: string, department: string, more: Partial<DemoUnit> = {}): DemoUnit =>
  van(name, plate, network, department, { symbol: 'car', type: 'Personbil', fuel: 'electric', ...more });
const truck = (name: string, plate: string, network: string, more: Partial<DemoUnit> = {}): DemoUnit =>
  van(name, plate, network, 'Fjärr', {
    symbol: 'truck',
    colour: VIOLET,
    type: 'Lastbil',
    occupation: 'long-haul',
    tracker: { supplyV: 25.2, movingEveryS: 10, litresPer10Km: 2.9 },
    ...more,
  });

/** Driven for hire or on the spot: its trips are assignments, which need no purpose of their own. */
const isForHire = ({ occupation, kind, symbol, department }: DemoUnit): boolean =>
  /taxi|courier|haul|plough|boat|machine/.test(occupation) ||
  (/patrol/.test(occupation) && department !== STOCKHOLM) ||
  department === NORWAY ||
  symbol === 'trailer' ||
  kind === 'machine';

const STOCKHOLM = 'Stockholm';
const WEST = 'Göteborg';
const SOUTH = 'Malmö';
const NORWAY = 'Norge';

const IN_TOWN: Partial<DemoUnit> = { round: ROUNDS.stockholm, hasMonths: true };

const COMPANY: readonly DemoUnit[] = [
  van('101 Servicebil Maja', 'QAV 10I', 'stockholm', STOCKHOLM, { tags: ['Jour'], ...IN_TOWN }),
  van('102 Servicebil Jonas', 'QBV 21V', 'stockholm', STOCKHOLM, IN_TOWN),
  van('103 Servicebil El', 'QCI 32Q', 'stockholm', STOCKHOLM, { fuel: 'electric', colour: GREEN, round: ROUNDS.stockholm }),
  van('104 VVS Söder', 'QDV 43I', 'stockholm', STOCKHOLM, { tags: ['VVS'], ...IN_TOWN }),
  van('105 Kylbil Årsta', 'QEI 54V', 'stockholm', STOCKHOLM, {
    colour: TEAL,
    tags: ['Kyla'],
    occupation: 'courier',
    tracker: { eyeSensors: 2, eyeTags: 1, beacons: ['7CD9F40BEAC1'] },
    looseTags: [{ name: 'Pirra 2', mac: '7CD9F40BEAC1' }],
    sensors: [{ name: 'Kylskåp Årsta', high: 8 }, { name: 'Bakdörr Årsta', high: 10, isDoor: true }, { name: 'Verktygslåda' }],
  }),
  car('106 Budbil City', 'QFV 65Q', 'stockholm', STOCKHOLM, { occupation: 'courier', colour: ORANGE }),
  car('107 Nattbud Stockholm', 'QGI 76I', 'stockholm', STOCKHOLM, {
    occupation: 'night-courier',
    colour: ORANGE,
    tags: ['Natt'],
    // An old battery: low while it stands.
    tracker: { supplyV: 11.2 },
  }),
  car('108 Taxi Vasastan', 'QHV 87V', 'stockholm', STOCKHOLM, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('109 Taxi natt', 'QJI 98Q', 'stockholm', STOCKHOLM, {
    occupation: 'night-taxi',
    colour: SLATE,
    tags: ['Taxi', 'Natt'],
    order: 'newest-first',
  }),
  car('110 Rondbil dag', 'QKV 11I', 'stockholm', STOCKHOLM, { occupation: 'patrol', colour: RED, tags: ['Jour'] }),
  car('111 Rondbil natt', 'QLI 22V', 'stockholm', STOCKHOLM, { occupation: 'night-patrol', colour: RED, tags: ['Jour', 'Natt'] }),
  car('112 Platschef Lindholt', 'QMV 33Q', 'uppland', STOCKHOLM, {
    occupation: 'commuter',
    round: ROUNDS.manager,
    hasMonths: true,
  }),
  van('113 Uppland service', 'QNI 44I', 'uppland', STOCKHOLM, { lostAckChance: 0.02 }),
  van('114 Mälaren bud', 'QOV 55V', 'uppland', STOCKHOLM, { occupation: 'courier', colour: ORANGE, dialect: '16' }),
  van('201 Servicebil Hisingen', 'QPI 66Q', 'goteborg', WEST, { round: ROUNDS.west, hasMonths: true }),
  van('202 Servicebil Mölndal', 'QRV 77I', 'goteborg', WEST, { dialect: '8', round: ROUNDS.west }),
  car('203 Budbil Göteborg', 'QSI 88V', 'goteborg', WEST, { occupation: 'courier', colour: ORANGE, hasLooseFuse: true }),
  car('204 Taxi Göteborg natt', 'QTV 99Q', 'goteborg', WEST, { occupation: 'night-taxi', colour: SLATE, tags: ['Taxi', 'Natt'] }),
  car('205 Rondbil Göteborg natt', 'QUI 12I', 'goteborg', WEST, {
    occupation: 'night-patrol',
    colour: RED,
    tags: ['Jour', 'Natt'],
    transport: 'udp',
  }),
  car('206 Säljare Öberg', 'QWV 23V', 'goteborg', WEST, { occupation: 'commuter', tripType: 'private', hasMonths: true }),
  van('301 Servicebil Lund', 'QXI 34Q', 'malmo', SOUTH, {
    round: ROUNDS.south,
    hasMonths: true,
    tracker: { driverTag: DRIVER_TAGS['301 Servicebil Lund'] },
  }),
  van('302 Servicebil Malmö', 'QYV 45I', 'malmo', SOUTH, {
    round: ROUNDS.south,
    tracker: { hasTripEvents: true, driverTag: DRIVER_TAGS['302 Servicebil Malmö'] },
  }),
  car('303 Kylbil Skåne', 'QZI 56V', 'malmo', SOUTH, {
    occupation: 'courier',
    colour: TEAL,
    tags: ['Kyla'],
    tracker: { eyeSensors: 3 },
    sensors: [
      { name: 'Frukt Skåne', high: 8 },
      { name: 'Sidodörr Skåne', high: 10, isDoor: true },
      { name: 'Mejeri Skåne', high: 10 },
    ],
  }),
  car('304 Rondbil Malmö natt', 'IAQ 67Q', 'malmo', SOUTH, { occupation: 'night-patrol', colour: RED, tags: ['Jour', 'Natt'] }),
  van('401 Servicebil Oslo', 'IQ 41001', 'oslo', NORWAY, { type: 'Varebil' }),
  car('402 Budbil Oslo', 'IQ 41002', 'oslo', NORWAY, { occupation: 'courier', colour: ORANGE, dialect: '8' }),
  car('403 Drosje Oslo natt', 'IQ 41003', 'oslo', NORWAY, { occupation: 'night-taxi', colour: SLATE, tags: ['Taxi', 'Natt'] }),
  van('404 Servicebil Bergen', 'IQ 41004', 'bergen', NORWAY, { type: 'Varebil' }),
  car('405 Vaktbil Bergen natt', 'IQ 41005', 'bergen', NORWAY, {
    occupation: 'night-patrol',
    colour: RED,
    tags: ['Jour', 'Natt'],
  }),
  car('501 London courier', 'QI51 AQI', 'london', 'London', { occupation: 'courier', colour: ORANGE }),
  car('502 London nights', 'QI52 BQI', 'london', 'London', {
    occupation: 'night-courier',
    colour: ORANGE,
    tags: ['Natt'],
  }),
  truck('601 Fjärrbil Göteborg', 'IBQ 78I', 'stockholm-goteborg'),
  truck('602 Nattfjärr Göteborg', 'ICV 89V', 'stockholm-goteborg', { occupation: 'night-haul', tags: ['Natt'] }),
  truck('603 Fjärrbil Norrland', 'IDQ 90Q', 'sundsvall-kiruna', { order: 'newest-first' }),
  truck('604 Nattfjärr Oslo', 'IEV 13I', 'goteborg-oslo', { occupation: 'night-haul', tags: ['Natt'] }),
  truck('605 Fjärrbil Bergen', 'IFQ 24V', 'oslo-bergen'),
  truck('701 Plogbil Kiruna', 'IGV 35Q', 'kiruna', {
    department: 'Norr',
    occupation: 'plough',
    colour: ORANGE,
    tags: ['Vinter', 'Natt'],
  }),
  {
    name: '611 Släp Göteborg',
    plate: 'IHQ 46I',
    symbol: 'trailer',
    colour: VIOLET,
    department: 'Fjärr',
    type: 'Släp',
    family: 'C',
    network: 'stockholm-goteborg',
    occupation: 'long-haul',
    towedBy: '601 Fjärrbil Göteborg',
    tracker: { hasIgnition: false, supplyV: 0, towedM: 11, movingEveryS: 60, parkedEveryS: 3600 },
  },
  {
    name: '612 Släpkärra Söder',
    plate: 'IJV 57V',
    symbol: 'trailer',
    colour: BLUE,
    department: STOCKHOLM,
    type: 'Släp',
    family: 'C',
    network: 'stockholm',
    occupation: 'service',
    towedBy: '104 VVS Söder',
    tracker: { hasIgnition: false, supplyV: 0, towedM: 5, movingEveryS: 30, parkedEveryS: 3600 },
  },
  {
    name: '801 Grävmaskin 14 t',
    kind: 'machine',
    symbol: 'excavator',
    colour: ORANGE,
    department: 'Maskin',
    type: 'Grävmaskin',
    fuel: 'diesel',
    network: 'stockholm',
    occupation: 'machine',
    tags: ['Hyrd'],
    takenTo: THEFT.to,
  },
  {
    name: '802 Hjullastare',
    kind: 'machine',
    symbol: 'excavator',
    colour: ORANGE,
    department: 'Maskin',
    type: 'Hjullastare',
    fuel: 'diesel',
    network: 'goteborg',
    occupation: 'machine',
  },
  {
    name: '901 Arbetsbåt Vaxholm',
    kind: 'boat',
    symbol: 'boat',
    colour: TEAL,
    department: 'Sjö',
    type: 'Arbetsbåt',
    fuel: 'diesel',
    network: 'stockholm-archipelago',
    occupation: 'boat',
  },
  car('117 Taxi Kungsholmen', 'INQ 91I', 'stockholm', STOCKHOLM, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('118 Taxi Södermalm', 'IOV 14Q', 'stockholm', STOCKHOLM, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('119 Taxi Östermalm natt', 'IPQ 25V', 'stockholm', STOCKHOLM, {
    occupation: 'night-taxi',
    colour: SLATE,
    tags: ['Taxi', 'Natt'],
  }),
  car('208 Taxi Göteborg', 'IRV 36I', 'goteborg', WEST, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('209 Nattbud Göteborg', 'ISQ 47Q', 'goteborg', WEST, { occupation: 'night-courier', colour: ORANGE, tags: ['Natt'] }),
  car('305 Taxi Malmö', 'ITV 58V', 'malmo', SOUTH, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('306 Rondbil Malmö dag', 'IUQ 69I', 'malmo', SOUTH, { occupation: 'patrol', colour: RED, tags: ['Jour'] }),
  car('406 Drosje Oslo', 'IQ 41006', 'oslo', NORWAY, { occupation: 'taxi', colour: SLATE, tags: ['Taxi'] }),
  car('407 Budbil Bergen', 'IQ 41007', 'bergen', NORWAY, { occupation: 'courier', colour: ORANGE }),
  { ...van('115 Ny bil, spårare på väg', 'IKQ 68Q', 'stockholm', STOCKHOLM), contact: 'never' },
  { ...van('116 Bil i garage', 'ILV 79I', 'stockholm', STOCKHOLM), occupation: 'idle', tracker: { isBlind: true } },
  { ...van('207 Reservbil', 'IMQ 80V', 'goteborg', WEST, { colour: SLATE, round: ROUNDS.west }), contact: 'silent' },
];

const PRIVATE: readonly DemoUnit[] = [
  {
    name: 'Havørn',
    kind: 'boat',
    symbol: 'boat',
    colour: TEAL,
    department: '',
    type: 'Daycruiser',
    fuel: 'petrol',
    tripType: 'private',
    network: 'oslofjord',
    occupation: 'boat',
    driverAlsoOf: 'Bilen',
    // She sails at weekends: some days alone would hold none.
    hasMonths: true,
  },
  { ...car('Bilen', 'QI 77001', 'oslo', '', { occupation: 'commuter', tripType: 'private' }) },
];

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    name: 'Sörlaby Service AB',
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    currency: 'SEK',
    members: [
      {
        email: 'maja@sorlaby.example',
        fullName: 'Maja Lindholt',
        isAdmin: true,
        language: 'sv',
        note: 'fleet manager, sees everything',
      },
      {
        email: 'jonas@sorlaby.example',
        fullName: 'Jonas Brekkestam',
        isAdmin: false,
        language: 'sv',
        note: 'driver, sees four units',
        sees: ['102 Servicebil Jonas', '106 Budbil City', '109 Taxi natt', '110 Rondbil dag'],
      },
    ],
    units: COMPANY.map((unit) => (isForHire(unit) ? { ...unit, tripType: 'other' as const } : unit)),
    drivers: USUAL_DRIVERS,
    zones: DEMO_ZONES,
  },
  {
    name: 'Ingrid Tangvold',
    kind: 'private',
    country: 'NO',
    timeZone: 'Europe/Oslo',
    currency: 'NOK',
    alertLanguage: 'no',
    members: [
      {
        email: 'ingrid@tangvold.example',
        fullName: 'Ingrid Tangvold',
        isAdmin: true,
        language: 'no',
        note: 'a boat and a car, in Norwegian',
      },
    ],
    units: PRIVATE,
    // As registration makes it: whoever owns a private account alone drives its units.
    drivers: Object.fromEntries(PRIVATE.map(({ name }) => [name, 'Ingrid Tangvold'])),
  },
  {
    name: 'Halvmåne Bud AB',
    country: 'SE',
    timeZone: 'Europe/Stockholm',
    currency: 'SEK',
    members: [
      {
        email: 'start@halvmane.example',
        fullName: 'Sara Halvmåne',
        isAdmin: true,
        language: 'en',
        note: 'a new account, still empty',
      },
    ],
    units: [],
  },
];

/** The IMEI of a demo unit: a number of the test range with a right check digit. */
export function demoImei(account: number, unit: number): string {
  const body = `0010${String(account + 1).padStart(2, '0')}${String(unit + 1).padStart(8, '0')}`;
  const sum = [...body].reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}
