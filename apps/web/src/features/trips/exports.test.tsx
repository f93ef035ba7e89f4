import { createFormat } from '@spora/messages/format';
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { completeBrowser, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ExportMenu } from './components/export-menu.tsx';
import { choicesFor, exportQueryOf, sizeText } from './exports-model.ts';

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
  const send = fakeSend({ 'trips.download': () => Uint8Array.of(68, 97, 116, 101) });
  await renderScreen(<ExportMenu filter={WEEK} />, { send, user: signedInUser() });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'CSV, for any spreadsheet' }));
  expect(await screen.findByText('The file is saved')).toBeDefined();
  expect(send.requests).toMatchObject([{ id: 'trips.download', params: { format: 'csv' }, query: { ...WEEK, lang: 'en' } }]);
});

test('TRIP-016: a refused export says why, and the menu is there again', async () => {
  const send = fakeSend({
    'trips.download': () => {
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
