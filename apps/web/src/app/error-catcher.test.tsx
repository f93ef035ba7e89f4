import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { appVersion } from '../lib/version.ts';
import { ErrorCatcher } from './error-catcher.tsx';

afterEach(cleanup);

let isBroken = true;
function Fragile() {
  if (isBroken) throw new TypeError('secret that somebody typed');
  return <p>the page</p>;
}

async function crash(user = signedInUser()) {
  isBroken = true;
  // React says every caught error on the console.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const send = fakeSend({ 'users.report-crash': () => ({}) });
  await renderScreen(
    <ErrorCatcher>
      <Fragile />
    </ErrorCatcher>,
    { send, user },
  );
  quiet.mockRestore();
  return send;
}

test('ERR-039: a page that crashes offers to refresh or to ignore it, and has the focus', async () => {
  await crash();
  const dialog = screen.getByRole('alertdialog', { name: 'This page stopped working' });
  expect(document.activeElement).toBe(dialog);
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Continue anyway' }));
  expect(screen.getByText('the page')).toBeDefined();
});

test('API-119, ERR-044: it shows a short reference, which the server is told with the places in the code but not the text of the error', async () => {
  const send = await crash();
  const shown = screen.getByText(/^Reference for support: [A-Z0-9]{8}$/).textContent;
  await waitFor(() => expect(send.requests).toHaveLength(1));
  const body = send.requests[0]!.body as { reference: string; places: string[]; version: string };
  expect(body.version).toBe(appVersion);
  expect(shown).toContain(body.reference);
  expect(body.places.length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(screen.getByText('TypeError: secret that somebody typed').closest('details')?.open).toBe(false);
});
