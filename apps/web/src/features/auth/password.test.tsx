import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { takeFlash } from '../../lib/flash.ts';
import { useLeaveQuestion } from '../../lib/unsaved.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { ForgotPasswordScreen } from './forgot-password-screen.tsx';
import { PasswordChangeDialog } from './public/password-change.tsx';
import { SessionsPanel } from './public/sessions-panel.tsx';
import { ResetPasswordScreen } from './reset-password-screen.tsx';
import { createAuthStore } from './store.ts';
import { keepTypedAddress, peekTypedName, takeTypedAddress } from '../../lib/typed-address.ts';

// Fetched beforehand, so that the first test does not wait for it.
beforeAll(() => import('./components/password-change-dialog.tsx'));
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  takeFlash();
  takeTypedAddress();
});
afterEach(cleanup);

async function open(page: ReactNode, answers: FakeAnswers = {}, path = '/', user = path === '/' ? signedInUser() : undefined) {
  history.replaceState(null, '', path);
  const send = fakeSend(answers);
  await renderScreen(page, { send, ...(user ? { user } : {}) });
  return { send, user: userEvent.setup() };
}
const button = (name: string | RegExp): HTMLButtonElement => screen.getByRole('button', { name });
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const bodies = (send: { requests: { body?: unknown }[] }): unknown[] => send.requests.map((each) => each.body);
/** Whose password a link sets is asked for on arrival. */
const written = ({ requests }: { requests: { id: string; body?: unknown }[] }) =>
  requests.filter(({ id }) => id !== 'auth.reset-link');
const GOOD = 'Vinter-2026';
const refuse =
  (status: number, errors: ApiError['errors'], options = {}) =>
  () => {
    throw new ApiError(status, errors, options);
  };

test('PWD-001, PWD-002, PWD-003, PWD-004: the address is required, is sent with brand and language, and leads to the start with its message', async () => {
  const { send, user } = await open(<ForgotPasswordScreen />, { 'auth.forgot-password': () => ({}) }, '/user/forgot-password');
  await user.click(button('Send link'));
  expect(screen.getByText('Enter an e-mail address.')).toBeDefined();
  expect(document.activeElement).toBe(field('E-mail address'));
  expect(send.requests).toEqual([]);
  await user.type(field('E-mail address'), ' Anna@example.com {Enter}');
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(bodies(send)).toEqual([{ subsite_id: 0, email_address: 'Anna@example.com', lang: 'en' }]);
  expect(takeFlash()).toBe('reset-sent');
});

test('8a: the address that was typed to sign in is there already, and another kind of name is not', async () => {
  keepTypedAddress(' anna@example.com ');
  await open(<ForgotPasswordScreen />, {}, '/user/forgot-password');
  expect(field('E-mail address').value).toBe('anna@example.com');
  cleanup();
  keepTypedAddress('anna');
  await open(<ForgotPasswordScreen />, {}, '/user/forgot-password');
  expect(field('E-mail address').value).toBe('');
});

test('PWD-001: Cancel leads back to the sign-in and sends nothing', async () => {
  const { send, user } = await open(<ForgotPasswordScreen />, {}, '/user/forgot-password');
  await user.click(button('Cancel'));
  expect(location.pathname).toBe('/');
  expect(send.requests).toEqual([]);
  expect(takeFlash()).toBeNull();
});

test('ERR-040: without a connection the address stays, and another try is one press', async () => {
  let isOffline = true;
  const { user } = await open(
    <ForgotPasswordScreen />,
    {
      'auth.forgot-password': () => {
        if (isOffline) throw new ApiError(0, 'NetworkError', { cause: new TypeError('Failed to fetch') });
        return {};
      },
    },
    '/user/forgot-password',
  );
  await user.type(field('E-mail address'), 'anna@example.com{Enter}');
  await screen.findByRole('alert');
  expect(field('E-mail address').value).toBe('anna@example.com');
  isOffline = false;
  await user.click(button('Try again'));
  await waitFor(() => expect(location.pathname).toBe('/'));
});

