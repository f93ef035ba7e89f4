import type { OwnFactors } from '@spora/contract/second-factor/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { FactorsPanel } from './public/factors-panel.tsx';
import { RequirementScreen } from './public/requirement-screen.tsx';
import { ResetFactorsDialog } from './public/reset-dialog.tsx';
import { SetUpScreen } from './set-up-screen.tsx';

afterEach(cleanup);

const NOTHING: OwnFactors = {
  app: null,
  passkeys: [],
  recovery_codes_left: 0,
  mail: false,
  is_required: false,
  is_mail_enough: false,
  needs_code: false,
};
const WITH_APP: OwnFactors = {
  ...NOTHING,
  app: { since: '2026-05-04T08:00:00Z', last_used_at: null },
  recovery_codes_left: 10,
  needs_code: true,
};
const CODES = Array.from({ length: 10 }, (_, i) => `k3v9${i}-2x7qd`);
const KEY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A server whose member has `factors`, and gets an app by proving one. */
function serverOf(factors: OwnFactors, answers: FakeAnswers = {}) {
  let now = factors;
  return fakeSend({
    'second-factor.get': () => now,
    'second-factor.start-app': () => ({ key: KEY, uri: `otpauth://totp/Spora:anna?secret=${KEY}` }),
    'second-factor.confirm-app': ({ body }) => {
      if (body.code !== '123456') throw new ApiError(422, { code: ['WrongFirstCode'] });
      now = WITH_APP;
      return { factors: now, recovery_codes: CODES };
    },
    'second-factor.remove-app': () => (now = NOTHING),
    'second-factor.get-requirement': () => ({
      required_of: 'nobody' as const,
      is_mail_enough: false,
      without: 3,
      is_own_set_up: true,
    }),
    ...answers,
  });
}
const bodiesOf = (send: ReturnType<typeof fakeSend>, id: string) =>
  send.requests.filter((each) => each.id === id).map(({ body }) => body);

async function setUpApp(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Set up app' }));
  await user.type(await screen.findByLabelText('Current password'), 'hemligt{Enter}');
  await screen.findByRole('img', { name: 'QR code for the authenticator app' });
}

test('12-A4: an app is set up by password, QR code or key, and a first code; then the recovery codes are shown once', async () => {
  const send = serverOf(NOTHING);
  await renderScreen(<FactorsPanel />, { send });
  const user = userEvent.setup();
  await setUpApp(user);
  expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeDefined();
  await user.type(screen.getByLabelText('Code that the app shows'), '000000{Enter}');
  await screen.findByText('The code is wrong or has already been used. Enter the next one that the app shows.');
  await user.clear(screen.getByLabelText('Code that the app shows'));
  await user.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(CODES);
  // Shown once: neither Escape nor a cross nor a tap beside it takes them away before they are kept.
  await user.keyboard('{Escape}');
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.getByText(CODES[0]!)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await screen.findByText(/10 are left/);
  expect(screen.queryByText(CODES[0]!)).toBeNull();
  expect(bodiesOf(send, 'second-factor.start-app')).toEqual([{ password: 'hemligt' }]);
});

test('12-A4: who has an app is asked for a code of it as well before it is taken away', async () => {
  const send = serverOf(WITH_APP);
  await renderScreen(<FactorsPanel />, { send });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }));
  await user.type(await screen.findByLabelText('Current password'), 'hemligt');
  await user.type(screen.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await screen.findByText(/Not set up/);
  expect(bodiesOf(send, 'second-factor.remove-app')).toEqual([{ password: 'hemligt', code: '123456' }]);
});

test('12-A4: passkeys are listed with their names and last use, and it is said where the browser knows none', async () => {
  const passkeys = [
    { id: 1, name: 'Mobilen', created_at: '2026-05-04T08:00:00Z', last_used_at: '2026-05-05T08:00:00Z' },
    { id: 2, name: 'Nyckeln', created_at: '2026-05-04T08:00:00Z', last_used_at: null },
  ];
  await renderScreen(<FactorsPanel />, { send: serverOf({ ...NOTHING, passkeys, needs_code: true }) });
  await screen.findByRole('button', { name: 'Remove the passkey Mobilen' });
  expect(screen.getByText(/^Last used/)).toBeDefined();
  expect(screen.getByText('Not used yet')).toBeDefined();
  expect(screen.getByText('Passkeys do not work in this browser.')).toBeDefined();
});

