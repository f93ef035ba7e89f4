import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { forgetReach, reportAnswer, reportNoAnswer } from '../../lib/offline/reach.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { TripText } from './components/trip-text.tsx';
// Fetched when somebody decides; here it is there already.
import './components/waiting-trouble.tsx';
import { WaitingEditsBanner } from './public/waiting-edits.tsx';
import { WaitingQueueProvider } from './public/waiting-edits-context.tsx';
import { trip, tripPage } from './testing.ts';
import { useTripEdits } from './use-trip-edits.ts';
import { waitingEdit, type WaitingEdit } from './waiting-edits.ts';
import { createWaitingQueue } from './waiting-queue.ts';

const NOW = Date.UTC(2026, 10, 25, 13, 20);
const first = trip({ id: 1, purpose: 'Old' });

beforeEach(forgetReach);
afterEach(cleanup);

/** A purpose of a trip as it stands in the log, and a button by which somebody else's arrives. */
function Field() {
  const edits = useTripEdits();
  const [shown, setShown] = useState(first);
  return (
    <>
      <TripText field="purpose" trip={shown} edits={edits} />
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown({ ...first, purpose: 'Theirs' })}
      >
        Theirs arrives
      </button>
    </>
  );
}

async function open(answers: FakeAnswers, edits: readonly WaitingEdit[] = []) {
  let kept: string | null = null;
  const store = {
    findUnsent: async () => kept,
    keepUnsent: async (text: string | null) => {
      kept = text;
    },
  };
  const queue = createWaitingQueue(store, { now: () => NOW, alone: async (_name, work) => work(), channel: null });
  for (const each of edits) await queue.add(each);
  const send = fakeSend({ 'trips.purposes': () => ({ purposes: [] }), ...answers });
  await renderScreen(
    <WaitingQueueProvider value={queue}>
      <WaitingEditsBanner />
      <Field />
    </WaitingQueueProvider>,
    { send, user: signedInUser() },
  );
  return { send, queue, user: userEvent.setup() };
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Purpose of the trip/ });

test('NFR-006: a purpose that is written without a network stands there as waiting, and is sent when the server is back', async () => {
  const { user, send } = await open({
    'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), purpose: body.purpose ?? '' }) }),
  });
  reportNoAnswer(NOW);
  await user.clear(field());
  await user.type(field(), 'Ferry{Enter}');
  expect(await screen.findByText('Waits for a connection')).toBeDefined();
  expect(field().value).toBe('Ferry');
  expect(send.requests.some(({ id }) => id === 'trips.update')).toBe(false);
  reportAnswer(NOW + 600_000);
  expect(await screen.findByText('1 change sent')).toBeDefined();
  expect(send.requests.find(({ id }) => id === 'trips.update')?.body).toEqual({
    purpose: 'Ferry',
    if_unchanged: { purpose: 'Old' },
  });
  await waitFor(() => expect(screen.queryByText('Waits for a connection')).toBeNull());
});

test('NFR-006: a purpose that nobody answered waits too, where the network only seemed to be there', async () => {
  let isAway = true;
  const { user } = await open({
    'trips.update': ({ params, body }) => {
      if (isAway) {
        reportNoAnswer(NOW);
        throw new ApiError(0, 'NetworkError');
      }
      return { trip: trip({ id: Number(params.id), purpose: body.purpose ?? '' }) };
    },
  });
  await user.clear(field());
  await user.type(field(), 'Ferry{Enter}');
  expect(await screen.findByText('Waits for a connection', {}, { timeout: 3_000 })).toBeDefined();
  expect(screen.queryByText(/Not saved/)).toBeNull();
  isAway = false;
  reportAnswer(NOW + 600_000);
  expect(await screen.findByText('1 change sent')).toBeDefined();
});

/** Somebody else has written `theirs`. */
const changed = (theirs: string): FakeAnswers => ({
  'trips.update': ({ params, body }) => {
    if (body.if_unchanged?.purpose !== theirs) throw new ApiError(409, 'TripChangedMeanwhile');
    return { trip: trip({ id: Number(params.id), purpose: body.purpose ?? '' }) };
  },
  'trips.generate': () => tripPage([trip({ id: 1, purpose: theirs })]),
  'trips.history': () => ({
    changes: [
      { at: '2026-11-20T09:00:00Z', actor: 'Gro Dahl', field: 'purpose', old_value: 'Old', new_value: theirs, is_late: false },
    ],
  }),
});
const mine = waitingEdit(first, 'purpose', 'Mine', 'Old', NOW);

