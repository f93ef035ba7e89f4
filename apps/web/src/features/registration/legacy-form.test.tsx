import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { takeFlash } from '../../lib/flash.ts';
import { bodiesOf, field, fill, openRegistration, startBrowser } from './testing.tsx';

beforeEach(() => startBrowser('?design=old'));
afterEach(cleanup);

async function fillAll(user: UserEvent): Promise<void> {
  const answers: readonly (readonly [string, string])[] = [
    ['IMEI', '350000000000014'],
    ['Full name', 'Ada Byron'],
    ['E-mail (your user name)', 'ada@example.com'],
    ['New password', 'Correct-1'],
    ['Repeat the password', 'Correct-1'],
    ['Company phone', '0812345'],
    ['Contact person', 'Charles'],
    ['Address', 'Storgatan 1'],
    ['Postal code', '11122'],
    ['Town or city', 'Stockholm'],
    ['Phone number', '701234567'],
  ];
  for (const [label, value] of answers) await fill(user, label, value);
  const terms = screen.queryByRole('checkbox');
  if (terms) await user.click(terms);
}
const submit = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Register' }));

test('NAV-003, REG-017, DEC-60, LEG-001, LEG-002, LEG-003, LEG-004: the older design is one form of three cards', async () => {
  await openRegistration();
  const card = (name: string) => within(screen.getByRole('group', { name }));
  for (const label of ['IMEI', 'Reseller (optional)', 'Comment (optional)']) card('Unit').getByLabelText(label);
  for (const label of ['Full name', 'E-mail (your user name)', 'New password', 'Repeat the password'])
    card('Sign-in').getByLabelText(label);
  for (const label of ['Company name (optional)', 'Company phone', 'Contact person', 'Address', 'Postal code', 'Town or city'])
    card('Customer').getByLabelText(label);
  for (const label of ['Country', 'Country code', 'Phone number', 'I accept the terms.']) card('Customer').getByLabelText(label);
});

test('NAV-003: the newer design is the wizard', async () => {
  startBrowser('?design=new');
  await openRegistration();
  expect(screen.getByText('Who is the unit for?')).toBeDefined();
});

test('LEG-011, CONST-047: the phone\u2019s country picker begins with Sweden, Norway and the United Kingdom', async () => {
  await openRegistration();
  const options = within(screen.getByLabelText('Country code')).getAllByRole('option');
  expect(options.slice(0, 3).map((option) => option.textContent)).toEqual(['Sweden +46', 'Norway +47', 'United Kingdom +44']);
});

test('LEG-008, LEG-012: submitting tells what is missing, focuses the first invalid field and sends nothing', async () => {
  const { send, user } = await openRegistration();
  await submit(user);
  expect(
    screen.getByText('Enter the IMEI of a unit that can be registered: the 15 digits on the unit or its box.'),
  ).toBeDefined();
  expect(screen.getByText('Enter a contact person.')).toBeDefined();
  expect(screen.getByText('Accept the terms to register.')).toBeDefined();
  expect(document.activeElement).toBe(field('IMEI'));
  expect(send.requests).toEqual([]);
});

test('LEG-012: a field is judged when it is left, not before', async () => {
  const { user } = await openRegistration();
  await user.type(field('E-mail (your user name)'), 'ada');
  expect(screen.queryByText('Enter a valid e-mail address.')).toBeNull();
  await user.tab();
  expect(screen.getByText('Enter a valid e-mail address.')).toBeDefined();
  await user.click(field('New password'));
  await user.click(field('Full name'));
  expect(screen.getByText('Choose a password.')).toBeDefined();
});

test('LEG-009: a limited field counts as one types and takes no more than its limit', async () => {
  const { user } = await openRegistration();
  const name = field('Full name');
  await user.click(name);
  await user.paste('x'.repeat(49));
  expect(within(name.closest('div')!.parentElement!).getByText('49 of 50 characters')).toBeDefined();
  await user.type(name, 'yz');
  expect(name.value).toBe(`${'x'.repeat(49)}y`);
  expect(within(name.closest('div')!.parentElement!).getByText('50 of 50 characters')).toBeDefined();
});

test('LEG-010, ERR-030: the company phone takes no letters, and a country code in front is pointed out', async () => {
  const { user } = await openRegistration();
  await user.type(field('Company phone'), '+46 (0)8-12ab');
  expect(field('Company phone').value).toBe('+460812');
  await user.tab();
  expect(screen.getByText(/must not begin with 07, 46, 47 or \+/)).toBeDefined();
});

