import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { DataOf } from '@spora/contract/endpoint-map';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { SingleSignOnScreen } from './public.tsx';
import { SignOnScreen } from './screen.tsx';
import { leftFor } from './store.ts';

afterEach(cleanup);
beforeEach(() => sessionStorage.clear());

const PAGE = '/user/single-sign-on';
const FLOW = 'f'.repeat(43);
async function open(path: string, answers: FakeAnswers) {
  history.replaceState(null, '', path);
  const send = fakeSend(answers);
  const told = { signedIn: vi.fn(), pending: vi.fn(), left: vi.fn() };
  await renderScreen(<SignOnScreen onSignedIn={told.signedIn} onPending={told.pending} leave={told.left} />, { send });
  return { send, ...told, user: userEvent.setup() };
}

test('ADM-020: the address at work leads to the provider, and what the browser began is kept for this tab', async () => {
  const { send, left, user } = await open(PAGE, {
    'single-sign-on.begin': () => ({ url: 'https://login.example.com/authorize?x', flow: FLOW }),
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByText('Enter your work e-mail address.')).toBeDefined();
  expect(send.requests).toEqual([]);
  await user.type(screen.getByLabelText('Work e-mail address'), ' anna@company.example {Enter}');
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://login.example.com/authorize?x'));
  expect(send.requests[0]?.body).toEqual({ address: 'anna@company.example', subsiteid: 0 });
  expect(leftFor.read()).toEqual({ flow: FLOW, address: 'anna@company.example' });
});

test('ADM-020: what the browser comes back with is sent once with what it began, and leaves the address', async () => {
  leftFor.write({ flow: FLOW, address: 'anna@company.example' });
  const { send, signedIn } = await open(`${PAGE}?code=c&state=s`, {
    'single-sign-on.finish': () => ({ pending: false, user: { ...signedInUser(), token: 't' } }),
  });
  await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1));
  expect(send.requests.map(({ body }) => body)).toEqual([{ flow: FLOW, answer: '?code=c&state=s' }]);
  expect(location.search).toBe('');
  expect(leftFor.read()).toBeNull();
});

test('ADM-020: where a code is asked for the sign-in page goes on with it', async () => {
  leftFor.write({ flow: FLOW, address: 'anna@company.example' });
  const { pending } = await open(`${PAGE}?code=c&state=s`, {
    'single-sign-on.finish': () => ({ pending: true, user: { ID: 7, EnableTwoFactorAuth: true, token: 't' }, factors: ['mail'] }),
  });
  await waitFor(() => expect(pending).toHaveBeenCalledWith({ userId: 7, token: 't', factors: ['mail'] }, 'anna@company.example'));
});