test('12-A4: who must have a second step sets it up and goes on when the codes are saved', async () => {
  const user = userEvent.setup();
  let isDone = false;
  await renderScreen(<SetUpScreen onDone={async () => void (isDone = true)} onSignOut={() => undefined} />, {
    send: serverOf(NOTHING),
    user: signedInUser({ MustSetUpFactor: true }),
  });
  expect(await screen.findByText(/Norrbud requires two-step sign-in/)).toBeDefined();
  await setUpApp(user);
  await user.type(screen.getByLabelText('Code that the app shows'), '123456{Enter}');
  await screen.findByRole('list', { name: 'Recovery codes' });
  expect(isDone, 'not before the codes are saved').toBe(false);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(isDone).toBe(true));
});

test('12-A4: an administrator requires a second step of everybody, with a fresh proof', async () => {
  const wanted = { required_of: 'everybody' as const, is_mail_enough: true };
  const send = serverOf(WITH_APP, {
    'second-factor.set-requirement': () => ({ ...wanted, without: 2, is_own_set_up: true }),
  });
  await renderScreen(<RequirementScreen />, { send, user: signedInUser() });
  const user = userEvent.setup();
  expect(await screen.findByText('3 users have no second step that counts.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Required of'), 'Everybody');
  await user.click(screen.getByRole('checkbox', { name: /A code by e-mail counts/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(await screen.findByLabelText('Current password'), 'hemligt');
  await user.type(screen.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await waitFor(() =>
    expect(bodiesOf(send, 'second-factor.set-requirement')).toEqual([
      { ...wanted, password: 'hemligt', code: '123456', was: { required_of: 'nobody', is_mail_enough: false } },
    ]),
  );
});

test('ERR-041: what somebody else requires meanwhile is told, and taken or overwritten with a proof of its own', async () => {
  const facts = { required_of: 'nobody' as const, is_mail_enough: false, without: 3, is_own_set_up: true };
  const theirs = { ...facts, required_of: 'administrators' as const };
  let isOther = false;
  const send = serverOf(WITH_APP, {
    'second-factor.get-requirement': () => (isOther ? theirs : facts),
    'second-factor.set-requirement': ({ body }) => {
      if (body.was === undefined) return { ...theirs, required_of: 'everybody' };
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
  });
  await renderScreen(<RequirementScreen />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const of = await screen.findByLabelText<HTMLSelectElement>('Required of');
  const prove = async () => {
    await user.type(await screen.findByLabelText('Current password'), 'hemligt');
    await user.type(screen.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.selectOptions(of, 'Everybody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await prove();
  expect(await screen.findByText('Required of is now: Administrators')).toBeDefined();
  expect(screen.queryByText(/^A code by e-mail counts is now/), 'what nobody changed').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(of.value).toBe('administrators');
  await user.selectOptions(of, 'Everybody');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await prove();
  await user.click(await screen.findByRole('button', { name: 'Overwrite with mine' }));
  await prove();
  const proof = { password: 'hemligt', code: '123456' };
  expect(bodiesOf(send, 'second-factor.set-requirement')).toEqual([
    { required_of: 'everybody', is_mail_enough: false, ...proof, was: { required_of: 'nobody', is_mail_enough: false } },
    { required_of: 'everybody', is_mail_enough: false, ...proof, was: { required_of: 'administrators', is_mail_enough: false } },
    { required_of: 'everybody', is_mail_enough: false, ...proof },
  ]);
});

test('12-A4: the second step of a member who lost the telephone is reset with a reason', async () => {
  let isClosed = false;
  const send = serverOf(NOTHING, { 'second-factor.reset': () => ({}) });
  await renderScreen(<ResetFactorsDialog user={{ id: 8, full_name: 'Bo Ek' }} onClose={() => (isClosed = true)} />, { send });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Reason'), 'Tappad telefon');
  await user.type(screen.getByLabelText('Current password'), 'hemligt{Enter}');
  await waitFor(() => expect(isClosed).toBe(true));
  expect(bodiesOf(send, 'second-factor.reset')).toEqual([{ reason: 'Tappad telefon', password: 'hemligt' }]);
});
