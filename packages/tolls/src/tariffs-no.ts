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
    source: `Fjellinjen, prices of ${year} before the discount of an agreement; those of 2026 are not known.`,
    rings: [ring],
    prices,
    monthCeiling,
  }));

/** Norway's tariffs, as far as prices are known: before the 20 % that an AutoPASS agreement takes off in group 1. */
export const NORWEGIAN_TARIFFS: readonly TariffFacts[] = [
  ...osloTariffs(2024, OSLO_2024),
  ...osloTariffs(2025, OSLO_2025),
  {
    ...NORWEGIAN,
    id: 'no-bergen-2023',
    scheme: 'no-bergen',
    validFrom: '2023-03-01',
    validTo: null,
    confidence: 'medium',
    source: 'Bergen from 1 March 2023: zero emission only; the prices of other fuels in 2025 and 2026 are not known.',
    rings: ['bergen'],
    prices: tablesOf([{ fuels: ['electric'], vehicleClasses: LIGHT, plain: 12, rush: 22 }], BERGEN_HOURS),
    monthCeiling: 60,
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
