import { LANGUAGES, type EntryTexts, type Language } from '@spora/messages/languages';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { I18nProvider } from '../lib/i18n.tsx';
import { loadCatalogue, loadEntryTexts } from '../lib/language.ts';
import { SendProvider } from '../lib/send-context.tsx';
import { SessionProvider } from '../lib/session-context.tsx';
import { createSessionStore } from '../lib/session.ts';
import { completeBrowser, fakeSend, type FakeAnswers } from '../lib/testing.tsx';
import { Entry } from './entry.tsx';
import { readPublicPages } from './testing-pages.ts';

beforeAll(readPublicPages);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => undefined;
  completeBrowser();
});
afterEach(cleanup);

/** The page as it is until the other texts have come; `missing` are those that it wanted all the same. */
async function openAt(path: string, language: Language, answers: FakeAnswers = {}) {
  history.replaceState(null, '', path);
  const send = fakeSend({
    'accounts.public-config': () => ({
      subsite_id: 0,
      mailbox_url: '/demo/mailbox',
      demo_sign_ins: [{ username: 'demo', password: 'demo', note: 'x' }],
      secure_context_needed: false,
    }),
    ...answers,
  });
  const session = createSessionStore(() => Promise.resolve(null));
  await session.load();
  const missing = new Set<string>();
  const texts = new Proxy(await loadEntryTexts(language), {
    get: (known, key: string) => {
      if (!(key in known)) missing.add(key);
      return known[key as keyof EntryTexts] ?? key;
    },
  });
  let isAsked = false;
  let bring = (): void => undefined;
  const load = (wanted: Language) => {
    isAsked = true;
    return new Promise<void>((resolve) => (bring = resolve)).then(() => loadCatalogue(wanted));
  };
  const page = (
    <I18nProvider language={language} entryTexts={texts} load={load}>
      <SessionProvider value={session}>
        <SendProvider value={send}>
          <Entry send={send} session={session} />
        </SendProvider>
      </SessionProvider>
    </I18nProvider>
  );
  await act(async () => void render(page));
  return { user: userEvent.setup(), missing, texts, isAsked: () => isAsked, bring: () => bring() };
}

/** How long somebody rests on the page until the rest of the application is fetched. */
const REST_MS = 1500;

/** Nobody rests on the page, however slow the machine is. */
function neverRest(): void {
  const { setTimeout: later } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => (ms === REST_MS ? undefined : later(work, ms)));
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe.each(LANGUAGES)('in %s', (language) => {
  test('NFR-001, I18N-001: the sign-in page says all it has to say before the other texts have come', async () => {
    neverRest();
    const { user, missing, texts, isAsked } = await openAt('/user/create-triplog', language);
    await screen.findByText(texts.SignInFirst);
    await screen.findByText(texts.DemoSignIns);
    await user.click(screen.getByRole('button', { name: texts.SignIn }));
    await screen.findByText(texts.SpecifyUsername);
    await user.click(screen.getByRole('button', { name: texts.ShowPassword }));
    expect([...missing]).toEqual([]);
    expect(isAsked()).toBe(false);
  });

  test.each([
    ['a wrong password', 401, { msg: 'InvalidLogin', count: 3 }],
    ['a lock', 429, 'TooManyAttempts'],
    ['another brand', 403, 'InvalidUserSubsite'],
    ['a closed site', 403, 'InvalidSiteAccess'],
    ['a closed account', 403, 'InvalidMember'],
    ['too many calls', 429, 'TooManyRequests'],
    ['no connection', 0, 'NetworkError'],
    ['a fault', 500, 'SomethingWentWrong'],
  ] as const)('NFR-001: it tells of %s without waiting for other texts', async (_case, status, errors) => {
    const { user, missing, texts } = await openAt('/', language, {
      'auth.sign-in': () => {
        throw new ApiError(status, errors);
      },
    });
    await user.type(screen.getByLabelText(texts.SignInName), 'anna');
    await user.type(screen.getByLabelText(texts.Password), 'hemligt{Enter}');
    const told = await screen.findByRole('alert', { hidden: true });
    expect(told.textContent).not.toContain(typeof errors === 'string' ? errors : errors.msg);
    expect([...missing]).toEqual([]);
  });

  test('NFR-001: an address that does not exist is named without waiting for other texts', async () => {
    const { missing, texts } = await openAt('/user/nonsense', language);
    await screen.findByRole('heading', { name: texts.PageNotFound });
    expect([...missing]).toEqual([]);
  });
});

test('NFR-001, I18N-012: a page with more to say comes with its texts, in the language chosen meanwhile', async () => {
  const { user, missing, isAsked, bring } = await openAt('/user/forgot-password', 'en');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  expect(isAsked()).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'sv');
  bring();
  await screen.findByRole('combobox', { name: 'Language' });
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  bring();
  expect(await screen.findByRole('heading', { name: 'Glömt lösenordet' })).toBeDefined();
  expect([...missing]).toEqual([]);
});
