import type { Trip } from '@spora/contract/trips/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { keepColumns } from './column-state.ts';
import { USUAL_COLUMNS } from './columns.ts';
import { TroubleDialog } from './components/waiting-trouble.tsx';
import { explanationValue } from './fields.ts';
import { WaitingQueueProvider } from './public/waiting-edits-context.tsx';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripSearch } from './public/trip-search.ts';
import { readEdits, waitingEdit, writeEdits } from './waiting-edits.ts';
import type { WaitingQueue } from './waiting-queue.ts';

beforeEach(() => keepColumns(USUAL_COLUMNS));
afterEach(cleanup);

let readAgain: () => Promise<void>;
function Log({ first }: { first: TripSearch }): ReactNode {
  const [search, setSearch] = useState(first);
  const client = useQueryClient();
  // As an event of the server does.
  readAgain = () => client.invalidateQueries({ queryKey: ['trips.generate'] });
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch) => setSearch((old) => ({ ...old, ...patch }))}
      onBack={() => undefined}
      renderMap={() => null}
    />
  );
}

const GAP = trip({ id: 1, purpose: 'Kund', distance_m: 2400, has_odometer_gap: true, tracker_distance_m: 4100 });
const MOVED = { reason: 'tracker-moved', note: 'Ny bil' } as const;
const EXPLAINED = { ...GAP, has_odometer_gap: false, odometer_explanation: MOVED };

const open = async (first: Trip, answers: FakeAnswers = {}) => await openLog({ trip: 1 }, first, answers);
async function openLog(search: TripSearch, first: Trip, answers: FakeAnswers) {
  const send = fakeSend({
    'units.list': () => ({ units: [] }),
    'trips.generate': () => {
      const page = tripPage([first]);
      return { ...page, totals: { ...page.totals, odometer_gap: Number(first.has_odometer_gap) } };
    },
    'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    'trips.update': ({ body: { odometer_explanation: said } }) => ({
      trip: { ...GAP, has_odometer_gap: said === null, odometer_explanation: said ?? null },
    }),
    ...answers,
  });
  await renderScreen(<Log first={search} />, { send, user: signedInUser() });
  await screen.findByRole('table');
  const sent = () => send.requests.filter(({ id }) => id === 'trips.update').map(({ body }) => body);
  return { user: userEvent.setup(), sent };
}
const openGap = () => within(screen.getByRole('region', { name: 'Odometer differs' }));
const explained = async () => within(await screen.findByRole('region', { name: 'Odometer difference explained' }));

test('TRIP-023: whoever knows why the odometer of a trip differs says so; the trip is no open matter any more, in panel, row and count', async () => {
  const { user, sent } = await open(GAP);
  expect(screen.getByRole('button', { name: 'Odometer differs 1' })).toBeDefined();
  await user.click(openGap().getByRole('button', { name: 'Explain the difference' }));
  await user.click(openGap().getByRole('button', { name: 'Save the explanation' }));
  expect(openGap().getByText('Choose what the difference comes from.')).toBeDefined();
  const reasons = openGap().getByRole('combobox', { name: 'What the difference comes from' });
  await user.selectOptions(reasons, 'Something else');
  await user.click(openGap().getByRole('button', { name: 'Save the explanation' }));
  expect(openGap().getByText('Write what the difference comes from.'), 'of another reason the words').toBeDefined();
  await user.selectOptions(reasons, 'The tracker was moved or changed');
  await user.type(openGap().getByRole('textbox', { name: 'Note on the explanation' }), ' Ny bil ');
  await user.click(openGap().getByRole('button', { name: 'Save the explanation' }));
  expect((await explained()).getByText('The tracker was moved or changed. Ny bil')).toBeDefined();
  expect((await screen.findAllByText('Explanation saved')).length).toBeGreaterThan(0);
  expect(sent()).toEqual([{ odometer_explanation: MOVED }]);
  await user.click(screen.getByRole('button', { name: 'Odometer difference explained' }));
  expect(await screen.findByText(/explained\. The tracker was moved or changed. Ny bil\./), 'in the row').toBeDefined();
  expect(screen.queryByRole('button', { name: /^Odometer differs/ }), 'no open matter').toBeNull();
});