test('NFR-006, ERR-041: a change that met another one shows both and who wrote the other; mine is sent over it when I say so', async () => {
  const { user, queue, send } = await open(changed('Theirs'), [mine]);
  await user.click(await screen.findByRole('button', { name: 'Decide' }));
  const dialog = await screen.findByRole('dialog', { name: 'What is to hold?' });
  expect(dialog.textContent).toContain('Purpose, Skåpbil 7, 2026-11-20 08:10');
  expect(dialog.textContent).toContain('You wrote, 14:20Mine');
  expect(dialog.textContent).toContain('Saved meanwhile by Gro DahlTheirs');
  await user.click(within(dialog).getByRole('button', { name: 'Keep yours' }));
  await waitFor(() => expect(queue.getEdits()).toEqual([]));
  expect(send.requests.filter(({ id }) => id === 'trips.update').at(-1)?.body).toEqual({
    purpose: 'Mine',
    if_unchanged: { purpose: 'Theirs' },
  });
});

test('ERR-041: a purpose that somebody else wrote while I typed is not overwritten: both are shown where I typed, and I decide', async () => {
  const { user, send, queue } = await open(changed('Theirs'));
  await user.clear(field());
  await user.type(field(), 'Mine');
  await user.click(screen.getByRole('button', { name: 'Theirs arrives' }));
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Needs your decision' }));
  const dialog = await screen.findByRole('dialog', { name: 'What is to hold?' });
  expect(dialog.textContent).toContain('Saved meanwhile by Gro DahlTheirs');
  await user.click(within(dialog).getByRole('button', { name: 'Keep what is saved' }));
  await waitFor(() => expect(queue.getEdits()).toEqual([]));
  await waitFor(() => expect(field().value).toBe('Theirs'));
  const bodies = send.requests.filter(({ id }) => id === 'trips.update').map(({ body }) => body);
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(body, 'nothing was sent over theirs').toMatchObject({ if_unchanged: { purpose: 'Old' } });
});

test('ERR-041: who only stood in a field while somebody else wrote in it writes nothing as they leave', async () => {
  const { user, send } = await open(changed('Theirs'));
  await user.click(field());
  await user.click(screen.getByRole('button', { name: 'Theirs arrives' }));
  await user.tab();
  await waitFor(() => expect(field().value).toBe('Theirs'));
  expect(send.requests.some(({ id }) => id === 'trips.update')).toBe(false);
});

test('NFR-006: who lets the other value stand sends nothing more', async () => {
  const { user, queue, send } = await open(changed('Theirs'), [mine]);
  await user.click(await screen.findByRole('button', { name: 'Decide' }));
  await user.click(await screen.findByRole('button', { name: 'Keep what is saved' }));
  await waitFor(() => expect(queue.getEdits()).toEqual([]));
  expect(send.requests.filter(({ id }) => id === 'trips.update')).toHaveLength(1);
  expect(field().value).toBe('Old');
});

test('TRIP-032: a change of a trip that became somebody else’s private one meanwhile tells its day alone', async () => {
  const { user } = await open(
    {
      'trips.update': () => {
        throw new ApiError(403, 'TripNotYours');
      },
      'trips.generate': () => tripPage([first]),
    },
    [mine],
  );
  await user.click(await screen.findByRole('button', { name: 'Decide' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Purpose, Skåpbil 7, 2026-11-20');
  expect(dialog.textContent).not.toContain('08:10');
  expect(dialog.textContent).toContain('Mine');
});

test('NFR-006: a change that is refused says why, with its text to take along', async () => {
  const { user } = await open(
    {
      'trips.update': () => {
        throw new ApiError(409, 'TripIsAttested');
      },
      'trips.generate': () => tripPage([first]),
    },
    [mine],
  );
  await user.click(await screen.findByRole('button', { name: 'Decide' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/attested/i);
  expect(dialog.textContent).toContain('Mine');
  await user.click(within(dialog).getByRole('button', { name: 'Drop the change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
