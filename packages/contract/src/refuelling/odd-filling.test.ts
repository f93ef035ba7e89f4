import { expect, test } from 'vitest';
import { type Filled, oddFilling } from './odd-filling.ts';

const diesel = (amount: number, price: number | null = amount * 19): Filled => ({
  fuel_type: 'diesel',
  amount,
  price,
  currency: price === null ? null : 'SEK',
});
const charged = (amount: number, price: number | null): Filled => ({ ...diesel(amount, price), fuel_type: 'electric' });

test('TRIP-035: more than three times the most of the last fillings is odd, once there are three of what is counted alike', () => {
  const before = [diesel(48), diesel(13), diesel(52)];
  expect(oddFilling(diesel(156), before).amount).toBeNull();
  expect(oddFilling(diesel(482), before).amount).toEqual({ most: 52 });
  expect(oddFilling(diesel(482), before.slice(1)).amount, 'two say nothing of what it takes').toBeNull();
  expect(oddFilling(charged(482, null), before).amount, 'kilowatt-hours are no litres').toBeNull();
  const longAgo = [...Array.from({ length: 10 }, () => diesel(40)), diesel(400)];
  expect(oddFilling(diesel(130), longAgo).amount, 'one that was odd itself is not for ever the measure').toEqual({ most: 40 });
});

test('TRIP-035: a price a litre three times as high or a third as high as usual is odd; of charging ten times, and what was free says nothing', () => {
  const before = [diesel(10, 190), diesel(20, 400), diesel(50, 900)];
  expect(oddFilling(diesel(500, 10), before).price).toEqual({ each: 0.02, before: 19 });
  expect(oddFilling(diesel(40, 7600), before).price).toEqual({ each: 190, before: 19 });
  expect(oddFilling(diesel(40, 300), before).price).toBeNull();
  expect(oddFilling({ ...diesel(40, 70), currency: 'EUR' }, before).price, 'another currency').toBeNull();
  expect(oddFilling({ ...diesel(40, 70), fuel_type: 'gas' }, before).price, 'another fuel').toBeNull();
  expect(oddFilling(diesel(40, 0), before).price).toBeNull();
  expect(oddFilling(charged(30, 240), [charged(40, 40), charged(20, 0)]).price, 'by the motorway').toBeNull();
  expect(oddFilling(charged(30, 600), [charged(40, 40)]).price).toEqual({ each: 20, before: 1 });
  expect(oddFilling(diesel(40, 7600), []).price).toBeNull();
});
