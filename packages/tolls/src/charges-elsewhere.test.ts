import { describe, expect, test } from 'vitest';
import { STATIONS } from './stations.ts';
import type { Fuel, VehicleClass } from './tariff-facts.ts';
import { amountsOf, chargesBy, passageAt, rulesOf } from './testing-passages.ts';

const vehicle = (vehicleClass: VehicleClass, fuel: Fuel | null = 'petrol') => ({ vehicleClass, fuel });

describe('REP-014: infrastructure charges, lag (2024:172)', () => {
  const at = (key: string, vehicleClass: VehicleClass) =>
    chargesBy([passageAt(`se-infrastructure/${key}`, '2026-12-25T03:00')], vehicle(vehicleClass))[0];

  test('every passage, day and night, every day, both ways, without a maximum', () => {
    const passages = Array.from({ length: 24 }, (_, hour) =>
      passageAt('se-infrastructure/sundsvallsbron', `2026-07-05T${String(hour).padStart(2, '0')}:00`),
    );
    expect(amountsOf(chargesBy(passages))).toEqual(passages.map(() => 9));
  });

  test('by bridge and weight, and always an estimate, since the positions are rough', () => {
    expect(['motalabron', 'sundsvallsbron', 'skurubron'].map((key) => at(key, 'car')?.amount)).toEqual([500, 900, 400]);
    expect(['motalabron', 'sundsvallsbron', 'skurubron'].map((key) => at(key, 'heavy-truck')?.amount)).toEqual([1100, 2000, 900]);
    expect(at('motalabron', 'car')?.isEstimate).toBe(true);
  });

  test('motorcycles and heavy buses pay nothing; before a tariff began it is not known', () => {
    expect([at('motalabron', 'motorcycle')?.rule, at('motalabron', 'bus-heavy')?.rule]).toEqual([
      'exempt-vehicle',
      'exempt-vehicle',
    ]);
    expect(rulesOf(chargesBy([passageAt('se-infrastructure/skurubron', '2023-09-30T12:00')]))).toEqual(['no-tariff']);
  });
});

describe('REP-014: London', () => {
  const ZONE = 'gb-london/congestion-charge';
  const inZone = (local: string, who = vehicle('car')) => chargesBy([passageAt(ZONE, local, '', 'Europe/London')], who)[0];

  test('15 pounds a day until 1 January 2026, 18 from the day after', () => {
    expect(inZone('2025-12-24T09:00')?.amount).toBe(1500);
    expect(inZone('2026-01-02T09:00')).toMatchObject({ amount: 1800, currency: 'GBP', rule: 'zone-day', isEstimate: true });
  });

  test('once a day, whatever the number of times', () => {
    const charges = chargesBy(
      ['2026-03-04T06:50', '2026-03-04T07:00', '2026-03-04T12:00', '2026-03-05T07:00'].map((local) =>
        passageAt(ZONE, local, '', 'Europe/London'),
      ),
    );
    expect(amountsOf(charges)).toEqual([0, 18, 0, 18]);
    expect(rulesOf(charges)).toEqual(['free-hours', 'zone-day', 'already-charged-today', 'zone-day']);
  });

  test('Monday to Friday from 7 to 18, weekends and bank holidays from 12 to 18', () => {
    const rule = (local: string) => inZone(local)?.rule;
    expect(['2026-03-04T06:59', '2026-03-04T07:00', '2026-03-04T17:59', '2026-03-04T18:00'].map(rule)).toEqual([
      'free-hours',
      'zone-day',
      'zone-day',
      'free-hours',
    ]);
    // A Saturday, and Easter Monday.
    expect(['2026-03-07T11:59', '2026-03-07T12:00', '2026-04-06T09:00', '2026-04-06T12:00'].map(rule)).toEqual([
      'free-hours',
      'zone-day',
      'free-hours',
      'zone-day',
    ]);
    // New Year's Day of 2028 is a Saturday: the Monday after is the bank holiday.
    expect(['2028-01-03T09:00', '2028-01-04T09:00'].map(rule)).toEqual(['free-hours', 'zone-day']);
    // The clocks of London: 6:30 UTC is 7:30 in July.
    expect(rule('2026-07-07T07:30')).toBe('zone-day');
  });

  test('nothing from Christmas Day to New Year', () => {
    const days = ['2025-12-24', '2025-12-25', '2025-12-31', '2026-01-01', '2026-01-02', '2026-12-25', '2027-01-01'];
    expect(days.map((day) => inZone(`${day}T13:00`)?.rule)).toEqual([
      'zone-day',
      'free-day',
      'free-day',
      'free-day',
      'zone-day',
      'free-day',
      'free-day',
    ]);
  });

  test('electric vehicles were free and pay less since', () => {
    expect(inZone('2025-12-01T13:00', vehicle('car', 'electric'))?.amount).toBe(0);
    expect(inZone('2026-02-03T13:00', vehicle('car', 'electric'))?.amount).toBe(1350);
    expect(inZone('2026-02-03T13:00', vehicle('light-truck', 'electric'))?.amount).toBe(900);
    expect(inZone('2030-03-04T13:00', vehicle('car', 'electric'))?.amount).toBe(1575);
  });
});

