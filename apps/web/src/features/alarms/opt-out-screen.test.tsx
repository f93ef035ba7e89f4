import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, type FakeAnswers } from '../../lib/testing.tsx';
import { usernameFault } from './model.ts';
import { OptOutScreen } from './opt-out-screen.tsx';

/** jsdom has the element, not its methods. */
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});
beforeEach(() => localStorage.clear());
afterEach(cleanup);

async function open(answers: FakeAnswers = {}, language: 'en' | 'sv' = 'en') {
  const send = fakeSend(answers);
  await renderScreen(<OptOutScreen />, { send, language });
  return { send, user: userEvent.setup() };
}
const name = () => screen.getByLabelText<HTMLInputElement>('User name');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const press = () => screen.getByRole('button', { name: 'Stop alerts' });
const refusal = (status: number, errors: ApiError['errors']) => (): never => {
  throw new ApiError(status, errors);
};

test('OPT-002: user name and password are required and the name is checked as an e-mail address, the first fault focused', async () => {
  const { user, send } = await open();
  await user.click(press());
  expect(screen.getByText('Enter an e-mail address.')).toBeDefined();
  expect(screen.getByText('Enter your password.')).toBeDefined();
  expect(document.activeElement).toBe(name());
  await user.type(name(), 'anna');
  await user.click(press());
  expect(screen.getByText('Enter a valid e-mail address, such as name@example.com.')).toBeDefined();
  expect(name().getAttribute('aria-invalid')).toBe('true');
  await user.type(name(), '@example.com');
  await user.click(press());
  expect(document.activeElement).toBe(password());
  expect(send.requests).toEqual([]);
  expect(['a@b', 'a@b.', '@b.se', 'a b@c.se', 'a@b.se', ' a@b.se '].map(usernameFault)).toEqual([
    'EnterValidEmail',
    'EnterValidEmail',
    'EnterValidEmail',
    'EnterValidEmail',
    null,
    null,
  ]);
});

test('OPT-001, OPT-003, OPT-004: what was filled in is sent once, and a modal names the e-mail address', async () => {
  const { user, send } = await open({ 'alarms.opt-out': () => ({ stopped: 'alerts-and-push', email: 'anna@example.com' }) });
  await user.type(name(), ' Anna@example.com ');
  await user.type(password(), 'hemligt');
  await user.click(screen.getByRole('checkbox', { name: 'Stop push notifications too' }));
  await user.click(press());
  const modal = await screen.findByRole('dialog', { name: 'Alerts are stopped' });
  expect(within(modal).getByText('Alerts by e-mail, SMS and push notification are stopped for anna@example.com.')).toBeDefined();
  expect(send.requests).toHaveLength(1);
  expect(send.requests[0]).toMatchObject({
    id: 'alarms.opt-out',
    body: { nt_useremail: 'Anna@example.com', nt_password: 'hemligt', remove_push: true, subsite_id: 0 },
    headers: {},
  });
  await user.click(within(modal).getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(password().value, 'the password is not left on the screen').toBe('');
});

test('OPT-006: the text beside the button says what will stop and how to turn it on again, and follows the box', async () => {
  const { user } = await open({ 'alarms.opt-out': () => ({ stopped: 'alerts', email: 'anna@example.com' }) });
  const effect = () => document.getElementById(press().getAttribute('aria-describedby') ?? '')?.textContent;
  expect(effect()).toBe(
    'Alerts to you by e-mail and SMS stop. Push notifications continue as now. To turn alerts on again, sign in and open your profile.',
  );
  const box = screen.getByRole('checkbox', { name: 'Stop push notifications too' });
  await user.click(box);
  expect(effect()).toBe(
    'All alerts to you stop: e-mail, SMS and push notifications. To turn them on again, sign in and open your profile.',
  );
  await user.click(box);
  await user.type(name(), 'anna@example.com');
  await user.type(password(), 'hemligt{Enter}');
  expect(await screen.findByText(/^Alerts by e-mail and SMS are stopped for anna@example.com\. Push/)).toBeDefined();
});

test('OPT-005: errors are shown as returned, keep what was typed and put the person back at the password', async () => {
  const { user } = await open({ 'alarms.opt-out': refusal(401, { msg: 'InvalidLogin', count: 2 }) });
  await user.type(name(), 'anna@example.com');
  await user.type(password(), 'wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong user name or password. 2 attempts left.');
  expect(name().value).toBe('anna@example.com');
  expect(document.activeElement).toBe(password());
});

test.each([
  ['TooManyAttempts', 'Too many failed attempts. Sign-in is blocked for one hour.'],
  ['A text of the server', 'A text of the server'],
])('OPT-005: %s is told in the alert', async (errors, told) => {
  const { user } = await open({ 'alarms.opt-out': refusal(429, errors as 'TooManyAttempts') });
  await user.type(name(), 'anna@example.com');
  await user.type(password(), 'x{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(told);
});

test('OPT-005: an error of one field stands at that field', async () => {
  const { user } = await open({ 'alarms.opt-out': refusal(422, { nt_useremail: ['EnterValidEmail'] }) });
  await user.type(name(), 'anna@example.com');
  await user.type(password(), 'x{Enter}');
  expect(await screen.findByText('Enter a valid e-mail address, such as name@example.com.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(name());
});

test('OPT-001, NAV-007: the password can be shown, the page has one heading and speaks Swedish', async () => {
  const { user } = await open({}, 'sv');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Stoppa larm');
  expect(document.title).toMatch(/^Stoppa larm · /);
  const field = screen.getByLabelText<HTMLInputElement>('Lösenord');
  expect(field.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Visa lösenordet' }));
  expect(field.type).toBe('text');
  expect(screen.queryByRole('banner')).toBeNull();
});
