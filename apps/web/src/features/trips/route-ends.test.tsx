import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Trip } from '@spora/contract/trips/endpoints';

import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { RouteEnds } from './components/route-ends.tsx';
import { trip } from './testing.ts';

afterEach(cleanup);

/** A trip between two ends that are told as the nearest place; one with a name is a place of the account. */
function between(from: string, to: string, place: string | null = null): Trip {
  const { start, stop } = trip({ id: 1 });
  return trip({
    id: 1,
    start: { ...start, address: from, address_is_approximate: true },
    stop: stop && { ...stop, address: to, address_is_approximate: true, place },
  });
}
/** The ends as a narrow row says them, and each of them whole. */
async function said(shown: Trip): Promise<{ narrow: string[]; whole: string[] }> {
  await renderScreen(<RouteEnds trip={shown} />, { send: fakeSend({}) });
  const ends = [...document.querySelectorAll<HTMLElement>('[title]')];
  const narrow = ends.map((end) => [...end.children].filter((part) => !part.matches('[data-twice=true]')));
  return {
    narrow: narrow.map((parts) => parts.map((part) => part.textContent).join('')),
    whole: ends.map(({ title }) => title),
  };
}

test('a narrow row says the town of both ends once, in every row at the stop, and each end whole when pointed at', async () => {
  expect(await said(between('Ateljévägen, Stockholm', 'Åsvägen, Stockholm'))).toEqual({
    narrow: ['near Ateljévägen', 'near Åsvägen, Stockholm'],
    whole: ['near Ateljévägen, Stockholm', 'near Åsvägen, Stockholm'],
  });
  cleanup();
  expect(await said(between('Vagnvägen, Stockholm', 'Dammtrappgatan, Stockholm'))).toEqual({
    narrow: ['near Vagnvägen', 'near Dammtrappgatan, Stockholm'],
    whole: ['near Vagnvägen, Stockholm', 'near Dammtrappgatan, Stockholm'],
  });
  // Read aloud each end has its town.
  expect(screen.getAllByText(', Stockholm')).toHaveLength(2);
});

test('ends in two towns say both, and the name of a place is no town', async () => {
  expect((await said(between('Hamngatan, Solna', 'Åsvägen, Stockholm'))).narrow).toEqual([
    'near Hamngatan, Solna',
    'near Åsvägen, Stockholm',
  ]);
  cleanup();
  expect((await said(between('Hamngatan, Oslo', 'Raschs vei, Oslo', 'Butikken, Oslo'))).narrow).toEqual([
    'near Hamngatan, Oslo',
    'Butikken, Oslo',
  ]);
});
