import { readFileSync } from 'node:fs';
import { ownNetworks } from '@spora/simulator/network-file';
import { expect, test } from 'vitest';
import { nearestStreetTable } from './nearest-streets.ts';

test('13, A4: the server’s table of streets is the one that the network of today makes', () => {
  const table = readFileSync(new URL('../../../apps/server/src/platform/geocoding/streets-data.tsv', import.meta.url), 'utf8');
  expect(table === nearestStreetTable([...ownNetworks().values()])).toBe(true);
});

test('13-A4: a street is told in the town that it lies in, not in the one that its network is named after', () => {
  const streets = nearestStreetTable([...ownNetworks().values()])
    .split('\n')
    .map((line) => line.split('\t'));
  const townsOf = (street: string) => streets.filter(([, name]) => name === street).map(([town]) => town);
  expect(townsOf('Råsundavägen')).toEqual(['Solna']);
  expect(townsOf('Norra Kungsvägen')).toEqual(['Lidingö']);
  expect(townsOf('Sveavägen')).toEqual(['Stockholm']);
  // Beside a border the nearest middle of a town is the other one's.
  expect(townsOf('Tomtebodavägen')).toEqual(['Solna']);
  // Two streets of one name; and one that ends beyond the border.
  expect(townsOf('Storgatan')).toEqual(['Solna', 'Stockholm']);
  expect(townsOf('Lidingövägen')).toEqual(['Stockholm']);
});
