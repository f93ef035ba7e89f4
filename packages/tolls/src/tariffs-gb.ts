import { type DayRule, hoursOf, NO_DAYS, type PriceTable, type TariffFacts } from './tariff-facts.ts';

/** Transport for London: no charge from Christmas Day to New Year's Day. */
const CHRISTMAS: DayRule = {
  ...NO_DAYS,
  spans: [
    { from: '12-25', to: '12-31' },
    { from: '01-01', to: '01-01' },
  ],
};

const WEEKEND: DayRule = { weekdays: [6, 7], holidays: true, eves: false, spans: [] };

const ALL = ['car', 'light-truck', 'heavy-truck'] as const;
const GOODS = ['light-truck', 'heavy-truck'] as const;

/** Monday to Friday from 07 to 18, weekends and bank holidays from 12 to 18. */
const londonPrice = (pounds: number, who: Omit<PriceTable, 'hours'>): PriceTable[] => [
  { ...who, days: 'rest', hours: hoursOf(`12:00 ${pounds}, 18:00 -`) },
  { ...who, hours: hoursOf(`07:00 ${pounds}, 18:00 -`) },
];

const LONDON = {
  area: 'gb-london',
  scheme: 'gb-london-congestion-charge',
  currency: 'GBP',
  stations: ['gb-london/congestion-charge'],
  exemptClasses: ['motorcycle', 'exempt'],
  seasons: [],
  freeDays: CHRISTMAS,
  restDays: WEEKEND,
  perDay: true,
} as const satisfies Partial<TariffFacts>;

const LONDON_TARIFFS: readonly TariffFacts[] = [
  {
    ...LONDON,
    id: 'gb-london-2022',
    validFrom: '2022-02-21',
    validTo: '2026-01-01',
    confidence: 'high',
    source:
      'Transport for London: £15 a day, by these hours since 21 February 2022; electric vehicles free until 24 December 2025.',
    prices: [...londonPrice(0, { fuels: ['electric'], vehicleClasses: ALL }), ...londonPrice(15, { vehicleClasses: ALL })],
  },
  {
    ...LONDON,
    id: 'gb-london-2026',
    validFrom: '2026-01-02',
    validTo: '2030-03-03',
    confidence: 'high',
    source:
      'Transport for London: £18 a day from 2 January 2026; electric with Auto Pay: cars 25 % off, vans and lorries 50 % off.',
    prices: [
      ...londonPrice(13.5, { fuels: ['electric'], vehicleClasses: ['car'] }),
      ...londonPrice(9, { fuels: ['electric'], vehicleClasses: GOODS }),
      ...londonPrice(18, { vehicleClasses: ALL }),
    ],
  },
  {
    ...LONDON,
    id: 'gb-london-2030',
    validFrom: '2030-03-04',
    validTo: null,
    confidence: 'medium',
    source: 'Transport for London: from 4 March 2030 electric with Auto Pay: cars 12.5 % off, vans and lorries 25 % off.',
    prices: [
      ...londonPrice(15.75, { fuels: ['electric'], vehicleClasses: ['car'] }),
      ...londonPrice(13.5, { fuels: ['electric'], vehicleClasses: GOODS }),
      ...londonPrice(18, { vehicleClasses: ALL }),
    ],
  },
];

interface Crossing {
  readonly key: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Pounds by the hour, for a car. */
  readonly hours: string;
  readonly confidence: TariffFacts['confidence'];
}

const crossingTariff = ({ key, validFrom, validTo, hours, confidence }: Crossing): TariffFacts => ({
  id: `gb-${key}-${validFrom}`,
  area: 'gb-crossings',
  scheme: `gb-${key}`,
  validFrom,
  validTo,
  currency: 'GBP',
  confidence,
  source: 'Prices for cars as published, read on 5 September 2026; other classes are not known.',
  stations: [`gb-crossings/${key}`],
  exemptClasses: ['exempt'],
  seasons: [],
  freeDays: NO_DAYS,
  prices: [{ vehicleClasses: ['car'], hours: hoursOf(hours) }],
});

/** The day on which prices were read whose first day is not known. */
const READ = '2026-09-05';

/**
 * Great Britain's tariffs. None for the tunnels at Blackwall and Silvertown: their peak is by direction, which a passage does not tell.
 */
export const BRITISH_TARIFFS: readonly TariffFacts[] = [
  ...LONDON_TARIFFS,
  crossingTariff({
    key: 'dart-charge',
    validFrom: '2014-11-30',
    validTo: '2025-08-31',
    hours: '06:00 2.5, 22:00 -',
    confidence: 'medium',
  }),
  crossingTariff({ key: 'dart-charge', validFrom: '2025-09-01', validTo: null, hours: '06:00 3.5, 22:00 -', confidence: 'high' }),
  crossingTariff({ key: 'mersey-gateway', validFrom: READ, validTo: null, hours: '00:00 2.1', confidence: 'low' }),
  crossingTariff({ key: 'silver-jubilee', validFrom: READ, validTo: null, hours: '00:00 2.1', confidence: 'low' }),
  crossingTariff({ key: 'tyne', validFrom: '2026-05-01', validTo: null, hours: '00:00 2.6', confidence: 'medium' }),
  crossingTariff({ key: 'humber', validFrom: READ, validTo: null, hours: '00:00 2', confidence: 'medium' }),
  crossingTariff({ key: 'warburton', validFrom: READ, validTo: null, hours: '00:00 1', confidence: 'low' }),
];
