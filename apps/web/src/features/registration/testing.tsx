import { fireEvent, screen } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { ADDRESSES } from '../../lib/addresses.ts';
import type { FakeAnswers, FakeSend } from '../../lib/testing.tsx';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { takeFlash } from '../../lib/flash.ts';
// Fetched lazily by the screen: here they are there at once, however busy the machine is.
import './components/imei-scanner.tsx';
import './legacy-form.tsx';
import { RegisterScreen } from './screen.tsx';
import './wizard.tsx';

/** A server that says yes to everything and offers three ways to pay. */
export const AGREEING: FakeAnswers = {
  'registration.check-imei': () => ({}),
  'registration.check-email': () => ({}),
  'registration.payment-types': () => ['Autogiro', 'Invoice by e-mail', 'E-invoice'],
  'registration.register': () => ({}),
};

/** What jsdom lacks of modal dialogs and scrolling. */
function completeBrowser(): void {
  window.scrollTo = () => undefined;
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '');
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open');
    },
  });
}

/** A clean browser at the registration's address. */
export function startBrowser(query = ''): void {
  localStorage.clear();
  sessionStorage.clear();
  takeFlash();
  completeBrowser();
  history.replaceState(null, '', `${ADDRESSES.register}${query}`);
}

/** The screen as a person finds it; a second call is a reload. */
export async function openRegistration(
  answers: FakeAnswers = {},
  language: 'en' | 'sv' = 'en',
): Promise<{ send: FakeSend; user: UserEvent }> {
  const send = fakeSend({ ...AGREEING, ...answers });
  await renderScreen(<RegisterScreen />, { send, language });
  await screen.findByRole('heading', { level: 1 });
  return { send, user: userEvent.setup() };
}

export const title = (): string => screen.getByRole('heading', { level: 1 }).textContent ?? '';
export const field = (label: string | RegExp): HTMLInputElement => screen.getByLabelText(label);
export const bodiesOf = (send: FakeSend, id: string): unknown[] =>
  send.requests.filter((request) => request.id === id).map((request) => request.body);

export async function fill(user: UserEvent, label: string | RegExp, value: string): Promise<void> {
  await user.clear(field(label));
  if (value) await user.type(field(label), value);
}
export const goOn = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Next' }));
export const goBack = (user: UserEvent): Promise<void> => user.click(screen.getByRole('button', { name: 'Back' }));

/** Of companies that there are: one that looks odd is asked about. */
const ORG_NUMBERS: Readonly<Record<string, string>> = { Sweden: '556016-0680', Norway: '923609016' };
const POSTAL_CODES: Readonly<Record<string, string>> = { Norway: '0150', 'United Kingdom': 'BS1 4XX' };

type Kind = 'Company' | 'Private person';
/** From the welcome page to the step that a question belongs to, with answers that pass. */
export async function walkTo(user: UserEvent, until: string, kind: Kind, country: string): Promise<void> {
  const answers: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    "What is the unit's IMEI?": [['IMEI', '350000000000014']],
    'Where did you buy it?': [['Reseller', 'Harbour Radio']],
    'What is the company called?': [['Company name', 'Tidewater Haulage']],
    'What is your name?': [
      ['First name', 'Ada'],
      ['Last name', 'Byron'],
    ],
    'Who is the contact person?': [
      ['First name', 'Ada'],
      ['Last name', 'Byron'],
    ],
    'What is your e-mail address?': [['E-mail', 'Ada@Example.com']],
    'What is the organisation number?': [['Organisation number', ORG_NUMBERS[country] ?? '01234567']],
    'What is your personal number?': [['Personal number', '19900118-9811']],
    'What is your address?': [
      ['Street and number', 'Storgatan 1'],
      ['Postal code', POSTAL_CODES[country] ?? '11122'],
      ['Town or city', 'Stockholm'],
    ],
    "What is the company's address?": [
      ['Street and number', '1 Quay Street'],
      ['Postal code', POSTAL_CODES[country] ?? '11122'],
      ['Town or city', 'Bristol'],
    ],
    'What phone number can we reach you on?': [['Phone number', country === 'Norway' ? '47123456' : '701234567']],
    'Choose a password': [
      ['New password', 'Correct-1'],
      ['Repeat the password', 'Correct-1'],
    ],
  };
  if (title() === 'Who is the unit for?') await user.click(screen.getByRole('button', { name: new RegExp(`^${kind} ?For`) }));
  for (let steps = 0; title() !== until && steps < 15; steps += 1) {
    const before = title();
    const chosen = screen.queryByRole('radio', { name: new RegExp(country) });
    if (chosen) await user.click(chosen);
    for (const [label, value] of answers[before] ?? []) fireEvent.change(field(label), { target: { value } });
    await goOn(user);
    await screen.findByText((_, element) => element?.tagName === 'H1' && element.textContent !== before);
  }
}
