import { en } from '@spora/messages/en';
import type { Catalogue } from '@spora/messages/languages';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ADDRESSES } from '../lib/addresses.ts';
import { ApiError } from '../lib/api-error.ts';
import { useSessionState, useSessionStore } from '../lib/session-context.tsx';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { Entry } from './entry.tsx';
import { SignedIn } from './signed-in.tsx';
import { readAllPages } from './testing-pages.ts';

beforeAll(readAllPages);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => undefined;
});
afterEach(cleanup);

/** Every text in brackets and two fifths longer, as a language might be. What stands outside of brackets was written into a screen. */
const pseudo = (text: string): string => `⟦${text}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`;
const catalogue = Object.fromEntries(Object.entries(en).map(([key, text]) => [key, pseudo(text)])) as unknown as Catalogue;

/** What is the same in every language: names of languages and brand, and what people or the server said. */
const SAME_EVERYWHERE = /^(English|Svenska|Norsk|Spora|Maskinro|Anna Lindqvist:?|(Norrbud ?)+)$/;
const ATTRIBUTES = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'] as const;

/** Year, month and day to type: their words come from the locale (I18N-003, ui/date-range-field.test.tsx). */
const DATE_PARTS = '[role=spinbutton][data-type]';

/** Of a text or a label the part that no catalogue has: brackets are taken out from the inside. */
function untranslated(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest
    .split(/\s+|(?<=:)/)
    .filter((word) => /\p{L}/u.test(word) && !word.includes('@') && !/^[•\d]/.test(word))
    .join(' ');
}

function hardCoded(): string[] {
  const found: string[] = [];
  const judge = (text: string | null): void => {
    const rest = untranslated(text ?? '');
    if (rest !== '' && !SAME_EVERYWHERE.test(rest)) found.push(rest);
  };
  // A text whose days and times are held together is one text all the same.
  for (const whole of document.querySelectorAll(':has(> .unbroken)')) {
    for (const part of whole.querySelectorAll(':scope > .unbroken')) part.replaceWith(...part.childNodes);
    whole.normalize();
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  // What is drawn in a picture is not read; its title is.
  while (walker.nextNode())
    if (!walker.currentNode.parentElement?.closest(`svg text, ${DATE_PARTS}`)) judge(walker.currentNode.nodeValue);
  for (const element of document.body.querySelectorAll(`:not(${DATE_PARTS})`))
    for (const attribute of ATTRIBUTES) judge(element.getAttribute(attribute));
  return found;
}

async function openPublic(path: string, answers: FakeAnswers = {}) {
  history.replaceState(null, '', path);
  const send = fakeSend({
    'accounts.public-config': () => ({
      subsite_id: 0,
      mailbox_url: '/demo/mailbox',
      demo_sign_ins: [],
      secure_context_needed: false,
    }),
    'accounts.contact': () => ({ email: 'help@example.com', phone: '+46 8 1' }),
    'accounts.terms': () => ({ valid_from: '2026-01-01', body: pseudo('The terms') }),
    'registration.payment-types': () => [pseudo('Invoice'), pseudo('Card')],
    ...answers,
  });
  function Page() {
    return <Entry send={send} session={useSessionStore()} />;
  }
  await renderScreen(<Page />, { send, catalogue });
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toContain('⟦'));
  return userEvent.setup();
}

