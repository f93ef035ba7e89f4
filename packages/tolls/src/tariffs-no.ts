import { allDay, type DayRule, type Fuel, hoursOf, NO_DAYS, type PriceTable, type TariffFacts } from './tariff-facts.ts';

/** No rush hours on weekends, public holidays and in July. */
const WITHOUT_RUSH: DayRule = { weekdays: [6, 7], holidays: true, eves: false, spans: [{ from: '07-01', to: '07-31' }] };

const LIGHT = ['car', 'light-truck'] as const;

interface Price {
  readonly fuels?: readonly Fuel[];
  readonly vehicleClasses: PriceTable['vehicleClasses'];
  readonly emissionClasses?: PriceTable['emissionClasses'];
  /** Whole kroner, before the discount of an AutoPASS agreement. */
  readonly plain: number;
  readonly rush: number;
}

/** A price on days without rush hours, and one with them. `rush`: the hours of a day with `R` and `P` for the two amounts. */
const tablesOf = (prices: readonly Price[], rushHours: string): PriceTable[] =>
  prices.flatMap(({ plain, rush, ...who }) => [
    { ...who, days: 'rest' as const, hours: allDay(plain * 100) },
    { ...who, hours: hoursOf(rushHours.replaceAll('R', String(rush)).replaceAll('P', String(plain))) },
  ]);

const OSLO_HOURS = '00:00 P, 06:30 R, 09:00 P, 15:00 R, 17:00 P';
const BERGEN_HOURS = '00:00 P, 06:30 R, 09:00 P, 14:30 R, 16:30 P';
const TRONDHEIM_HOURS = '00:00 P, 07:00 R, 09:00 P, 15:00 R, 17:00 P';

const OSLO_2024 = tablesOf(
  [
    { fuels: ['diesel'], vehicleClasses: LIGHT, plain: 37, rush: 42 },
    { fuels: ['petrol', 'plug-in'], vehicleClasses: LIGHT, plain: 33, rush: 39 },
    { fuels: ['electric'], vehicleClasses: ['car'], plain: 16, rush: 19 },
    { fuels: ['electric'], vehicleClasses: ['heavy-truck'], plain: 0, rush: 0 },
    { emissionClasses: ['euro-5'], vehicleClasses: ['heavy-truck'], plain: 113, rush: 150 },
    { emissionClasses: ['euro-6'], vehicleClasses: ['heavy-truck'], plain: 62, rush: 91 },
  ],
  OSLO_HOURS,
);

const OSLO_2025 = tablesOf(
  [
    { fuels: ['diesel'], vehicleClasses: LIGHT, plain: 40, rush: 46 },
    { fuels: ['petrol', 'plug-in'], vehicleClasses: LIGHT, plain: 36, rush: 43 },
    { fuels: ['electric'], vehicleClasses: ['car'], plain: 19, rush: 23 },
    { fuels: ['electric'], vehicleClasses: ['light-truck'], plain: 0, rush: 0 },
  ],
  OSLO_HOURS,
);

interface BergenYear {
  readonly validFrom: string;
  readonly validTo: string;
  readonly confidence: TariffFacts['confidence'];
  readonly source: string;
  readonly prices: readonly Price[];
}

/** In the stations that were there before 6 April 2019, the only ones known here; the younger have no rush hours. */
const BERGEN_YEARS: readonly BergenYear[] = [
  {
    validFrom: '2023-03-01',
    validTo: '2023-12-31',
    confidence: 'medium',
    source: 'Ferde, Bergen from 1 March 2023: zero emission only; those of other fuels are not known.',
    prices: [{ fuels: ['electric'], vehicleClasses: LIGHT, plain: 12, rush: 22 }],
  },
  {
    validFrom: '2024-01-01',
    validTo: '2024-12-31',
    confidence: 'high',
    source: 'Ferde, Bergen from 1 January 2024, before the discount of an agreement.',
    prices: [
      { fuels: ['diesel'], vehicleClasses: LIGHT, plain: 35, rush: 66 },
      { fuels: ['petrol', 'plug-in'], vehicleClasses: LIGHT, plain: 29, rush: 60 },
      { fuels: ['electric'], vehicleClasses: LIGHT, plain: 12, rush: 23 },
      { fuels: ['electric'], vehicleClasses: ['heavy-truck'], plain: 0, rush: 0 },
      { emissionClasses: ['euro-5'], vehicleClasses: ['heavy-truck'], plain: 82, rush: 145 },
      { emissionClasses: ['euro-6'], vehicleClasses: ['heavy-truck'], plain: 44, rush: 88 },
    ],
  },
  {
    validFrom: '2025-01-01',
    validTo: '2025-12-31',
    confidence: 'medium',
    source:
      'Ferde, Bergen until 31 December 2025, before the discount of an agreement. Their first day is not told: prices change on 1 January. Those of heavy vehicles are not known.',
    prices: [
      { fuels: ['diesel'], vehicleClasses: LIGHT, plain: 36, rush: 68 },
      { fuels: ['petrol', 'plug-in'], vehicleClasses: LIGHT, plain: 30, rush: 62 },
      { fuels: ['electric'], vehicleClasses: LIGHT, plain: 13, rush: 23 },
    ],
  },
  {
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    confidence: 'high',
    source:
      'Ferde, Bergen from 1 January 2026, before the discount of an agreement. Those of heavy vehicles are not known. Prices change on 1 January.',
    prices: [
      { fuels: ['diesel'], vehicleClasses: LIGHT, plain: 38, rush: 70 },
      { fuels: ['petrol', 'plug-in'], vehicleClasses: LIGHT, plain: 32, rush: 64 },
      { fuels: ['electric'], vehicleClasses: LIGHT, plain: 13, rush: 24 },
    ],
  },
];

