import { ESSINGELEDEN, INNER_CITY } from './stations-se.ts';
import { allDay, type DayRule, hoursOf, NO_DAYS, type TariffFacts, type VehicleClass } from './tariff-facts.ts';

/** 5 § of lag (2004:629): emergency vehicles, mobile cranes, diplomats' cars and cars by decision; a motorcycle is no car (4 §). */
const NOT_TAXED: readonly VehicleClass[] = ['motorcycle', 'bus-heavy', 'exempt'];

const WEEKENDS: readonly number[] = [6, 7];

/** Bilaga 1 p. 2: weekdays but Saturdays; days before holidays with five exceptions; July but its first five weekdays. */
const STOCKHOLM_FREE: DayRule = {
  weekdays: WEEKENDS,
  holidays: true,
  eves: true,
  exceptEvesOf: ['good-friday', 'ascension', 'all-saints', 'labour-day', 'national-day'],
  spans: [{ from: '07-01', to: '07-31', exceptFirstWeekdays: 5, rule: 'july' }],
};

/** Bilaga 2 p. 2: weekdays but Saturdays, no day before a holiday, not in July. */
const GOTHENBURG_FREE: DayRule = {
  weekdays: WEEKENDS,
  holidays: true,
  eves: true,
  spans: [{ from: '07-01', to: '07-31', rule: 'july' }],
};

const INNER_LOW =
  '06:00 15, 06:30 25, 07:00 35, 08:30 25, 09:00 15, 09:30 11, 15:00 15, 15:30 25, 16:00 35, 17:30 25, 18:00 15, 18:30 -';
const INNER_HIGH =
  '06:00 15, 06:30 30, 07:00 45, 08:30 30, 09:00 20, 09:30 11, 15:00 20, 15:30 30, 16:00 45, 17:30 30, 18:00 20, 18:30 -';
const ESSINGE_LOW =
  '06:00 15, 06:30 22, 07:00 30, 08:30 22, 09:00 15, 09:30 11, 15:00 15, 15:30 22, 16:00 30, 17:30 22, 18:00 15, 18:30 -';
const ESSINGE_HIGH =
  '06:00 15, 06:30 27, 07:00 40, 08:30 27, 09:00 20, 09:30 11, 15:00 20, 15:30 27, 16:00 40, 17:30 27, 18:00 20, 18:30 -';
const GOTHENBURG_HOURS = '06:00 9, 06:30 16, 07:00 22, 08:00 16, 08:30 9, 15:00 16, 15:30 22, 17:00 16, 18:00 9, 18:30 -';

const STOCKHOLM: TariffFacts = {
  id: 'se-stockholm-2020',
  area: 'se-stockholm',
  scheme: 'se-stockholm',
  validFrom: '2020-01-01',
  validTo: null,
  currency: 'SEK',
  confidence: 'high',
  source:
    'Lag (2004:629) om trängselskatt, bilaga 1 (SFS 2018:200, 2023:395). One passage at Fredhäll and Kristineberg: Transportstyrelsen.',
  exemptClasses: NOT_TAXED,
  seasons: [
    {
      name: 'high',
      spans: [
        { from: '03-01', to: 'midsummer-day-2' },
        { from: '08-15', to: '11-30' },
      ],
    },
  ],
  freeDays: STOCKHOLM_FREE,
  prices: [
    { pointTariffs: [ESSINGELEDEN], seasons: ['high'], hours: hoursOf(ESSINGE_HIGH) },
    { pointTariffs: [ESSINGELEDEN], hours: hoursOf(ESSINGE_LOW) },
    { pointTariffs: [INNER_CITY], seasons: ['high'], hours: hoursOf(INNER_HIGH) },
    { pointTariffs: [INNER_CITY], hours: hoursOf(INNER_LOW) },
  ],
  dayMaximum: [{ seasons: ['high'], amount: 13_500 }, { amount: 10_500 }],
  samePassage: [{ stations: ['se-stockholm/fredhall', 'se-stockholm/kristineberg'], minutes: 10 }],
};

const GOTHENBURG: TariffFacts = {
  id: 'se-gothenburg-2015',
  area: 'se-gothenburg',
  scheme: 'se-gothenburg',
  validFrom: '2015-01-01',
  validTo: null,
  currency: 'SEK',
  confidence: 'high',
  source: 'Lag (2004:629) om trängselskatt, bilaga 2 (SFS 2020:120).',
  exemptClasses: NOT_TAXED,
  seasons: [],
  freeDays: GOTHENBURG_FREE,
  prices: [{ hours: hoursOf(GOTHENBURG_HOURS) }],
  dayMaximum: [{ amount: 6000 }],
  multiPassageMinutes: 60,
  controlRule: {
    stations: ['sodra-tagenevagen', 'skalltorpsvagen', 'backadalen', 'tingstadsmotet-avfart-e6', 'tingstadvagen'].map(
      (key) => `se-gothenburg/${key}`,
    ),
    controls: ['backtuvevagen', 'tuvevagen', 'minelundsvagen', 'deltavagen', 'backavagen'].map((key) => `se-gothenburg/${key}`),
    minutes: 30,
  },
};

interface Bridge {
  readonly key: string;
  readonly validFrom: string;
  readonly light: number;
  readonly heavy: number;
  readonly confidence: TariffFacts['confidence'];
}

/** Lag (2024:172) om infrastrukturavgifter: every passage, day and night; light is up to 3.5 tonnes. */
const bridgeTariff = ({ key, validFrom, light, heavy, confidence }: Bridge): TariffFacts => ({
  id: `se-${key}-${validFrom.slice(0, 4)}`,
  area: 'se-infrastructure',
  scheme: `se-${key}`,
  validFrom,
  validTo: null,
  currency: 'SEK',
  confidence,
  source: 'Lag (2024:172) om infrastrukturavgifter på väg; amounts by the tariff pages of Transportstyrelsen.',
  stations: [`se-infrastructure/${key}`],
  exemptClasses: NOT_TAXED,
  seasons: [],
  freeDays: NO_DAYS,
  prices: [
    { vehicleClasses: ['car', 'light-truck'], hours: allDay(light) },
    { vehicleClasses: ['heavy-truck'], hours: allDay(heavy) },
  ],
});

/** Sweden's tariffs. */
export const SWEDISH_TARIFFS: readonly TariffFacts[] = [
  STOCKHOLM,
  GOTHENBURG,
  bridgeTariff({ key: 'motalabron', validFrom: '2015-02-01', light: 500, heavy: 1100, confidence: 'high' }),
  bridgeTariff({ key: 'sundsvallsbron', validFrom: '2015-02-01', light: 900, heavy: 2000, confidence: 'high' }),
  bridgeTariff({ key: 'skurubron', validFrom: '2023-10-01', light: 400, heavy: 900, confidence: 'medium' }),
];
