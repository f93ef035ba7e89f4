import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { appVersion } from '../lib/version.ts';
import { forgetReach, reportNoAnswer } from '../lib/offline/reach.ts';
import { ErrorCatcher } from './error-catcher.tsx';

afterEach(() => {
  cleanup();
  what = 'secret that somebody typed';
  forgetReach();
});

let isBroken = true;
let what = 'secret that somebody typed';
function Fragile() {
  if (isBroken) throw new TypeError(what);
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

test('NFR-006: a page whose file does not come needs a connection, also where that is found out a moment later; it has not crashed', async () => {
  what = 'Failed to fetch dynamically imported module: https://spora.example/assets/service.js';
  await crash();
  expect(screen.getByRole('alertdialog', { name: 'This page stopped working' })).toBeDefined();
  act(() => reportNoAnswer(null));
  expect(screen.getByRole('alertdialog', { name: 'This page needs a connection' })).toBeDefined();
});
