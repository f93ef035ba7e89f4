import { readFileSync } from 'node:fs';
import { ownNetworks } from '@spora/simulator/network-file';
import { expect, test } from 'vitest';
import { nearestStreetTable } from './nearest-streets.ts';

test('13, A4: the server’s table of streets is the one that the network of today makes', () => {
  const table = readFileSync(new URL('../../../apps/server/src/platform/geocoding/streets-data.tsv', import.meta.url), 'utf8');
  expect(table === nearestStreetTable([...ownNetworks().values()])).toBe(true);
});
