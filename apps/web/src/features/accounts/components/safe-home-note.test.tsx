import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../../lib/testing.tsx';
import { SafeHomeNote } from './safe-home-note.tsx';

afterEach(cleanup);

test('decision 0092: where the account has safe return home it is said that its checks are made on days off too', async () => {
  const open = async (isOn: boolean, IsAdmin = true) => {
    const send = fakeSend({ 'accounts.safe-home-config': () => ({ EnableSafeReturnHome: isOn }) });
    await renderScreen(<SafeHomeNote />, { send, user: signedInUser({ IsAdmin }) });
    return send;
  };
  await open(true);
  expect(await screen.findByText(/units are checked on days off too/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Safe return home' })).toBeTruthy();
  cleanup();
  const send = await open(false);
  await waitFor(() => expect(send.requests).toHaveLength(1));
  expect(screen.queryByText(/days off/)).toBeNull();
  cleanup();
  expect((await open(true, false)).requests, 'of an administrator’s page').toEqual([]);
});
