import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { NoticeSettings } from './components/notice-settings.tsx';
import { ExportOwnData } from './public/export-data.tsx';

beforeAll(() => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = vi.fn();
});
afterEach(cleanup);

test('SEC-015: when the file of one’s own data is there it is said so, with what explains it', async () => {
  const send = fakeSend({ 'accounts.export-own-data': () => new Uint8Array([1]) });
  await renderScreen(<ExportOwnData />, { send, language: 'sv', user: signedInUser() });
  await userEvent.click(screen.getByRole('button', { name: 'Hämta mina uppgifter' }));
  expect(await screen.findByText(/är hämtad. Texten LASMIG i den säger/)).toBeTruthy();
});

test('SEC-015, SEC-016: where one reads again what is collected, the button that fetches it is at hand', async () => {
  const send = fakeSend({
    'users.notice': () => ({ position_months: 3, private_position_months: 1, required: false, acknowledged_at: null }),
    'accounts.export-own-data': () => new Uint8Array([1]),
  });
  await renderScreen(<NoticeSettings />, { send, language: 'sv', user: signedInUser() });
  const opener = await screen.findByRole('button', { name: 'Läs informationen' });
  await waitFor(() => expect(opener.hasAttribute('disabled')).toBe(false));
  await userEvent.click(opener);
  await userEvent.click(await within(screen.getByRole('dialog')).findByRole('button', { name: 'Hämta mina uppgifter' }));
  expect(await screen.findByText(/är hämtad. Texten LASMIG i den säger/)).toBeTruthy();
});
