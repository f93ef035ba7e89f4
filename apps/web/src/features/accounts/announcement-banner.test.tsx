import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { useSessionState, useSessionStore } from '../../lib/session-context.tsx';
import type { SessionStore } from '../../lib/session.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { AnnouncementBanner } from './components/announcement-banner.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

let store: SessionStore;
function Header() {
  store = useSessionStore();
  const state = useSessionState();
  const { setLanguage } = useLanguage();
  return (
    <>
      <button onClick={() => setLanguage('sv')}>Svenska</button>
      {state.kind === 'signed-in' && <AnnouncementBanner />}
    </>
  );
}
async function open(texts: { en: string; sv?: string }, user = signedInUser({ SubsiteID: 2 })) {
  const send = fakeSend({ 'accounts.announcement': ({ body }) => (body.lang === 'sv' ? (texts.sv ?? '') : texts.en) });
  const view = await renderScreen(<Header />, { send, user });
  await waitFor(() => expect(send.requests).toHaveLength(1));
  return { ...view, send, person: userEvent.setup() };
}
const TEXT = 'Work <b>tonight</b>, see <a href="https://status.example/">status</a>.';
const close = () => screen.findByRole('button', { name: /^(Close the message|Stäng meddelandet)$/ });
const hasBanner = () => screen.queryByRole('status') !== null;

test('NAV-029, API-026, SEC-010: the text is asked for the brand and the language, and shown with its safe tags', async () => {
  const { send } = await open({ en: `${TEXT}<img src=x onerror=alert(1)>` });
  const banner = await screen.findByRole('status');
  expect(banner.querySelector('b')?.textContent).toBe('tonight');
  const link = screen.getByRole('link', { name: 'status' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://status.example/', 'noopener noreferrer']);
  expect(banner.querySelector('img')).toBeNull();
  expect(banner.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(send.requests[0]).toMatchObject({ id: 'accounts.announcement', body: { lang: 'en', subsiteID: 2 }, headers: {} });
});

test('DEC-61: an empty text shows no banner, and neither does a failure', async () => {
  const { unmount } = await open({ en: ' ' });
  expect(hasBanner()).toBe(false);
  unmount();
  const send = fakeSend({
    'accounts.announcement': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await renderScreen(<AnnouncementBanner />, { send });
  await waitFor(() => expect(send.requests).toHaveLength(1));
  expect(hasBanner()).toBe(false);
});

test('DEC-61: it is loaded again on a change of language', async () => {
  const { send, person } = await open({ en: TEXT, sv: 'Arbete i natt' });
  await close();
  await person.click(screen.getByRole('button', { name: 'Svenska' }));
  expect(await screen.findByText('Arbete i natt')).toBeDefined();
  expect(send.requests.at(-1)).toMatchObject({ body: { lang: 'sv', subsiteID: 2 } });
});

test('DEC-61: closed, it stays closed over a reload until its text changes', async () => {
  const first = await open({ en: TEXT });
  await first.person.click(await close());
  expect(hasBanner()).toBe(false);
  first.unmount();

  const again = await open({ en: TEXT });
  expect(hasBanner()).toBe(false);
  again.unmount();

  await open({ en: 'Something else' });
  expect(await screen.findByText('Something else')).toBeDefined();
});

test.each(['signed-out', 'signed-out-elsewhere'] as const)('DEC-61: after a sign-out (%s) it is shown again', async (reason) => {
  const first = await open({ en: TEXT });
  await first.person.click(await close());
  act(() => store.end(reason));
  first.unmount();
  await open({ en: TEXT });
  expect(await screen.findByRole('status')).toBeDefined();
});

test('DEC-61: a session that ran out keeps it closed for the same person, not for another one', async () => {
  const first = await open({ en: TEXT });
  await first.person.click(await close());
  act(() => store.end('expired'));
  first.unmount();
  const same = await open({ en: TEXT });
  expect(hasBanner()).toBe(false);
  same.unmount();
  await open({ en: TEXT }, signedInUser({ ID: 99 }));
  expect(await screen.findByRole('status')).toBeDefined();
});