describe('I18N-014: in a language that is two fifths longer nothing on the page stands in another one', () => {
  test.each([
    ['sign-in', ADDRESSES.start],
    ['sign-in with its reason', ADDRESSES.profile],
    ['forgotten password', ADDRESSES.forgotPassword],
    ['new password', `${ADDRESSES.resetPassword}?_c=l1nk`],
    ['link without its code', ADDRESSES.resetPassword],
    ['deletion', ADDRESSES.deletion],
    ['alerts', ADDRESSES.alerts],
    ['missing page', '/nonsense'],
    ['wizard', ADDRESSES.register],
  ])('%s, also when it is sent off empty', async (_name, path) => {
    await openPublic(path);
    expect(hardCoded()).toEqual([]);
    for (const form of document.querySelectorAll('form')) await act(async () => void fireEvent.submit(form));
    expect(hardCoded()).toEqual([]);
  });

  test.each([
    [401, { msg: 'InvalidLogin', count: 3 }],
    [429, 'TooManyAttempts'],
    [500, 'SomethingWentWrong'],
  ] as const)('a sign-in refused with %i', async (status, errors) => {
    const user = await openPublic(ADDRESSES.start, {
      'auth.sign-in': () => {
        throw new ApiError(status, errors, { reference: '23456789' });
      },
    });
    await signIn(user);
    await screen.findByRole('alert', { hidden: true });
    // Behind the word "details" stands what the technician reads.
    for (const code of document.querySelectorAll('code')) code.remove();
    expect(hardCoded()).toEqual([]);
  });

  test('the code of the second factor', async () => {
    const user = await openPublic(ADDRESSES.start, {
      'auth.sign-in': () => ({
        pending: true as const,
        user: { ID: 7, EnableTwoFactorAuth: true as const, token: 'p3nd' },
        factors: ['mail' as const],
      }),
      'auth.request-code': () => ({ wait_s: 180, sent_to: 'a***@example.com' }),
    });
    await signIn(user);
    await waitFor(() => expect(document.querySelector('[autocomplete="one-time-code"]')).not.toBeNull());
    expect(hardCoded()).toEqual([]);
  });
});
const signIn = async (user: ReturnType<typeof userEvent.setup>): Promise<void> => {
  await user.type(document.querySelector('[name="username"]')!, 'anna');
  await user.type(document.querySelector('[type="password"]')!, 'right{Enter}');
};

/** What somebody has answered so far, as the wizard keeps it; the same word in every field that takes one. */
const ANSWERED = {
  kind: 'company',
  country: 'se',
  addressCountry: 'se',
  imei: '350000000000014',
  reseller: 'Norrbud',
  comment: '',
  companyName: 'Norrbud',
  firstName: 'Norrbud',
  lastName: 'Norrbud',
  email: 'anna@example.com',
  orgNumber: '5560360793',
  personalNumber: '19900118-9811',
  street: 'Norrbud',
  postalCode: '11122',
  city: 'Norrbud',
  phone: '701234567',
  paymentType: null,
  hasAcceptedTerms: false,
  approved: { imei: '350000000000014', email: 'anna@example.com' },
};
const keep = (values: object): void =>
  localStorage.setItem('registrationWizard', JSON.stringify({ v: 1, data: { at: Date.now(), values } }));

describe('I18N-014: the registration in a language that is two fifths longer', () => {
  test.each([
    ['company', 'selectCountry'],
    ['company', 'imei'],
    ['company', 'reseller'],
    ['company', 'companyName'],
    ['company', 'name'],
    ['private', 'name'],
    ['company', 'email'],
    ['company', 'organizationNumber'],
    ['private', 'personalNumber'],
    ['company', 'address'],
    ['private', 'phoneNumber'],
    ['company', 'password'],
  ])('of a %s customer the step %s, also when it is sent off empty', async (kind, step) => {
    keep({ ...ANSWERED, kind });
    const user = await openPublic(`${ADDRESSES.register}?step=${step}`);
    await waitFor(() => expect(location.search).toBe(`?step=${step}`));
    expect(hardCoded()).toEqual([]);
    for (const input of document.querySelectorAll<HTMLInputElement>('input:not([type="radio"], [type="checkbox"]), textarea'))
      await user.clear(input);
    for (const form of document.querySelectorAll('form')) await act(async () => void fireEvent.submit(form));
    expect(hardCoded()).toEqual([]);
  });

  test('the review, also when it is sent off without consent', async () => {
    keep({ ...ANSWERED, kind: 'private' });
    const user = await openPublic(`${ADDRESSES.register}?step=password`);
    for (const input of document.querySelectorAll('[type="password"]')) await user.type(input, 'Correct-1');
    await act(async () => void fireEvent.submit(document.querySelector('form')!));
    await waitFor(() => expect(location.search).toBe('?step=reviewInfo'));
    await screen.findByText(pseudo('Invoice'));
    for (const form of document.querySelectorAll('form')) await act(async () => void fireEvent.submit(form));
    expect(hardCoded()).toEqual([]);
  });

  test('the single form, also when it is sent off empty', async () => {
    await openPublic(`${ADDRESSES.register}?subsite=4`);
    for (const form of document.querySelectorAll('form')) await act(async () => void fireEvent.submit(form));
    expect(hardCoded()).toEqual([]);
  });
});