test('TRIP-018, TRIP-023: with its chip pressed, the number of open matters follows, although the page that it is of does not hold the trip', async () => {
  const other = { ...GAP, id: 2 };
  let unexplained = [other, GAP];
  await openLog({ trip: 1, matter: 'odometer' }, GAP, {
    'trips.generate': ({ body }) => {
      // Of the period without the filter the screen asks for one trip: the number beside it is of all of them.
      const page = tripPage(body.odometer_gap === true ? unexplained : [other]);
      return { ...page, totals: { ...page.totals, odometer_gap: unexplained.length } };
    },
    'trips.update': ({ body: { odometer_explanation: said } }) => {
      unexplained = said === null ? [other, GAP] : [other];
      return { trip: { ...GAP, has_odometer_gap: said === null, odometer_explanation: said ?? null } };
    },
  });
  const user = userEvent.setup();
  expect(await screen.findByRole('button', { name: 'Odometer differs 2' })).toBeDefined();
  await user.click(openGap().getByRole('button', { name: 'Explain the difference' }));
  await user.selectOptions(openGap().getByRole('combobox'), 'The tracker was moved or changed');
  await user.click(openGap().getByRole('button', { name: 'Save the explanation' }));
  await explained();
  expect(await screen.findByRole('button', { name: 'Odometer differs 1' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove the explanation' }));
  expect(await screen.findByRole('button', { name: 'Odometer differs 2' })).toBeDefined();
});

test('TRIP-023, 13-A2: explained under its chip, the trip stays open until it is closed; the list says that all is done and leads to those explained', async () => {
  let isExplained = false;
  const asked: unknown[] = [];
  const { user } = await openLog({ trip: 1, matter: 'odometer' }, GAP, {
    'trips.generate': ({ body }) => {
      asked.push(body.odometer_explained);
      const page = tripPage(body.odometer_gap === true && isExplained ? [] : [GAP]);
      return { ...page, totals: { ...page.totals, odometer_gap: isExplained ? 0 : 1 } };
    },
    'trips.update': () => {
      isExplained = true;
      return { trip: EXPLAINED };
    },
  });
  await user.click(openGap().getByRole('button', { name: 'Explain the difference' }));
  await user.selectOptions(openGap().getByRole('combobox'), 'The tracker was moved or changed');
  await user.click(openGap().getByRole('button', { name: 'Save the explanation' }));
  await explained();
  await act(readAgain);
  expect(await screen.findByText('All odometer differences of the period are corrected or explained.')).toBeDefined();
  expect(screen.queryByText('No data for the chosen period')).toBeNull();
  const gap = await explained();
  expect(gap.getByRole('button', { name: 'Remove the explanation' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show those explained' }));
  await waitFor(() => expect(asked.at(-1)).toBe(true));
});

test('TRIP-031: an explanation that was taken back is called that, with what it had been', async () => {
  const change = { at: '2026-11-21T08:00:00Z', actor: 'Anna', field: 'odometer' as const, is_late: false };
  const { user } = await open(GAP, {
    'trips.history': () => ({ changes: [{ ...change, old_value: JSON.stringify({ ...MOVED, gap_m: 1700 }), new_value: '' }] }),
  });
  await user.click(screen.getByRole('button', { name: 'Changes' }));
  const line = (await screen.findByText('Odometer difference')).closest('li')!;
  expect(line.textContent).toContain('taken back (was: The tracker was moved or changed. Ny bil)');
});

test('TRIP-020, TRIP-023: an explanation is changed, taken back, and its taking back undone like every edit of a trip', async () => {
  const { user, sent } = await open(EXPLAINED);
  const gap = await explained();
  expect(gap.getAllByRole('definition').map((each) => each.textContent.replaceAll('\u00a0', ' '))).toContain('1.7 km');
  await user.click(gap.getByRole('button', { name: 'Change the explanation' }));
  expect(gap.getByRole('textbox', { name: 'Note on the explanation' })).toHaveProperty('value', 'Ny bil');
  await user.clear(gap.getByRole('textbox', { name: 'Note on the explanation' }));
  await user.click(gap.getByRole('button', { name: 'Save the explanation' }));
  expect((await screen.findAllByText('Explanation changed')).length).toBeGreaterThan(0);
  expect(await gap.findByText('Saved')).toBeDefined();
  await user.click(gap.getByRole('button', { name: 'Remove the explanation' }));
  expect((await screen.findAllByText('Explanation removed')).length).toBeGreaterThan(0);
  expect(screen.queryByText('Explanation changed')).toBeNull();
  expect(openGap().getByRole('button', { name: 'Explain the difference' })).toBeDefined();
  expect(openGap().queryByText('Saved'), 'what was saved is gone').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await explained();
  const bare = { ...MOVED, note: '' };
  expect(sent()).toEqual([
    { odometer_explanation: bare },
    { odometer_explanation: null },
    { odometer_explanation: bare, if_unchanged: { odometer_explanation: null } },
  ]);
});

test('ATT-003, TRIP-023: of an attested trip the explanation is read and not changed', async () => {
  await open({ ...EXPLAINED, attested_by: 'user', can: { edit: false, route: true } });
  const gap = await explained();
  expect(gap.getByText('The tracker was moved or changed. Ny bil')).toBeDefined();
  expect(gap.queryByRole('button')).toBeNull();
});

test('TRIP-031: the history says in words how an odometer was explained', async () => {
  const change = { at: '2026-11-21T08:00:00Z', actor: 'Anna', field: 'odometer' as const, is_late: false };
  const { user } = await open(EXPLAINED, {
    'trips.history': () => ({
      changes: [{ ...change, old_value: '', new_value: JSON.stringify({ ...MOVED, gap_m: 1700 }) }],
    }),
  });
  await user.click(screen.getByRole('button', { name: 'Changes' }));
  const line = (await screen.findByText('Odometer difference')).closest('li')!;
  expect(line.textContent).toContain('The tracker was moved or changed. Ny bil');
  expect(line.textContent).not.toContain('gap_m');
});

test('NFR-006, ERR-041: an explanation that waits for a connection is kept over a reload, and of two people’s both are told in words', async () => {
  const edit = waitingEdit(GAP, 'odometer', explanationValue(MOVED), '', 0);
  expect(readEdits(writeEdits([edit]))).toEqual([edit]);
  const theirs = explanationValue({ reason: 'wrong-reading', note: '' });
  const trouble = { kind: 'changed', theirs, by: 'Anna' } as const;
  const queue = { drop: () => Promise.resolve(), insist: () => Promise.resolve() } as unknown as WaitingQueue;
  await renderScreen(
    <WaitingQueueProvider value={queue}>
      <TroubleDialog edits={[{ ...edit, trouble }]} onClose={() => undefined} />
    </WaitingQueueProvider>,
    { send: fakeSend({}), user: signedInUser() },
  );
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('definition').map((each) => each.textContent)).toEqual([
    'The tracker was moved or changed. Ny bil',
    'The reading was wrong',
  ]);
});
