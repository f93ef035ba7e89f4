import type { Language } from '@spora/messages/languages';
import { no } from '@spora/messages/no';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { navigateTo } from '../../lib/navigate.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { DeletionScreen } from './deletion-screen.tsx';
import { TermsScreen } from './terms-screen.tsx';

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(cleanup);

const CONTACT = { email: 'help@brand.example', phone: 'Tel. +46 8 465 004 99' };
async function openDeletion(
  answers: FakeAnswers,
  parts: { language?: 'en' | 'sv' | 'no'; user?: ReturnType<typeof signedInUser> } = {},
) {
  const send = fakeSend(answers);
  await renderScreen(<DeletionScreen />, { send, ...parts, ...(parts.language === 'no' ? { catalogue: no } : {}) });
  return send;
}

test('NAV-006, OPT-007, OPT-008: the deletion page gives the address and the phone label of the brand, both to be pressed', async () => {
  const send = await openDeletion({ 'accounts.contact': () => CONTACT });
  expect((await screen.findByRole('link', { name: CONTACT.email })).getAttribute('href')).toBe('mailto:help@brand.example');
  expect(screen.getByRole('link', { name: CONTACT.phone }).getAttribute('href')).toBe('tel:+46846500499');
  expect(send.requests[0]).toMatchObject({ id: 'accounts.contact', query: { SubsiteID: 0 } });
});

test('OPT-007: somebody who is signed in gets the contact of the own brand', async () => {
  const send = await openDeletion({ 'accounts.contact': () => CONTACT }, { user: signedInUser({ SubsiteID: 3 }) });
  await screen.findByRole('link', { name: CONTACT.email });
  expect(send.requests[0]).toMatchObject({ query: { SubsiteID: 3 } });
});

test('DEC-75: a phone label without a number is text', async () => {
  await openDeletion({ 'accounts.contact': () => ({ ...CONTACT, phone: 'Ask your reseller' }) });
  expect(await screen.findByText('Ask your reseller')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Ask your reseller' })).toBeNull();
});

test("OPT-008: while it loads there is no contact yet, and on failure the brand's own is shown without a word", async () => {
  let fail = (): void => undefined;
  await openDeletion({
    'accounts.contact': () => new Promise((_, reject) => (fail = () => reject(new ApiError(500, 'SomethingWentWrong')))),
  });
  expect(screen.queryAllByRole('link')).toEqual([]);
  expect(document.querySelector('[aria-busy="true"]')).not.toBeNull();
  act(() => fail());
  expect((await screen.findByRole('link', { name: 'support@spora.example' })).getAttribute('href')).toBe(
    'mailto:support@spora.example',
  );
  expect(screen.getByRole('link', { name: '+46 8 465 004 00' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [
    'en',
    'Delete your account',
    [/Positions and routes/, /up to 7 years/, /7 years in Sweden, 5 years in Norway/, /within one month/, /after 14 days/],
  ],
  [
    'sv',
    'Radera ditt konto',
    [/positioner och färdvägar/, /upp till 7 år/, /7 år i Sverige, 5 år i Norge/, /inom en månad/, /efter 14 dagar/],
  ],
  [
    'no',
    'Slett kontoen din',
    [/Posisjonene og rutene/, /opptil 7 år/, /7 år i Sverige, 5 år i Norge/, /innen en måned/, /etter 14 dager/],
  ],
] as const)('OPT-009: %s: what is deleted, what the law keeps and how long it takes is told', async (language, title, told) => {
  await openDeletion({ 'accounts.contact': () => CONTACT }, { language });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(4);
  for (const text of told) expect(screen.getByText(text)).toBeDefined();
  expect(document.title).toContain(title);
});

test('OPT-009: who has the whole account deleted is not told that its trip log is kept', async () => {
  await openDeletion({ 'accounts.contact': () => CONTACT });
  expect(screen.getByText(/If the whole account is deleted, its trip log is deleted too/)).toBeDefined();
});

const BODIES: Partial<Record<Language, string>> = {
  sv: '# Tjänsten\n\nFörsta stycket.\n\nAndra.',
  no: '# Tjenesten\n\nAvsnitt.',
  en: '# The service\n\nParagraph.',
};
async function openTerms(search: string, answers: FakeAnswers = {}) {
  history.replaceState(null, '', `/terms${search}`);
  const send = fakeSend({
    'accounts.terms': ({ query }) => ({ valid_from: '2026-01-01', body: BODIES[query.lang] ?? '' }),
    ...answers,
  });
  await renderScreen(<TermsScreen />, { send, language: 'en' });
  return { send, user: userEvent.setup() };
}

test('REG-013, I18N-008: without a language the terms are Swedish, whatever the rest is shown in, with headings and date', async () => {
  const { send } = await openTerms('');
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Tjänsten');
  expect(screen.getByText('Första stycket.').tagName).toBe('P');
  expect(await screen.findByText('Gäller från 2026-01-01')).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Användarvillkor');
  expect(screen.getByRole('article').lang).toBe('sv');
  expect(send.requests[0]).toMatchObject({ query: { lang: 'sv', subsiteID: 0 } });
});

test('REG-013: another language is chosen on the page, stands in the address and changes nothing else', async () => {
  const { user } = await openTerms('?lang=sv');
  const languages = within(await screen.findByRole('navigation'));
  await user.click(languages.getByRole('link', { name: 'Norsk' }));
  expect(location.search).toBe('?lang=no');
  expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('Tjenesten');
  expect(await screen.findByText('Gjelder fra 2026-01-01')).toBeDefined();
  expect(screen.getByRole('article').lang).toBe('nb');
  expect(languages.getByRole('link', { name: 'Norsk' }).getAttribute('aria-current')).toBe('page');
  expect(localStorage.getItem('language')).toBeNull();
  act(() => navigateTo('/terms?lang=en'));
  expect((await screen.findByRole('heading', { name: 'The service' })).tagName).toBe('H2');
});

test('REG-013: terms that could not be fetched say so and can be asked for again; tags in them are characters', async () => {
  let isDown = true;
  const { user } = await openTerms('?lang=en', {
    'accounts.terms': () => {
      if (isDown) throw new ApiError(500, 'SomethingWentWrong');
      return { valid_from: '2026-01-01', body: '# <b>One</b>\n\n<script>alert(1)</script>' };
    },
  });
  expect(await screen.findByRole('alert')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('<script>alert(1)</script>')).toBeDefined();
  expect(screen.getByRole('heading', { name: '<b>One</b>' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
