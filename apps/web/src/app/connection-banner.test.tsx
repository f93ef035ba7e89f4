import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { reportLiveConnection } from '../lib/connection.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { OfflineProvider } from '../lib/offline/offline-context.tsx';
import { forgetReach, reportAnswer, reportNoAnswer } from '../lib/offline/reach.ts';
import { openOfflineStore } from '../lib/offline/store.ts';
import { memoryRows, testBox } from '../lib/offline/testing.ts';
import { useSend } from '../lib/send-context.tsx';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { useUnsavedChanges } from '../lib/unsaved.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { NewVersionBanner } from './new-version.tsx';

beforeEach(forgetReach);
afterEach(cleanup);

/** Reads something of the short list. */
function Units() {
  const units = useQuery(endpointQuery(useSend(), 'units.list', {}));
  return (
    <>
      <p>{units.data?.units.map(({ name }) => name).join()}</p>
      <button type="button" onClick={() => void units.refetch()}>
        again
      </button>
    </>
  );
}

test('NFR-006, NAV-040: without contact what was read stays, with a line since when; with contact it is asked for again', async () => {
  const rows = memoryRows();
  const box = await testBox();
  let name = 'Skåpbil 7';
  let isAway = false;
  const send = fakeSend({
    'units.list': () => {
      if (isAway) throw new ApiError(0, 'NetworkError');
      return { units: [{ name } as never] };
    },
  });
  await renderScreen(
    <OfflineProvider open={(memberId) => openOfflineStore({ rows, box, memberId, nowMs: Date.now() })}>
      <ConnectionBanner />
      <Units />
    </OfflineProvider>,
    { send, user: signedInUser() },
  );
  await screen.findByText('Skåpbil 7');
  await waitFor(() => expect(rows.lying.size).toBe(1));
  expect(screen.queryByText(/Offline/)).toBeNull();
  isAway = true;
  await userEvent.click(screen.getByRole('button', { name: 'again' }));
  expect(await screen.findByText(/Offline since \d\d:\d\d\./)).toBeDefined();
  expect(screen.getByText('Skåpbil 7')).toBeDefined();
  isAway = false;
  name = 'Skåpbil 8';
  act(() => reportAnswer(Date.now()));
  expect(await screen.findByText('Skåpbil 8')).toBeDefined();
  expect(screen.queryByText(/Offline/)).toBeNull();
});

test('NFR-006: what is from another day says which', async () => {
  await renderScreen(<ConnectionBanner />, { send: fakeSend({}), user: signedInUser() });
  act(() => reportNoAnswer(Date.UTC(2026, 2, 4, 7, 5)));
  expect(await screen.findByText(/Offline since 2026-03-04 08:05\./)).toBeDefined();
});

test('NAV-040: live updates that broke on another day say on which, and such that never came that there are none', async () => {
  await renderScreen(<ConnectionBanner />, { send: fakeSend({}), user: signedInUser() });
  act(() => reportLiveConnection({ isBroken: true, lastGoodMs: Date.UTC(2026, 2, 4, 7, 5) }));
  expect(await screen.findByText('No live updates since 2026-03-04 08:05.')).toBeDefined();
  act(() => reportLiveConnection({ isBroken: true, lastGoodMs: null }));
  expect(await screen.findByText('There are no live updates. What you see may be old.')).toBeDefined();
  act(() => reportLiveConnection({ isBroken: false, lastGoodMs: null }));
  expect(screen.queryByText(/live updates/)).toBeNull();
});

function OpenForm(props: { isDirty: boolean }) {
  useUnsavedChanges(props.isDirty);
  return null;
}

test('NFR-006: a new version is told and taken only when somebody says so; it can wait', async () => {
  let taken = 0;
  await renderScreen(<NewVersionBanner onTake={() => (taken += 1)} />, { send: fakeSend({}), user: signedInUser() });
  expect(screen.getByText('A new version is ready.')).toBeDefined();
  expect(taken).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(taken).toBe(1));
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(screen.queryByText('A new version is ready.')).toBeNull();
});

test('NFR-006, NAV-039: with something typed a new version asks before it takes the page', async () => {
  let taken = 0;
  await renderScreen(
    <>
      <OpenForm isDirty />
      <NewVersionBanner onTake={() => (taken += 1)} />
    </>,
    { send: fakeSend({}), user: signedInUser() },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(taken).toBe(0);
});
