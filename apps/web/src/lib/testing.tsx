import { PATHS } from '@spora/contract/paths';
import type { SignedInUser } from '@spora/contract/auth/endpoints';
import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { UNAUTHENTICATED } from '@spora/contract/envelope';
import type { PathId } from '@spora/contract/paths';
import { en } from '@spora/messages/en';
import { sv } from '@spora/messages/sv';
import type { Catalogue, Language } from '@spora/messages/languages';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  type AnyRouter,
} from '@tanstack/react-router';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { ToastProvider } from '../ui/toast.tsx';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './endpoint-query.ts';
import { I18nProvider, ZoneProvider } from './i18n.tsx';
import { SendProvider } from './send-context.tsx';
import type { ApiRequest, Send } from './send.ts';
import { SessionProvider } from './session-context.tsx';
import { createSessionStore } from './session.ts';
import { learnPaths } from './known-paths.ts';
import { parseSearch, stringifySearch } from './search-text.ts';
import '../ui/more-icons.ts';

// As after the first call of a signed-in page.
learnPaths(PATHS);

/** Answers per endpoint, typed by the contract, or bytes for a packed one; a thrown `ApiError` becomes the refusal that the server would send. */
export type FakeAnswers = { [Id in PathId]?: (input: InputOf<Id>) => DataOf<Id> | Uint8Array<ArrayBuffer> | Promise<DataOf<Id>> };

export interface FakeSend extends Send {
  /** Everything that was asked, in order. */
  readonly requests: ApiRequest[];
}

export function fakeSend(answers: FakeAnswers): FakeSend {
  const requests: ApiRequest[] = [];
  const send = async (request: ApiRequest) => {
    requests.push(request);
    const answer = answers[request.id] as ((input: unknown) => unknown) | undefined;
    if (!answer) throw new Error(`the test has no answer for ${request.id}`);
    const respond = (status: number, body: unknown, headers = new Headers()) => ({
      status,
      headers,
      response: body instanceof Uint8Array ? new Response(body as Uint8Array<ArrayBuffer>) : null,
      json: () => Promise.resolve(body),
    });
    try {
      const data = await answer(request);
      if (data instanceof Uint8Array) return respond(200, data, new Headers({ 'Content-Type': 'application/octet-stream' }));
      return respond(200, { success: true, data });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 0) throw error;
      const headers = new Headers({
        ...(error.retryAfterS === null ? {} : { 'Retry-After': String(error.retryAfterS) }),
        ...(error.reference === null ? {} : { 'x-request-id': error.reference }),
      });
      const message = error.isSessionOver ? { message: UNAUTHENTICATED } : {};
      return respond(error.status, { success: false, errors: error.errors, ...message }, headers);
    }
  };
  return Object.assign(send, { requests });
}

/** Each test of the file begins at this instant, by the page's clock: what is this year's or yesterday's is the same whenever it runs. */
export function beginAt(instant: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

export const signedInUser = (over: Partial<SignedInUser> = {}): SignedInUser => ({
  ID: 7,
  FullName: 'Anna Lindqvist',
  Email: 'anna@example.com',
  IsAdmin: true,
  RealTimeMap: true,
  ParentID: '0',
  SubsiteID: 0,
  EnableTwoFactorAuth: false,
  userHasOnlyBasSubscription: false,
  TimeZone: 'Europe/Stockholm',
  Currency: 'SEK',
  AccountName: 'Norrbud',
  HasAlertNumbers: false,
  HasExtraTimeZone: false,
  MustAcknowledgeNotice: false,
  MustSetUpFactor: false,
  OtherTripType: '',
  OtherTripColour: null,
  OtherTripPurposeRequired: false,
  RemovalDueAt: null,
  GuideIsOpen: false,
  ...over,
});

const CATALOGUES: Partial<Record<Language, Catalogue>> = { en, sv };

/** What jsdom lacks. */
export function completeBrowser(): void {
  window.matchMedia = (query: string) =>
    ({
      matches: query.includes('min-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
  // Answers a promise, as browsers do by now, whatever its type says: an effect that answers it takes the page down as it ends.
  Element.prototype.scrollIntoView = () => Promise.resolve();
  // Nothing has a size here, and so none changes.
  window.ResizeObserver ??= class {
    observe = (): void => undefined;
    unobserve = (): void => undefined;
    disconnect = (): void => undefined;
  };
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}

/**
 * For the rest of this test the window is as narrow as a phone's: of media queries only those in `holds` hold. Rendering, which gives it
 * the room of a screen, leaves it so.
 */
export function onNarrowScreen(holds: readonly string[] = []): void {
  const media = (query: string) => ({
    matches: holds.includes(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, get: () => media, set: () => undefined });
  onTestFinished(() => void Reflect.deleteProperty(window, 'matchMedia'));
}

/** Gives links their addresses; where they lead is not shown. */
const createTestRouter = (): AnyRouter =>
  createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    parseSearch,
    stringifySearch,
  });

/** Renders with everything a screen expects around it; `isBare`: with what public pages find around them alone. Languages switch between English and Swedish. */
export async function renderScreen(
  screen: ReactNode,
  parts: { send: Send; language?: Language; user?: SignedInUser; catalogue?: Catalogue; isBare?: boolean },
): Promise<RenderResult> {
  completeBrowser();
  const { send, language = 'en', user, catalogue = CATALOGUES[language] ?? en, isBare = false } = parts;
  const session = createSessionStore(() => Promise.resolve(null));
  await session.load();
  if (user) await session.begin({ token: 'token', user });
  const around = (
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider label={catalogue.Notices} closeLabel={catalogue.Close}>
        <RouterContextProvider router={createTestRouter()}>{screen}</RouterContextProvider>
      </ToastProvider>
    </QueryClientProvider>
  );
  return render(
    <I18nProvider language={language} catalogue={catalogue} load={(next) => Promise.resolve(CATALOGUES[next] ?? en)}>
      <SessionProvider value={session}>
        <SendProvider value={send}>
          <ZoneProvider value={user?.TimeZone ?? null}>{isBare ? screen : around}</ZoneProvider>
        </SendProvider>
      </SessionProvider>
    </I18nProvider>,
  );
}

/** Of a body that is sent what is changed; what it was before stands beside it (ERR-041). */
export const withoutWas = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || !('was' in body)) return body;
  const { was: _was, ...rest } = body;
  return rest;
};

/** Finds a text by all that is read of it, where parts of it (as the days of `Unbroken`) are elements of their own. */
export const readAs =
  (text: string) =>
  (_: string, element: Element | null): boolean =>
    element?.textContent === text && ![...element.children].some((child) => child.textContent === text);