describe('I18N-014: behind the sign-in in a language that is two fifths longer', () => {
  test.each([
    ['the profile', ADDRESSES.profile, {}],
    ['the members', ADDRESSES.account, {}],
    ['an empty trip log', ADDRESSES.tripLog, {}],
    ['the notice for drivers', ADDRESSES.profile, { MustAcknowledgeNotice: true }],
    ['the set-up of a second factor', ADDRESSES.profile, { MustSetUpFactor: true }],
  ])('%s', async (_name, address, over) => {
    const user = signedInUser({ RealTimeMap: false, ...over });
    const browser = { browser: '1', created_at: NOW, last_used_at: NOW, expires_at: NOW };
    const member = {
      full_name: 'Norrbud',
      first_name: 'Anna',
      last_name: 'Lindqvist',
      email: 'bo@example.com',
      phone: '',
      two_factor: true,
      has_strong_factor: true,
      is_disabled: true,
      status: 'disabled' as const,
      department: '',
      rights: [],
      units: 1,
      last_seen_at: NOW,
      pending_email: null,
      sign_on_waits: false,
      default_purpose: '',
      can: { edit: true, disable: true, remove: true, change_admin: true, reset_factor: true },
    };
    const send = fakeSend({
      'auth.me': () => ({ user }),
      'accounts.announcement': () => '',
      'units.list': () => ({ units: [] }),
      'trips.generate': () => Promise.reject(new ApiError(503, 'SomethingWentWrong')),
      'users.preferences': () => ({ preferences: {} }),
      'users.save-preferences': () => ({}),
      'users.notice': () => ({ position_months: 3, private_position_months: 1, required: true, acknowledged_at: NOW }),
      'users.list': () => ({
        user: [
          { id: 7, ...member, is_admin: true },
          { id: 8, ...member, is_admin: false, last_seen_at: null },
        ],
      }),
      'users.profile': () => ({
        full_name: 'Anna Lindqvist',
        first_name: 'Anna',
        last_name: 'Lindqvist',
        phone: '46701234567',
        email: 'anna@example.com',
        language: 'en',
        two_factor: true,
        alerts: false,
        push: true,
        pending_email: null,
        sign_on_waits: false,
        default_purpose: '',
      }),
      'second-factor.get': () => ({
        app: { since: NOW, last_used_at: null },
        passkeys: [{ id: 1, name: 'Norrbud', created_at: NOW, last_used_at: NOW }],
        recovery_codes_left: 9,
        mail: true,
        is_required: true,
        is_mail_enough: false,
        needs_code: true,
      }),
      'auth.list-sessions': () => ({
        sessions: [
          { ...browser, id: 1, is_this: true },
          { ...browser, id: 2, is_this: false },
        ],
        trusted_browsers: [{ ...browser, id: 3, is_this: true }],
      }),
    });
    const history = createMemoryHistory({ initialEntries: [address] });
    function Page() {
      return useSessionState().kind === 'signed-in' ? <SignedIn history={history} /> : null;
    }
    await renderScreen(<Page />, { send, user, catalogue });
    await waitFor(() => expect(document.querySelector('h1')?.textContent).toContain('⟦'));
    // Whatever is fetched has come.
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(hardCoded()).toEqual([]);
  });
});
const NOW = '2026-11-21T10:00:00Z';