test('ADM-020: an answer that this tab did not ask for is sent nowhere', async () => {
  const { send, user } = await open(`${PAGE}?code=c&state=s`, {});
  expect(screen.getByText(/took too long or has already been used/)).toBeDefined();
  expect(send.requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  expect(screen.getByLabelText('Work e-mail address')).toBeDefined();
});

test('ADM-020: a refusal says what it is and leads back to the start', async () => {
  leftFor.write({ flow: FLOW, address: 'anna@company.example' });
  await open(`${PAGE}?code=c&state=s`, {
    'single-sign-on.finish': () => {
      throw new ApiError(403, 'SignOnNoMember');
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('You have no account here');
  expect(screen.getByRole('button', { name: 'Start again' })).toBeDefined();
  expect(screen.queryByText('Signing you in')).toBeNull();
});

const FACTORS: DataOf<'second-factor.get'> = {
  app: { since: '2026-11-01T08:00:00Z', last_used_at: null },
  passkeys: [],
  recovery_codes_left: 8,
  mail: false,
  is_required: false,
  is_mail_enough: false,
  needs_code: true,
};

const SETTINGS: DataOf<'single-sign-on.settings'> = {
  issuer: 'https://login.example.com',
  client_id: 'fleet',
  has_secret: true,
  is_on: false,
  is_only_way: false,
  asks_second_factor: false,
  redirect_uri: 'https://fleet.example/user/single-sign-on',
  domains: [
    { id: 1, name: 'company.example', record_name: '_sign-on.company.example', record_text: 'sign-on=abc', proven_at: null },
  ],
  links: [{ member_id: 7, name: 'Anna Ek', linked_at: '2026-11-01T08:00:00Z', last_used_at: '2026-11-02T08:00:00Z' }],
};

test('ADM-020: an administrator proves a domain, saves the provider without retyping the secret, tests it and releases a link', async () => {
  const send = fakeSend({
    'single-sign-on.settings': () => SETTINGS,
    'single-sign-on.prove-domain': () => {
      throw new ApiError(409, 'SignOnDomainUnproven');
    },
    'single-sign-on.save': () => ({}),
    'single-sign-on.remove-domain': () => ({}),
    'second-factor.get': () => FACTORS,
    'single-sign-on.test': () => ({
      checks: [
        { check: 'domain', problem: null },
        { check: 'provider', problem: 'redirect' },
      ],
    }),
    'single-sign-on.unlink': () => ({}),
  });
  await renderScreen(<SingleSignOnScreen />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const sent = (id: string) => send.requests.filter((request) => request.id === id);
  const domain = within(await screen.findByRole('listitem', { name: 'company.example' }));
  expect(domain.getByText('sign-on=abc')).toBeDefined();
  await user.click(domain.getByRole('button', { name: 'Look for the record' }));
  const look = within(await screen.findByRole('dialog', { name: 'Verify company.example?' }));
  await user.type(look.getByLabelText('Current password'), 'secret');
  await user.type(await look.findByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  expect((await look.findByRole('alert')).textContent).toContain('The record was not found');
  await user.click(look.getByRole('button', { name: 'Cancel' }));

  const form = within(screen.getByRole('form', { name: 'Provider' }));
  const given = within(form.getByRole('group', { name: 'Address to return to' }));
  expect(given.getByText(SETTINGS.redirect_uri)).toBeDefined();
  expect(given.getByRole('button', { name: 'Copy' }), 'it is copied, not filled in').toBeDefined();
  expect(given.queryByRole('textbox')).toBeNull();
  expect(form.getByText(/for example https:\/\/login\.example\.com/)).toBeDefined();
  await user.click(form.getByLabelText('Users sign in only this way'));
  expect(form.getByText(/sign in this way yourself first/)).toBeDefined();
  await user.click(form.getByLabelText('Users sign in only this way'));
  await user.click(form.getByLabelText('Users can sign in with their organisation'));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const proof = within(await screen.findByRole('dialog', { name: 'Save how users sign in?' }));
  await user.type(proof.getByLabelText('Current password'), 'secret');
  await user.type(await proof.findByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await waitFor(() => expect(sent('single-sign-on.save')).toHaveLength(1));
  expect(sent('single-sign-on.save')[0]?.body).toEqual({
    issuer: 'https://login.example.com',
    client_id: 'fleet',
    is_on: true,
    is_only_way: false,
    asks_second_factor: false,
    password: 'secret',
    code: '123456',
    was: {
      issuer: 'https://login.example.com',
      client_id: 'fleet',
      is_on: false,
      is_only_way: false,
      asks_second_factor: false,
      has_secret: true,
    },
  });

  await user.click(screen.getByRole('button', { name: 'Test the connection' }));
  expect(await screen.findByText('The address leads on to another one. Enter that one.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Unlink Anna Ek' }));
  const release = within(await screen.findByRole('dialog', { name: 'Unlink Anna Ek?' }));
  await user.type(release.getByLabelText('Current password'), 'secret');
  await user.type(release.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await waitFor(() => expect(sent('single-sign-on.unlink')[0]?.body).toEqual({ password: 'secret', code: '123456' }));
  // A domain is not removed before it was asked, and what cannot be had is said there.
  const remove = domain.getByRole('button', { name: 'Remove company.example' });
  expect(remove.textContent, 'the name stands above it').toBe('Remove');
  await user.click(remove);
  const removal = within(await screen.findByRole('dialog', { name: 'Remove company.example?' }));
  expect(sent('single-sign-on.remove-domain')).toHaveLength(0);
  await user.type(removal.getByLabelText('Current password'), 'secret');
  await user.type(removal.getByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await waitFor(() => expect(sent('single-sign-on.remove-domain')).toHaveLength(1));
});

test('ERR-041: a provider that somebody else has set meanwhile is told, and taken or overwritten with a proof of its own', async () => {
  let isOther = false;
  const send = fakeSend({
    'single-sign-on.settings': () => (isOther ? { ...SETTINGS, client_id: 'theirs', is_only_way: true } : SETTINGS),
    'single-sign-on.save': ({ body }) => {
      if (body.was === undefined) return {};
      isOther = true;
      throw new ApiError(409, 'ChangedMeanwhile');
    },
    'second-factor.get': () => FACTORS,
  });
  await renderScreen(<SingleSignOnScreen />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Provider' }));
  const prove = async () => {
    const proof = within(await screen.findByRole('dialog', { name: 'Save how users sign in?' }));
    expect(proof.queryByRole('alert')).toBeNull();
    await user.type(proof.getByLabelText('Current password'), 'secret');
    await user.type(await proof.findByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  const isOn = form.getByLabelText<HTMLInputElement>('Users can sign in with their organisation');
  await user.click(isOn);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await prove();
  expect(await form.findByText('Client ID is now: theirs')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Use theirs' }));
  expect([form.getByLabelText<HTMLInputElement>('Client ID').value, isOn.checked], 'their client, and what was ticked').toEqual([
    'theirs',
    true,
  ]);

  await user.click(form.getByRole('button', { name: 'Save' }));
  await prove();
  await user.click(await form.findByRole('button', { name: 'Overwrite with mine' }));
  await prove();
  const sent = send.requests.filter(({ id }) => id === 'single-sign-on.save').map(({ body }) => body);
  expect(sent).toMatchObject([
    { client_id: 'fleet', is_on: true, was: { client_id: 'fleet', is_on: false, is_only_way: false } },
    { client_id: 'theirs', is_on: true, was: { client_id: 'theirs', is_on: false, is_only_way: true } },
    { client_id: 'theirs', is_on: true, password: 'secret' },
  ]);
  expect(sent[2]).not.toHaveProperty('was');
});

test('NAV-039: what is typed into the provider form after it was saved is unsaved again', async () => {
  const send = fakeSend({
    'single-sign-on.settings': () => SETTINGS,
    'single-sign-on.save': () => ({}),
    'second-factor.get': () => FACTORS,
  });
  await renderScreen(<SingleSignOnScreen />, { send, user: signedInUser() });
  const user = userEvent.setup();
  const form = within(await screen.findByRole('form', { name: 'Provider' }));
  await user.type(form.getByLabelText('Client ID'), '-1');
  expect(hasUnsaved()).toBe(true);
  await user.click(form.getByRole('button', { name: 'Save' }));
  const proof = within(await screen.findByRole('dialog', { name: 'Save how users sign in?' }));
  await user.type(proof.getByLabelText('Current password'), 'secret');
  await user.type(await proof.findByLabelText('Code from the app, or a recovery code'), '123456{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hasUnsaved()).toBe(false);
  await user.type(form.getByLabelText('Client ID'), '-2');
  expect(hasUnsaved()).toBe(true);
});
