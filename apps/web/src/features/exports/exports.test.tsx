import type { DataOf } from '@spora/contract/endpoint-map';
import { createFormat } from '@spora/messages/format';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { completeBrowser, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ExportMenu } from './public.tsx';
import { SchedulesDialog } from './components/schedules-dialog.tsx';
import { choicesFor, exportQueryOf, sizeText } from './model.ts';

beforeAll(() => {
  completeBrowser();
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = vi.fn();
});
afterEach(cleanup);
const WEEK = { from: '2026-03-02', to: '2026-03-08' };

test('TRIP-017: the export is asked for with the filter of the log, names with commas and all; what restricts nothing is left out', () => {
  const filter = {
    ...WEEK,
    imeis: ['1', '2'],
    types: [],
    search: '',
    projects: ['E18, etapp 2', 'Hus'],
    purpose_missing: true,
    driver_missing: false,
  };
  expect(exportQueryOf(filter, 'pdf-routes')).toEqual({
    ...WEEK,
    imeis: '1,2',
    projects: 'E18%2C%20etapp%202,Hus',
    purpose_missing: 'true',
    routes: 'true',
  });
});

test('DEC-43: routes are offered for a week at most', () => {
  expect(choicesFor(WEEK)).toContain('pdf-routes');
  expect(choicesFor({ from: '2026-03-01', to: '2026-03-08' })).not.toContain('pdf-routes');
});

test('REP-007: how much has come is told with the decimal sign of the language', () => {
  expect(sizeText(1_234_567, createFormat('sv', 'UTC'))).toBe('1,2\u00a0MB');
  expect(sizeText(12_001, createFormat('en', 'UTC'))).toBe('13\u00a0kB');
});