test('REP-014: Dartford costs by its dates and hours; tunnels whose price goes by direction have no tariff', () => {
  const at = (key: string, local: string) => chargesBy([passageAt(`gb-crossings/${key}`, local, '', 'Europe/London')])[0];
  expect([at('dart-charge', '2025-08-31T12:00')?.amount, at('dart-charge', '2025-09-01T12:00')?.amount]).toEqual([250, 350]);
  expect([at('dart-charge', '2026-09-06T05:59')?.rule, at('dart-charge', '2026-09-06T22:00')?.rule]).toEqual([
    'free-hours',
    'free-hours',
  ]);
  expect(at('silvertown', '2026-09-06T12:00')?.rule).toBe('no-tariff');
});

describe('REP-014: Norway', () => {
  const inRing = (ring: string) => STATIONS.filter((station) => station.ring === ring).map(({ id }) => id);
  const [ring = '', ringToo = ''] = inRing('oslo-ring');
  const [border = ''] = inRing('oslo-bygrensen');
  const [bergen = ''] = inRing('bergen');
  const at = (station: string, local: string) => passageAt(station, local, '1', 'Europe/Oslo');

  test('prices by fuel and rush hours, which weekends, holidays and July do not have', () => {
    const cost = (local: string, fuel: Fuel | null) => chargesBy([at(ring, local)], vehicle('car', fuel))[0];
    expect(['diesel', 'petrol', 'plug-in', 'electric'].map((fuel) => cost('2025-03-04T12:00', fuel as Fuel)?.amount)).toEqual([
      4000, 3600, 3600, 1900,
    ]);
    expect(['diesel', 'petrol', 'electric'].map((fuel) => cost('2025-03-04T08:00', fuel as Fuel)?.amount)).toEqual([
      4600, 4300, 2300,
    ]);
    expect(['2025-03-08', '2025-05-01', '2025-07-02'].map((day) => cost(`${day}T08:00`, 'diesel')?.amount)).toEqual([
      4000, 4000, 4000,
    ]);
    expect(cost('2024-03-05T15:00', 'diesel')?.amount).toBe(4200);
    expect(cost('2025-03-04T12:00', null)?.rule).toBe('no-tariff');
    expect(cost('2025-03-04T12:00', 'diesel')).toMatchObject({ currency: 'NOK', isEstimate: true });
  });

  test('heavy vehicles by emission class, where it is known', () => {
    const heavy = (emissionClass: 'euro-5' | 'euro-6' | null) =>
      chargesBy([at(ring, '2024-03-05T08:00')], { vehicleClass: 'heavy-truck', fuel: 'diesel', emissionClass })[0]?.amount;
    expect([heavy('euro-5'), heavy('euro-6'), heavy(null)]).toEqual([15_000, 9100, null]);
  });

  test('Oslo goes on at the prices of 2025, with their year told, as no later ones are known', () => {
    const [first] = chargesBy([at(ring, '2026-03-04T12:00')], vehicle('car', 'diesel'));
    expect(first).toMatchObject({ amount: 4000, rule: 'amount', priceYear: 2025, isEstimate: true });
    const [before] = chargesBy([at(ring, '2025-12-31T23:59')], vehicle('car', 'diesel'));
    expect(before).toMatchObject({ amount: 4000 });
    expect(before).not.toHaveProperty('priceYear');
  });

  test('a year, a station or a fuel without a price says so', () => {
    expect(rulesOf(chargesBy([at(ring, '2023-03-07T12:00')], vehicle('car', 'diesel')))).toEqual(['no-tariff']);
    expect(rulesOf(chargesBy([at('no/92260258', '2025-03-04T12:00')]))).toEqual(['no-tariff']);
    expect(rulesOf(chargesBy([at(bergen, '2023-03-07T12:00')], vehicle('car', 'diesel')))).toEqual(['no-tariff']);
    expect(amountsOf(chargesBy([at(bergen, '2023-03-07T07:00')], vehicle('car', 'electric')))).toEqual([22]);
    expect(rulesOf(chargesBy([at(bergen, '2027-01-04T12:00')], vehicle('car', 'diesel')))).toEqual(['no-tariff']);
    expect(rulesOf(chargesBy([at(bergen, '2026-03-04T12:00')], vehicle('heavy-truck', 'diesel')))).toEqual(['no-tariff']);
  });

  test("Bergen costs by fuel and rush hours, each year's price in its year", () => {
    const [bergenToo = ''] = inRing('bergen').slice(1);
    const cost = (local: string, fuel: Fuel) => chargesBy([at(bergen, local)], vehicle('light-truck', fuel))[0]?.amount;
    const year = (day: string) =>
      (['diesel', 'petrol', 'plug-in', 'electric'] as const).map((fuel) => [
        cost(`${day}T12:00`, fuel),
        cost(`${day}T14:30`, fuel),
      ]);
    expect(year('2024-03-05')).toEqual([
      [3500, 6600],
      [2900, 6000],
      [2900, 6000],
      [1200, 2300],
    ]);
    expect(year('2025-12-30')).toEqual([
      [3600, 6800],
      [3000, 6200],
      [3000, 6200],
      [1300, 2300],
    ]);
    expect(year('2026-01-05')).toEqual([
      [3800, 7000],
      [3200, 6400],
      [3200, 6400],
      [1300, 2400],
    ]);
    const hour = [at(bergen, '2026-03-04T16:20'), at(bergenToo, '2026-03-04T16:50'), at(bergen, '2026-03-04T17:30')];
    expect(amountsOf(chargesBy(hour, vehicle('car', 'diesel')))).toEqual([70, 0, 38]);
  });

  test('Askøy costs its last known full price around the clock, one charge an hour over its stations, and is an estimate', () => {
    const askoy = inRing('askoy');
    expect(askoy).toHaveLength(4);
    const drive = askoy.map((station, i) => at(station, `2026-11-04T07:1${i}`));
    const charges = chargesBy([...drive, at(askoy[0] ?? '', '2026-11-04T23:00')], vehicle('car', 'electric'));
    expect(amountsOf(charges)).toEqual([41, 0, 0, 0, 41]);
    expect(charges[0]).toMatchObject({ currency: 'NOK', isEstimate: true, priceYear: 2023 });
    expect(charges[1], 'what costs nothing has no price').not.toHaveProperty('priceYear');
    expect(rulesOf(chargesBy([at(askoy[0] ?? '', '2026-11-04T12:00')], vehicle('heavy-truck', 'diesel')))).toEqual(['no-tariff']);
    expect(rulesOf(chargesBy([at(askoy[0] ?? '', '2023-02-28T12:00')]))).toEqual(['no-tariff']);
  });

  test('one charge an hour within a ring, the highest, also past midnight; the city limit has an hour of its own', () => {
    const charges = chargesBy([at(ring, '2025-03-04T06:10'), at(border, '2025-03-04T06:20'), at(ringToo, '2025-03-04T07:10')]);
    expect(amountsOf(charges)).toEqual([43, 36, 0]);
    expect(amountsOf(chargesBy([at(ring, '2025-03-04T23:40'), at(ringToo, '2025-03-05T00:30')]))).toEqual([36, 0]);
  });

  test('after the passages of a month that count, the rest of the month is free', () => {
    const month = Array.from({ length: 31 }, (_, i) => i + 1).flatMap((date) =>
      ['01:00', '10:00', '20:00'].map((clock) => at(border, `2025-03-${String(date).padStart(2, '0')}T${clock}`)),
    );
    const charges = chargesBy([...month, at(border, '2025-04-01T10:00')]);
    expect(charges.filter(({ amount }) => amount !== 0)).toHaveLength(61);
    expect(charges[59]?.amount).toBe(3600);
    expect(charges[60]).toMatchObject({ amount: 0, rule: 'month-ceiling', alone: 3600 });
    expect(charges.at(-1)).toMatchObject({ amount: 3600, rule: 'amount' });
  });
});
