import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TripSkeleton } from '../features/trips/components/trip-skeleton.tsx';
import { fakeSend, renderScreen } from '../lib/testing.tsx';
import { NotLoaded, rowsOf } from '../ui/loaded.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

afterEach(cleanup);
const PENDING = { error: null, isFetching: true, refetch: () => undefined };
const rowsIn = (element: Element | null): number => element?.children.length ?? 0;

test('CONST-061: while a list comes it shows twelve rows, and a form as many as it has fields', async () => {
  await renderScreen(<NotLoaded query={PENDING} heights={rowsOf(44)} />, { send: fakeSend({}) });
  await waitFor(() => expect(rowsIn(document.querySelector('[aria-busy]'))).toBe(12));
  expect(rowsOf(56, 5)).toEqual([56, 56, 56, 56, 56]);
});

test('CONST-061: so do a page whose code has not come, and the trip log', async () => {
  const page = render(<PageSkeleton />);
  // A heading and a line of filters stand above the rows.
  expect(rowsIn(page.container.querySelector('[aria-busy]'))).toBe(2 + 12);
  cleanup();
  await renderScreen(<TripSkeleton />, { send: fakeSend({}) });
  // The day stands above its trips.
  await waitFor(() => expect(rowsIn(document.querySelector('[role=status][aria-label]'))).toBe(1 + 12));
});
