import { expect, test } from 'vitest';
import { doubtsOf } from './doubts-rules.ts';
import type { ChargedPassage, Correction } from './rules.ts';

const SANDVIKEN = 'no/573888369';
const FLORIDA = 'no/403585193';
const passage = (over: Partial<ChargedPassage>): ChargedPassage => ({
  unitId: 1,
  stationId: FLORIDA,
  pointId: '1',
  atMs: 0,
  isUncertain: false,
  trip: null,
  isWithheld: false,
  reckoned: null,
  corrections: [],
  amount: 1300,
  currency: 'NOK',
  rule: 'amount',
  isEstimate: true,
  ...over,
});
const said = (over: Partial<Correction>): Correction => ({
  id: 1,
  unitId: 1,
  stationId: FLORIDA,
  atMs: 0,
  kind: 'amount',
  amount: 900,
  reason: 'The invoice',
  by: 'Anna',
  madeMs: 0,
  undoneBy: null,
  undoneMs: null,
  ...over,
});

test('REP-014: what is doubted is summed by reason: old stations with their year, uncertain passages, stations without a price', () => {
  const sure = { stationId: 'se-stockholm/skanstullsbron', currency: 'SEK', amount: 2000, isEstimate: false };
  expect(
    doubtsOf([
      passage({}),
      passage({ stationId: SANDVIKEN, amount: 2450, isUncertain: true, priceYear: 2023 }),
      passage({ ...sure, isUncertain: true }),
      passage(sure),
      passage({ stationId: SANDVIKEN, amount: null, rule: 'no-tariff' }),
      passage({ amount: null, rule: 'no-tariff', isUncertain: true }),
      passage({ amount: null, rule: 'no-tariff' }),
    ]),
  ).toEqual({
    unpriced: [
      { station: 'Florida', currency: 'NOK', passages: 2 },
      { station: 'Sandviken', currency: 'NOK', passages: 1 },
    ],
    old: [{ currency: 'NOK', year: 2015, stations: 2, passages: 2, amount: 37.5 }],
    last_known: [{ currency: 'NOK', year: 2023, stations: 1, passages: 1, amount: 24.5 }],
    uncertain: [
      { currency: 'NOK', passages: 2, rough_place: 0, unpriced: 1, amount: 24.5 },
      { currency: 'SEK', passages: 1, rough_place: 0, unpriced: 0, amount: 20 },
    ],
    rough: [],
  });
});

test('REP-014: of uncertain passages those of a rough place are counted by themselves', () => {
  const sek = { currency: 'SEK', amount: 2000, isUncertain: true };
  const [told] = doubtsOf([
    passage({ ...sek, stationId: 'se-infrastructure/sundsvallsbron' }),
    passage({ ...sek, stationId: 'se-stockholm/skanstullsbron' }),
  ]).uncertain;
  expect([told?.passages, told?.rough_place]).toEqual([2, 1]);
});

test('REP-014: nobody doubts what was free or what a person said', () => {
  const none = { unpriced: [], old: [], last_known: [], uncertain: [], rough: [] };
  expect(doubtsOf([passage({ amount: 0, isUncertain: true })])).toEqual(none);
  expect(doubtsOf([passage({ amount: 900, corrections: [said({})] })])).toEqual(none);
  expect(doubtsOf([passage({ amount: 0, isUncertain: true, corrections: [said({ kind: 'not-passed' })] })])).toEqual(none);
  expect(doubtsOf([passage({ corrections: [said({ undoneMs: 5, undoneBy: 'Bo' })] })]).old).toHaveLength(1);
});

test('REP-014: of a passage that a person says was, its amount is doubted as before, and the passage no more', () => {
  const confirmed = passage({ isUncertain: true, priceYear: 2023, corrections: [said({ kind: 'passed', amount: null })] });
  expect(doubtsOf([confirmed])).toMatchObject({
    old: [{ passages: 1, amount: 13 }],
    last_known: [{ passages: 1, amount: 13 }],
    uncertain: [],
  });
});

test('REP-014: amounts that are about right for no reason told elsewhere are told by their currency, whichever page they are on', () => {
  const skanstull = { stationId: 'se-stockholm/skanstullsbron', currency: 'SEK' };
  expect(doubtsOf([passage({}), passage(skanstull)]).rough).toEqual(['SEK']);
  expect(doubtsOf([passage({ ...skanstull, isUncertain: true }), passage({ ...skanstull, priceYear: 2023 })]).rough).toEqual([]);
});
