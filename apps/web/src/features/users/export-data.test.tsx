import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
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
  expect(await screen.findByText(/är hämtad. Texten LÄSMIG i den säger/)).toBeTruthy();
});