test('PWD-011: a link without its code says so at once, with the way to a new one', async () => {
  await open(<ResetPasswordScreen />, {}, '/user/reset-password');
  expect(screen.getByRole('alert').textContent).toContain('The link is not valid');
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/user/forgot-password');
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('PWD-006: whose password it is stands there, and a link that is over says so before anything is typed', async () => {
  const whose = { username: 'anna@example.com', account_name: 'Söderslätts El' };
  await open(<ResetPasswordScreen />, { 'auth.reset-link': () => whose }, '/user/reset-password?_c=l1nk');
  expect(await screen.findByText('For anna@example.com at Söderslätts El.')).toBeDefined();
  cleanup();
  const over = () => {
    throw new ApiError(422, { code: ['InvalidResetLink'] });
  };
  await open(<ResetPasswordScreen />, { 'auth.reset-link': over }, '/user/reset-password?_c=l1nk');
  expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeDefined();
  expect(screen.queryByLabelText('New password')).toBeNull();
});

test('PWD-006, PWD-007, PWD-010, NAV-005: the code of the address and the password twice are sent, and the start tells that it worked', async () => {
  const { send, user } = await open(
    <ResetPasswordScreen />,
    { 'auth.reset-password': () => ({ username: 'anna@example.com' }) },
    '/user/reset-password?_c=l1nk',
  );
  expect(button('Cancel')).toBeDefined();
  await user.type(field('New password'), GOOD);
  await user.type(field('Repeat the password'), GOOD);
  await user.click(button('Save'));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(bodies({ requests: written(send) })).toEqual([
    { subsite_id: 0, code: 'l1nk', password: GOOD, password_confirmation: GOOD },
  ]);
  expect(takeFlash()).toBe('password-changed');
  expect(peekTypedName()).toBe('anna@example.com');
});

test('PWD-010: whoever is signed in here is told before it that saving the password signs them out', async () => {
  await open(<ResetPasswordScreen />, {}, '/user/reset-password?_c=l1nk', signedInUser());
  expect(await screen.findByText(/^Anna Lindqvist is signed in here, and is signed out when/)).toBeDefined();
  cleanup();
  await open(<ResetPasswordScreen />, {}, '/user/reset-password?_c=l1nk');
  expect(screen.queryByText(/is signed in here/)).toBeNull();
});

test('PWD-012, AUTH-028, ERR-036: a weak or mistyped password is told at its field, which gets the focus, and nothing is sent', async () => {
  const { send, user } = await open(<ResetPasswordScreen />, {}, '/user/reset-password?_c=l1nk');
  await user.type(field('New password'), 'short');
  await user.click(button('Save'));
  expect(screen.getByText(/needs at least 8 characters with/)).toBeDefined();
  expect(document.activeElement).toBe(field('New password'));
  await user.clear(field('New password'));
  await user.type(field('New password'), GOOD);
  await user.type(field('Repeat the password'), `${GOOD}x{Enter}`);
  expect(screen.getByText('The passwords do not match.')).toBeDefined();
  expect(document.activeElement).toBe(field('Repeat the password'));
  expect(written(send)).toEqual([]);
});

test('PWD-008, ERR-007: errors of the link and of the password stand where they belong', async () => {
  let errors: Record<string, ['PasswordTooCommon'] | ['InvalidResetLink']> = { password: ['PasswordTooCommon'] };
  const { user } = await open(
    <ResetPasswordScreen />,
    {
      'auth.reset-password': () => {
        throw new ApiError(422, errors);
      },
    },
    '/user/reset-password?_c=l1nk',
  );
  await user.type(field('New password'), GOOD);
  await user.type(field('Repeat the password'), `${GOOD}{Enter}`);
  expect(await screen.findByText(/so it is easy to guess/)).toBeDefined();
  expect(field('New password').value).toBe(GOOD);
  errors = { code: ['InvalidResetLink'] };
  await user.click(button('Save'));
  expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toBeDefined();
});

test('AUTH-025, PWD-012: the list ticks off length, upper-case letter, digit and special character while typing', async () => {
  const { user } = await open(<ResetPasswordScreen />, {}, '/user/reset-password?_c=l1nk');
  const list = within(screen.getByRole('list', { name: 'The password needs' }));
  const met = (): (string | null)[] =>
    list
      .getAllByRole('listitem')
      .filter((item) => item.textContent?.endsWith('met'))
      .map((item) => item.textContent);
  expect(met()).toEqual([]);
  await user.type(field('New password'), 'Å1');
  expect(met()).toEqual(['an upper-case letter, met', 'a digit, met']);
  await user.type(field('New password'), '-abcde');
  expect(met()).toHaveLength(4);
});

test('ERR-037, API-009: refusals of fields that are not on the screen are joined in a dialog', async () => {
  const { user } = await open(
    <ForgotPasswordScreen />,
    { 'auth.forgot-password': refuse(422, { lang: ['InvalidLanguage', 'InvalidInput'], subsite_id: ['InvalidId'] }) },
    '/user/forgot-password',
  );
  await user.type(field('E-mail address'), 'anna@example.com{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'That did not work' });
  expect(dialog.textContent).toContain('Choose one of the languages. The number cannot be used. Reload the page and try again.');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field('E-mail address').value).toBe('anna@example.com');
});

test("ERR-038: the server's own text of a fault is shown as it is, in a dialog", async () => {
  const { user } = await open(
    <ForgotPasswordScreen />,
    { 'auth.forgot-password': refuse(503, 'Down for maintenance until 14.' as ApiError['errors']) },
    '/user/forgot-password',
  );
  await user.type(field('E-mail address'), 'anna@example.com{Enter}');
  expect((await screen.findByRole('dialog')).textContent).toContain('Down for maintenance until 14.');
});

test('ERR-044: a fault of the server says the reference that support asks for, with the technical part behind a word', async () => {
  const { user } = await open(
    <ForgotPasswordScreen />,
    { 'auth.forgot-password': refuse(500, 'SomethingWentWrong', { reference: 'ABCD2345' }) },
    '/user/forgot-password',
  );
  await user.type(field('E-mail address'), 'anna@example.com{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('alert').textContent).toContain('Reference for support: ABCD2345');
  expect(dialog.querySelector('details')?.open).toBe(false);
  expect(dialog.querySelector('details')?.textContent).toContain('refused with 500');
});

test('AUTH-024, AUTH-026: Save waits for two equal passwords, sends them with the current one, and a dialog says that it worked', async () => {
  let isClosed = false;
  const { send, user } = await open(<PasswordChangeDialog onClose={() => (isClosed = true)} />, {
    'auth.change-password': () => ({}),
  });
  await screen.findByRole('dialog', { name: 'Change password' });
  expect(button('Save').disabled).toBe(true);
  await user.type(field('Current password'), 'Sommar-2025');
  await user.type(field('New password'), GOOD);
  expect(button('Save').disabled).toBe(true);
  await user.type(field('Repeat the password'), GOOD);
  expect(button('Save').disabled).toBe(false);
  await user.click(button('Save'));
  expect(await screen.findByRole('dialog', { name: 'The password is changed' })).toBeDefined();
  expect(bodies(send)).toEqual([
    { userId: 7, email: 'anna@example.com', password: GOOD, current_password: 'Sommar-2025', end_other_sessions: true },
  ]);
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(isClosed).toBe(true);
});

test('AUTH-024, AUTH-025: equal but weak passwords may be saved, and are then refused beside the field', async () => {
  const { send, user } = await open(<PasswordChangeDialog onClose={() => undefined} />);
  await screen.findByRole('dialog');
  await user.type(field('New password'), 'weak');
  await user.type(field('Repeat the password'), 'weak');
  await user.click(button('Save'));
  expect(screen.getByText(/needs at least 8 characters with/)).toBeDefined();
  expect(send.requests).toEqual([]);
});

test('AUTH-025: a wrong current password is told at its field, and the new one stays', async () => {
  const { user } = await open(<PasswordChangeDialog onClose={() => undefined} />, {
    'auth.change-password': refuse(422, 'WrongPassword'),
  });
  await screen.findByRole('dialog');
  await user.type(field('New password'), GOOD);
  await user.type(field('Repeat the password'), `${GOOD}{Enter}`);
  expect(await screen.findByText('The password is wrong.')).toBeDefined();
  expect(document.activeElement).toBe(field('Current password'));
  expect(field('New password').value).toBe(GOOD);
});

/** The question as the shell puts it. */
function LeaveQuestion() {
  const asked = useLeaveQuestion();
  return asked && <button onClick={() => asked.answer(false)}>Keep editing</button>;
}

test('NAV-039: closing the dialog with something typed asks first, and keeps it; with nothing typed it closes', async () => {
  let isClosed = false;
  const { user } = await open(
    <>
      <PasswordChangeDialog onClose={() => (isClosed = true)} />
      <LeaveQuestion />
    </>,
  );
  await screen.findByRole('dialog');
  await user.type(field('New password'), 'W');
  await user.click(button('Cancel'));
  const keep = await screen.findByText('Keep editing');
  keep.click();
  await waitFor(() => expect(screen.queryByText('Keep editing')).toBeNull());
  expect(isClosed).toBe(false);
  expect(field('New password').value).toBe('W');
  await user.clear(field('New password'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isClosed).toBe(true));
});

const browser = (id: number, name: string, is_this = false) => ({
  id,
  browser: name,
  is_this,
  created_at: '2026-05-01T08:00:00Z',
  last_used_at: '2026-05-04T08:00:00Z',
  expires_at: '2026-11-01T08:00:00Z',
});

test('TFA-020: sessions and trusted browsers are listed, this one is named, and each other can be ended', async () => {
  const store = createAuthStore(() => Promise.resolve(null));
  const { send, user } = await open(<SessionsPanel store={store} />, {
    'auth.list-sessions': () => ({
      sessions: [browser(1, 'Firefox, Windows', true), browser(2, 'Safari, iPhone')],
      trusted_browsers: [browser(5, 'Firefox, Windows', true)],
    }),
    'auth.end-session': () => ({}),
    'auth.end-other-sessions': () => ({ ended: 1 }),
    'auth.forget-browser': () => ({}),
  });
  expect((await screen.findAllByText('This browser')).length).toBe(2);
  expect(screen.queryByRole('button', { name: 'Sign out Firefox, Windows' })).toBeNull();
  await user.click(button('Sign out Safari, iPhone'));
  await waitFor(() => expect(send.requests.filter((each) => each.id === 'auth.list-sessions')).toHaveLength(2));
  expect(send.requests.find((each) => each.id === 'auth.end-session')?.params).toEqual({ id: 2 });
  await user.click(button('Stop trusting Firefox, Windows'));
  await waitFor(() => expect(send.requests.some((each) => each.id === 'auth.forget-browser')).toBe(true));
  await waitFor(() => expect(button('Sign out everywhere else').disabled).toBe(false));
  await user.click(button('Sign out everywhere else'));
  expect(await screen.findByText('Signed out in 1 other place.')).toBeDefined();
});