interface Ring {
  readonly scheme: string;
  readonly ring: string;
  readonly monthCeiling: number;
}

/** The city limit has an hour and a ceiling of its own; the two rings inside share theirs, from 1 September 2023 without a tag too. */
const OSLO_RINGS: readonly Ring[] = [
  { scheme: 'no-oslo-bygrensen', ring: 'oslo-bygrensen', monthCeiling: 60 },
  { scheme: 'no-oslo-ring', ring: 'oslo-ring', monthCeiling: 120 },
];

const NORWEGIAN = {
  area: 'no',
  currency: 'NOK',
  exemptClasses: ['exempt'],
  seasons: [],
  freeDays: NO_DAYS,
  restDays: WITHOUT_RUSH,
  multiPassageMinutes: 60,
} as const satisfies Partial<TariffFacts>;

const osloTariffs = (year: number, prices: PriceTable[]): TariffFacts[] =>
  OSLO_RINGS.map(({ scheme, ring, monthCeiling }) => ({
    ...NORWEGIAN,
    id: `${scheme}-${year}`,
    scheme,
    validFrom: `${year}-01-01`,
    validTo: `${year}-12-31`,
    confidence: 'medium',
    source: `Fjellinjen, prices of ${year} before the discount of an agreement.`,
    rings: [ring],
    prices,
    monthCeiling,
  }));

/** The prices of 2025 until later ones are known: charging goes on by an agreement to 2036, and they rise a little each year. */
const OSLO_SINCE: readonly TariffFacts[] = osloTariffs(2025, OSLO_2025).map((tariff) => ({
  ...tariff,
  id: `${tariff.scheme}-2026`,
  validFrom: '2026-01-01',
  validTo: null,
  confidence: 'low',
  source:
    'Fjellinjen, prices of 2025 before the discount of an agreement, the last that are known; charging is agreed on for 2022 to 2036 (Oslopakke 3).',
  priceYear: 2025,
}));

/** Norway's tariffs, as far as prices are known: before the 20 % that an AutoPASS agreement takes off in group 1. */
export const NORWEGIAN_TARIFFS: readonly TariffFacts[] = [
  ...osloTariffs(2024, OSLO_2024),
  ...osloTariffs(2025, OSLO_2025),
  ...OSLO_SINCE,
  ...BERGEN_YEARS.map(({ source, confidence, prices, ...when }) => ({
    ...NORWEGIAN,
    id: `no-bergen-${when.validFrom.slice(0, 4)}`,
    scheme: 'no-bergen',
    ...when,
    confidence,
    source,
    rings: ['bergen'],
    prices: tablesOf(prices, BERGEN_HOURS),
    monthCeiling: 60,
  })),
  {
    ...NORWEGIAN,
    id: 'no-askoy-2023',
    scheme: 'no-askoy',
    validFrom: '2023-03-01',
    validTo: null,
    confidence: 'low',
    source:
      'Ferde, Askøy from 1 March 2023, the last that are known: full price, for electric cars too, whose discount (50 %, from 17 February 2025 30 %) needs an agreement. Charged on the way to Bergen alone, which is not told apart here. Heavy vehicles are not known.',
    priceYear: 2023,
    rings: ['askoy'],
    prices: [{ vehicleClasses: LIGHT, hours: allDay(4100) }],
    monthCeiling: 30,
  },
  {
    ...NORWEGIAN,
    id: 'no-trondheim-2023',
    scheme: 'no-trondheim',
    validFrom: '2023-01-01',
    validTo: '2023-12-31',
    confidence: 'low',
    source: 'Trondheim about 2023: stations of the ring. Zero emission and other years are not known.',
    rings: ['trondheim'],
    prices: tablesOf([{ fuels: ['petrol', 'diesel', 'plug-in'], vehicleClasses: LIGHT, plain: 13, rush: 17 }], TRONDHEIM_HOURS),
  },
];