test('LEG-006, LEG-007, DEC-09, DEC-79: the modal asks for the kind of invoice, then the customer is registered', async () => {
  const { send, user } = await openRegistration();
  await fillAll(user);
  await submit(user);
  const dialog = within(await screen.findByRole('dialog'));
  expect(bodiesOf(send, 'registration.register')).toEqual([]);
  await dialog.findByRole('radio', { name: 'Invoice by e-mail' });
  await user.click(dialog.getByRole('button', { name: 'Register' }));
  expect(dialog.getByText('Choose how you want to pay.')).toBeDefined();
  await user.click(dialog.getByRole('radio', { name: 'Invoice by e-mail' }));
  await user.click(dialog.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(takeFlash()).toBe('registered');
  expect(bodiesOf(send, 'registration.register')).toEqual([
    expect.objectContaining({
      is_private_account: 0,
      personal_org_number: '',
      acc_company_phone: '0812345',
      paymentType: 'Invoice by e-mail',
    }),
  ]);
});

test('LEG-005, LEG-006, BRAND-005, BRAND-009: on another brand terms and comment are hidden and the modal opens without a choice', async () => {
  startBrowser('?subsite=4');
  const { send, user } = await openRegistration({ 'registration.payment-types': () => [] });
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByLabelText('Comment (optional)')).toBeNull();
  expect(screen.getByRole('link', { name: /^Read the terms/ })).toBeDefined();
  await fillAll(user);
  await submit(user);
  const dialog = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Register' }).disabled).toBe(false));
  await user.click(dialog.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(bodiesOf(send, 'registration.register')).toHaveLength(1));
  expect(bodiesOf(send, 'registration.register')[0]).toMatchObject({ terms: true, paymentType: '', subsiteID: 4 });
});

test('REG-005, REG-007, ERR-008, ERR-009: unknown IMEI and taken e-mail are both told beside their fields before the modal opens', async () => {
  const { user } = await openRegistration({
    'registration.check-imei': () => {
      throw new ApiError(404, 'ImeiNumberError');
    },
    'registration.check-email': () => {
      throw new ApiError(409, 'EmailInUse');
    },
  });
  await fillAll(user);
  await submit(user);
  expect(
    await screen.findByText('Enter the IMEI of a unit that can be registered: the 15 digits on the unit or its box.'),
  ).toBeDefined();
  expect(screen.getByText(/already in use\. If it is yours/)).toBeDefined();
  expect(document.activeElement).toBe(field('IMEI'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('REG-015, ERR-015, ERR-044: a refusal of another kind is told in a modal, and the form keeps everything', async () => {
  const { user } = await openRegistration({
    'registration.payment-types': () => [],
    'registration.register': () => {
      throw new ApiError(500, 'SomethingWentWrong', { reference: 'ABCD2345' });
    },
  });
  await fillAll(user);
  await submit(user);
  const confirm = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(confirm.getByRole<HTMLButtonElement>('button', { name: 'Register' }).disabled).toBe(false));
  await user.click(confirm.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText(/^Something went wrong.* Reference for support: ABCD2345$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(field('Full name').value).toBe('Ada Byron');
});

test('ERR-040: without an answer to the checks the form stays and the check can be repeated', async () => {
  let isOnline = false;
  const { user } = await openRegistration({
    'registration.check-imei': () => {
      if (!isOnline) throw new ApiError(0, 'NetworkError');
      return {};
    },
  });
  await fillAll(user);
  await submit(user);
  expect((await screen.findByRole('alert')).textContent).toContain('No contact with the server');
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
  expect(field('Full name').value).toBe('Ada Byron');
});

test('NAV-039: a form that is begun is not left by a link or by closing the tab without a question', async () => {
  const { user } = await openRegistration();
  const closing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(closing(), 'nothing is lost yet').toBe(false);
  await user.type(field('Full name'), 'Ada');
  expect(closing()).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep editing' }));
  expect(location.pathname).toBe('/user/register');
  expect(field('Full name').value).toBe('Ada');
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave without saving' }));
  expect(location.pathname).toBe('/');
});

test('NAV-039: the browser\u2019s Back asks before it throws away a form that is begun', async () => {
  history.replaceState(null, '', '/terms');
  history.pushState(null, '', '/user/register?design=old');
  const { user } = await openRegistration();
  await fill(user, 'Full name', 'Ada');
  history.back();
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(location.pathname).toBe('/user/register');
  expect(field('Full name').value).toBe('Ada');
  history.back();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(location.pathname).toBe('/terms'));
});

test('REG-006: a digit that is typed into a full IMEI is not taken, wherever it is typed; another number is, when it is pasted', async () => {
  const { user } = await openRegistration();
  const imei = field('IMEI');
  await user.type(imei, '350000000000014');
  await user.type(imei, '7', { initialSelectionStart: 3, initialSelectionEnd: 3 });
  expect(imei.value).toBe('350000000000014');
  await user.type(imei, '9');
  expect(imei.value).toBe('350000000000014');
  await user.clear(imei);
  await user.paste('35 000000 000002 2');
  expect(imei.value).toBe('350000000000022');
});

test('NAV-039: reading the terms beside the form, and taking back what was typed, ask nothing', async () => {
  const { user } = await openRegistration();
  await user.type(field('Full name'), 'A');
  await user.click(screen.getByRole('link', { name: /Read the terms/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.clear(field('Full name'));
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(location.pathname).toBe('/');
});