test('TRIP-016: the menu of the log asks for the file in the chosen format and says that it is saved', async () => {
  const send = fakeSend({ 'exports.download': () => Uint8Array.of(68, 97, 116, 101) });
  await renderScreen(<ExportMenu filter={WEEK} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV, for any spreadsheet' }));
  expect(await screen.findByText('The file is saved')).toBeDefined();
  expect(send.requests).toMatchObject([{ id: 'exports.download', params: { format: 'csv' }, query: { ...WEEK, lang: 'en' } }]);
});

test('TRIP-016: while a file is written what goes on stands in the place of the button, as wide as it', async () => {
  let finish = (): void => undefined;
  const written = new Promise<Uint8Array>((resolve) => {
    finish = () => resolve(Uint8Array.of(1));
  });
  const send = fakeSend({ 'exports.download': () => written });
  await renderScreen(<ExportMenu filter={WEEK} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV, for any spreadsheet' }));
  expect(await screen.findByRole('button', { name: 'Cancel the export' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('The file is being written');
  // Its words hold the place, and nobody reads them out.
  expect(screen.getByText('Export').getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  finish();
  expect(await screen.findByRole('button', { name: 'Export' })).toBeDefined();
});

test('TRIP-016: a refused export says why, and the menu is there again', async () => {
  const send = fakeSend({
    'exports.download': () => {
      throw new ApiError(422, { msg: 'ExportTooLong', count: 5000 });
    },
  });
  await renderScreen(<ExportMenu filter={WEEK} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF, to print or hand in' }));
  expect(await screen.findByText(/at most 5\D?000 trips/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Export' })).toBeDefined();
});

const SCHEDULE: DataOf<'exports.schedules'>['schedules'][number] = {
  id: 4,
  report: 'log',
  history: [],
  name: 'Office',
  every: 'month',
  format: 'pdf',
  language: 'sv',
  is_paused: false,
  owner: { id: 7, name: 'Anna Lindqvist' },
  recipients: [{ id: 8, name: 'Dag Driver' }],
  filter: ['Type: Business'],
  next_on: '2026-04-01',
  last: {
    from: '2026-02-01',
    to: '2026-02-28',
    at: '2026-03-01T05:00:00Z',
    outcome: 'sent',
    error: null,
    mails: [{ name: 'Dag Driver', state: 'failed' }],
  },
  test: null,
  can: { edit: true, remove: true },
};
const MEMBERS = [
  { id: 7, name: 'Anna Lindqvist' },
  { id: 8, name: 'Dag Driver' },
];

test('TRIP-016: scheduled by mail shows what is sent next, to whom, and what was not delivered; a test send says where it went', async () => {
  const send = fakeSend({
    'exports.schedules': () => ({ schedules: [SCHEDULE], members: MEMBERS, can_send: true }),
    'exports.test-schedule': () => ({ to: 'anna@example.com', outcome: 'sent' }),
  });
  await renderScreen(<SchedulesDialog filter={WEEK} onClose={() => {}} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const entry = within(await screen.findByRole('region', { name: 'Office' }));
  expect(entry.getByText(/The first of each month · Next 2026-04-01/)).toBeDefined();
  expect(entry.getByText('Not delivered to Dag Driver')).toBeDefined();
  expect(entry.getByText(/PDF.* · Svenska/)).toBeDefined();
  await user.click(entry.getByRole('button', { name: 'Send a test to me' }));
  expect(await screen.findByText('A test is on its way to anna@example.com')).toBeDefined();
});

test('TRIP-016: one that goes out by mail is asked about by its name before it is removed, and saying no leaves it', async () => {
  const send = fakeSend({
    'exports.schedules': () => ({ schedules: [SCHEDULE], members: MEMBERS, can_send: true }),
    'exports.remove-schedule': () => ({ id: SCHEDULE.id }),
  });
  await renderScreen(<SchedulesDialog filter={WEEK} onClose={() => {}} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const removals = () => send.requests.filter(({ id }) => id === 'exports.remove-schedule');
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await user.keyboard('{Enter}');
  expect(removals()).toEqual([]);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' }));
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Remove Office' }));
  expect(removals()).toMatchObject([{ params: { id: SCHEDULE.id } }]);
});

test('TRIP-016: a new one takes the filter of the log without its days; what was typed stays when it is refused', async () => {
  let refuses = true;
  const send = fakeSend({
    'exports.schedules': () => ({ schedules: [], members: MEMBERS, can_send: true }),
    'exports.add-schedule': () => {
      if (refuses) throw new ApiError(409, { msg: 'TooManySchedules', count: 20 });
      return { id: 5 };
    },
  });
  const filter = { ...WEEK, types: ['business' as const] };
  await renderScreen(<SchedulesDialog filter={filter} onClose={() => {}} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Office');
  await user.click(screen.getByRole('checkbox', { name: 'Dag Driver' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/already send 20 trip logs/)).toBeDefined();
  refuses = false;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(send.requests.findLast(({ id }) => id === 'exports.add-schedule')).toMatchObject({
    body: { name: 'Office', every: 'month', recipient_ids: [7, 8], filter: { types: ['business'] } },
  });
  expect(send.requests.findLast(({ id }) => id === 'exports.add-schedule')?.body).not.toHaveProperty('filter.from');
});

test('TRIP-016: of many recipients those chosen are named, a period has its example, and a fault goes when it is mended', async () => {
  const members = Array.from({ length: 49 }, (_, i) => ({ id: i + 1, name: `Member ${i + 1}` }));
  const send = fakeSend({
    'exports.schedules': () => ({ schedules: [], members, can_send: true }),
    'exports.add-schedule': () => {
      throw new ApiError(422, { name: ['ScheduleNameMissing'] });
    },
  });
  await renderScreen(<SchedulesDialog filter={WEEK} onClose={() => {}} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  expect(screen.getByRole('button', { name: 'Recipients: Member 7' })).toBeDefined();
  expect(screen.getByText(/Only users of the account can get it/)).toBeDefined();
  expect(screen.getByText(/all of November/)).toBeDefined();
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, 'Office');
  expect(name.getAttribute('aria-invalid')).not.toBe('true');
});

test('TRIP-016: the address of the calendar of trips is made from the menu, and shown once', async () => {
  const send = fakeSend({
    'exports.calendar-since': () => ({ since: null }),
    'exports.open-calendar': () => ({ path: '/api/triplog-calendar/secret.ics' }),
  });
  await renderScreen(<ExportMenu filter={WEEK} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Trips in my calendar' }));
  await user.click(await screen.findByRole('button', { name: 'Create an address' }));
  expect(await screen.findByRole('textbox', { name: 'Address of the calendar' })).toHaveProperty(
    'value',
    `${location.origin}/api/triplog-calendar/secret.ics`,
  );
});

test('ERR-041: what somebody else made of a log by mail meanwhile is shown, to take or to overwrite', async () => {
  let now = SCHEDULE;
  const send = fakeSend({
    'exports.schedules': () => ({ schedules: [now], members: MEMBERS, can_send: true }),
    'exports.update-schedule': ({ body }) => {
      if (body.was && body.was['format'] !== now.format) throw new ApiError(409, 'ChangedMeanwhile');
      return { id: SCHEDULE.id };
    },
  });
  await renderScreen(<SchedulesDialog filter={WEEK} onClose={() => {}} />, { send, user: signedInUser() });
  await userEvent.click(await screen.findByRole('button', { name: /^Change/ }));
  await userEvent.type(await screen.findByLabelText('Name'), ' two');
  now = { ...SCHEDULE, format: 'csv' };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/is now: CSV/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'exports.update-schedule')).toHaveLength(2));
  const [first, second] = send.requests.filter(({ id }) => id === 'exports.update-schedule').map(({ body }) => body);
  expect(first).toMatchObject({ name: 'Office two', was: { name: 'Office', format: 'pdf', recipient_ids: [8] } });
  expect(second).not.toHaveProperty('was');
});
