import { readFileSync } from 'node:fs';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { takeFlash } from '../../lib/flash.ts';
import { peekTypedName } from '../../lib/typed-address.ts';
import { bodiesOf, field, fill, goBack, goOn, openRegistration, startBrowser, title, walkTo } from './testing.tsx';

beforeEach(() => startBrowser());
afterEach(cleanup);
const refuse =
  (errors: ConstructorParameters<typeof ApiError>[1], status = 422) =>
  (): never => {
    throw new ApiError(status, errors);
  };
const stepShown = (): string | null => new URLSearchParams(location.search).get('step');
const dots = (): string[] =>
  within(screen.getByRole('navigation'))
    .getAllByRole('button')
    .map((dot) => dot.getAttribute('aria-label') ?? '');
const IMEI = "What is the unit's IMEI?";
const EMAIL = 'What is your e-mail address?';

test('WIZ-001, WIZ-013, WIZ-020, WIZ-029, REG-001, REG-010, REG-014: a private person in Sweden registers and lands on the sign-in page', async () => {
  const { send, user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Private person', 'Sweden');
  expect(screen.getByText('19900118-9811')).toBeDefined();
  await screen.findByRole('radio', { name: 'Autogiro' });
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(screen.getByText('Choose how you want to pay.')).toBeDefined();
  expect(screen.getByText('Accept the terms to register.')).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'E-invoice' }));
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms.' }));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(takeFlash()).toBe('registered');
  expect(peekTypedName(), 'is not asked for once more').toBe('ada@example.com');
  expect(localStorage.getItem('registrationWizard')).toBeNull();
  expect(bodiesOf(send, 'registration.register')).toEqual([
    expect.objectContaining({
      is_private_account: 1,
      companyName: '',
      fullName: 'Ada Byron',
      userName: 'ada@example.com',
      paymentType: 'E-invoice',
      personal_org_number: '199001189811',
      phone: '46701234567',
      lang: 'en',
    }),
  ]);
});

test('WIZ-008, WIZ-012, WIZ-021, BRAND-005, DEC-09: a company in the United Kingdom gives name and number and no way to pay', async () => {
  const { send, user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Company', 'United Kingdom');
  expect(screen.queryByText('How do you want to pay?')).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms.' }));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(bodiesOf(send, 'registration.payment-types')).toEqual([]);
  expect(bodiesOf(send, 'registration.register')).toEqual([
    expect.objectContaining({ is_private_account: 0, companyName: 'Tidewater Haulage', zipCode: 'BS14XX', paymentType: '' }),
  ]);
});

test('WIZ-011, WIZ-017, DEC-04: a private person in Norway goes from e-mail to address, and an eight-digit number passes', async () => {
  const { user } = await openRegistration();
  await walkTo(user, EMAIL, 'Private person', 'Norway');
  expect(dots().some((name) => name.startsWith('Personal number'))).toBe(false);
  await walkTo(user, 'What is your address?', 'Private person', 'Norway');
  await walkTo(user, 'What phone number can we reach you on?', 'Private person', 'Norway');
  await fill(user, 'Phone number', '4712345');
  await goOn(user);
  expect(screen.getByText('The phone number needs at least 8 digits after the country code.')).toBeDefined();
  await fill(user, 'Phone number', '47123456');
  await goOn(user);
  expect(title()).toBe('Choose a password');
});

test('WIZ-002, WIZ-004, REG-012: three countries are offered, Sweden chosen, each with its dial code', async () => {
  const { user } = await openRegistration();
  await user.click(screen.getByRole('button', { name: /^Company ?For/ }));
  const countries = screen.getAllByRole<HTMLInputElement>('radio');
  expect(countries.map((radio) => radio.value)).toEqual(['se', 'no', 'gb']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Sweden\s*\+46/ }).checked).toBe(true);
});

test('13-B5, WIZ-005, REG-005, ERR-009: a wrong IMEI is told beside the field, which has the focus, and the server decides', async () => {
  const { send, user } = await openRegistration({ 'registration.check-imei': refuse('ImeiInUse', 409) });
  await walkTo(user, IMEI, 'Company', 'Sweden');
  await goOn(user);
  expect(screen.getByText(/^Enter the IMEI/)).toBeDefined();
  expect(document.activeElement).toBe(field('IMEI'));
  await user.click(field('IMEI'));
  await user.paste('35 000000 000001 4');
  expect(field('IMEI').value).toBe('350000000000014');
  await goOn(user);
  expect(await screen.findByText(/already registered/)).toBeDefined();
  expect(screen.getByRole('link', { name: /^support@/ }).getAttribute('href'), 'who helps, and with what').toMatch(
    /subject=IMEI%20350000000000014$/,
  );
  expect(send.requests.filter((each) => each.id === 'registration.check-imei').map((each) => each.query)).toEqual([
    { imei: '350000000000014', subsiteID: 0 },
  ]);
  expect(title()).toBe(IMEI);
});

test('REG-006: a check digit that does not fit is a hint that lets one go on; the picture tells where the number stands', async () => {
  const { user } = await openRegistration();
  await walkTo(user, IMEI, 'Company', 'Sweden');
  expect(screen.getByRole('img', { name: /below the bar code/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull();
  await fill(user, 'IMEI', '350000000000015');
  expect(screen.getByText(/^The last digit does not match/)).toBeDefined();
  await goOn(user);
  expect(await screen.findByText('Where did you buy it?')).toBeDefined();
});

test('a late answer about an IMEI that was changed meanwhile moves nobody', async () => {
  let release = (): void => undefined;
  const held = new Promise<Record<string, never>>((resolve) => (release = () => resolve({})));
  const { user } = await openRegistration({ 'registration.check-imei': () => held });
  await walkTo(user, IMEI, 'Company', 'Sweden');
  await fill(user, 'IMEI', '350000000000014');
  await goOn(user);
  expect(screen.getByRole('button', { name: 'Checking' })).toBeDefined();
  await user.type(field('IMEI'), '{Backspace}5');
  await act(async () => {
    release();
    await held;
  });
  expect(title()).toBe(IMEI);
  expect(field('IMEI').value).toBe('350000000000015');
});

test('ERR-040: when nobody answers, the step stays as it is and can be tried again', async () => {
  let isOnline = false;
  const { user } = await openRegistration({
    'registration.check-imei': () => {
      if (!isOnline) throw new ApiError(0, 'NetworkError');
      return {};
    },
  });
  await walkTo(user, IMEI, 'Company', 'Sweden');
  await fill(user, 'IMEI', '350000000000014');
  await goOn(user);
  expect((await screen.findByRole('alert')).textContent).toContain('No contact with the server');
  expect(field('IMEI').value).toBe('350000000000014');
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Where did you buy it?')).toBeDefined();
});

test('WIZ-006, WIZ-007, BRAND-005, REG-016: the comment is asked for by the first brand only; lengths are limited', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Where did you buy it?', 'Company', 'Sweden');
  await goOn(user);
  expect(screen.getByText('Enter where you bought the unit.')).toBeDefined();
  expect(field('Reseller').maxLength).toBe(255);
  expect(field('Comment (optional)').maxLength).toBe(500);
  cleanup();
  history.replaceState(null, '', '/user/register?subsite=3&step=reseller');
  await openRegistration();
  expect(screen.getByLabelText('Reseller')).toBeDefined();
  expect(screen.queryByLabelText('Comment (optional)')).toBeNull();
});

test('WIZ-011, REG-007: the e-mail address is asked about in lower case, and one that is taken is told beside the field', async () => {
  const { send, user } = await openRegistration({ 'registration.check-email': refuse('EmailInUse', 409) });
  await walkTo(user, EMAIL, 'Company', 'Sweden');
  await goOn(user);
  expect(screen.getByText('Enter an e-mail address.')).toBeDefined();
  await fill(user, 'E-mail', 'ada@');
  expect(screen.getByText(/^Enter a valid e-mail address/)).toBeDefined();
  await fill(user, 'E-mail', 'Ada@Example.com');
  await goOn(user);
  expect(await screen.findByText(/already in use\. If it is yours/)).toBeDefined();
  expect(send.requests.at(-1)?.query).toEqual({ email: 'ada@example.com' });
});

test('WIZ-012: an organisation number that looks odd is asked about once, however short, and accepted', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is the organisation number?', 'Company', 'Sweden');
  await fill(user, 'Organisation number', '556000-0003');
  expect(screen.getByText(/^A Swedish organisation number has ten digits/)).toBeDefined();
  await goOn(user);
  await fill(user, 'Organisation number', '123');
  expect(screen.queryByText(/^A Swedish organisation number/), 'half a number').toBeNull();
  await goOn(user);
  expect(screen.getByText(/^A Swedish organisation number has ten digits/)).toBeDefined();
  expect(title()).toBe('What is the organisation number?');
  await goOn(user);
  expect(title()).toBe("What is the company's address?");
});

test('WIZ-015: a postal code that looks odd is asked about once, also by Enter in it, and accepted', async () => {
  const { user } = await openRegistration();
  await walkTo(user, "What is the company's address?", 'Company', 'Sweden');
  await fill(user, 'Street and number', 'Storgatan 1');
  await fill(user, 'Town or city', 'Luleå');
  await fill(user, 'Postal code', '1{Enter}');
  expect(screen.getByText(/^A Swedish postal code has five digits/)).toBeDefined();
  expect(title()).toBe("What is the company's address?");
  await user.keyboard('{Enter}');
  expect(title()).toBe('What phone number can we reach you on?');
});

test('WIZ-014: the birthday of a personal number is not to come', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is your personal number?', 'Private person', 'Sweden');
  await fill(user, 'Personal number', '29900118-9811');
  await goOn(user);
  expect(screen.getByText('The personal number is not right. Check the digits.')).toBeDefined();
});

test('WIZ-015, WIZ-016: each part of the address has its message, and the country is that of the account', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is your address?', 'Private person', 'Norway');
  expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('no');
  await user.selectOptions(screen.getByLabelText('Country'), '');
  await goOn(user);
  for (const text of ['Enter the street and number.', 'Enter the postal code.', 'Enter the town or city.', 'Choose a country.'])
    expect(screen.getByText(text)).toBeDefined();
  expect(document.activeElement).toBe(field('Street and number'));
});

test('WIZ-018: a Swedish number with its country code or first zero is pointed out; one pasted with +46 is taken', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What phone number can we reach you on?', 'Company', 'Sweden');
  await goOn(user);
  expect(screen.getByText('Enter your phone number.')).toBeDefined();
  await fill(user, 'Phone number', '0701234567');
  expect(screen.getByText(/^Check the phone number/)).toBeDefined();
  await fill(user, 'Phone number', '070-123 45 67');
  await user.click(screen.getByRole('button', { name: 'Use +46 70-123 45 67' }));
  expect([field('Phone number').value, screen.queryByText(/^Check the phone number/)]).toEqual(['70-123 45 67', null]);
  expect(document.activeElement).toBe(field('Phone number'));
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
  await user.clear(field('Phone number'));
  await user.paste('+46 70 123 45 67');
  expect(field('Phone number').value).toBe('70 123 45 67');
  await goOn(user);
  expect(title()).toBe('Choose a password');
});

test('WIZ-019: a password that differs from its repetition keeps one on the step', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Choose a password', 'Company', 'Sweden');
  await fill(user, 'New password', 'Correct-1');
  await fill(user, 'Repeat the password', 'Correct-2');
  await goOn(user);
  expect(screen.getByText('The passwords do not match.')).toBeDefined();
  expect(title()).toBe('Choose a password');
});

test('WIZ-025, WIZ-026: Back keeps what was entered and leads out to the sign-in page at last; every step has the sign-in link', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Where did you buy it?', 'Company', 'Sweden');
  expect(stepShown()).toBe('reseller');
  await goBack(user);
  await screen.findByText(IMEI);
  expect(field('IMEI').value).toBe('350000000000014');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
  await goBack(user);
  await screen.findByText('Where is the company?');
  await goBack(user);
  await screen.findByText('Who is the unit for?');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
  await goBack(user);
  expect(location.pathname).toBe('/');
});

test('WIZ-026: the browser\u2019s back button moves one step back, also after Back and Next', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Where did you buy it?', 'Company', 'Sweden');
  await goBack(user);
  await screen.findByText(IMEI);
  await goOn(user);
  await screen.findByText('Where did you buy it?');
  act(() => history.back());
  expect(await screen.findByText(IMEI)).toBeDefined();
  act(() => history.back());
  expect(await screen.findByText('Where is the company?')).toBeDefined();
});

test('WIZ-027, WIZ-028: a reload keeps the step and every answer but the passwords', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Private person', 'Norway');
  cleanup();
  await openRegistration();
  expect(title()).toBe('Choose a password');
  expect(field('New password').value).toBe('');
  expect(stepShown()).toBe('password');
  await goBack(user);
  await screen.findByText('What phone number can we reach you on?');
  expect(field('Phone number').value).toBe('47123456');
});

test('WIZ-003, STORE-004: choosing the kind of account afresh clears what was saved; going on instead does not', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Where did you buy it?', 'Company', 'Norway');
  await user.click(screen.getByRole('button', { name: /^Type of account/ }));
  await screen.findByText('Who is the unit for?');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(title()).toBe('Where did you buy it?');
  await user.click(screen.getByRole('button', { name: /^Type of account/ }));
  await screen.findByText('Who is the unit for?');
  await user.click(screen.getByRole('button', { name: /^Private person ?For/ }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Sweden/ }).checked).toBe(true);
  expect(localStorage.getItem('registrationWizard')).not.toContain('350000000000014');
});

test('WIZ-024: how many steps there are is not drawn before it is known', async () => {
  const css = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(css('wizard.module.css')).toMatch(/\.progress\[data-known='false'\] \{\s*visibility: hidden/);
  const { user } = await openRegistration();
  const known = () => screen.getByRole('navigation', { name: 'Steps of the registration' }).dataset['known'];
  expect(known()).toBe('false');
  await user.click(screen.getByRole('button', { name: /^Company/ }));
  expect(known()).toBe('true');
});

test('WIZ-023, WIZ-024: dots lead back to done steps and forward over filled ones only; each says what it is', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'What is the company called?', 'Company', 'Sweden');
  expect(dots().slice(0, 6)).toEqual([
    'Type of account, done',
    'Country, done',
    'IMEI, done',
    'Reseller, done',
    'Company name, current',
    'Name, locked',
  ]);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Name, locked' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'IMEI, done' }));
  await screen.findByText(IMEI);
  await fill(user, 'IMEI', '35');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reseller, locked' }).disabled).toBe(true);
});

test('WIZ-022: an edit link on the review page leads to its step, and Next leads back to the review', async () => {
  const { user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Company', 'United Kingdom');
  await user.click(screen.getByRole('button', { name: 'Edit: Company name' }));
  await fill(user, 'Company name', 'Ebb and Flow');
  await goOn(user);
  expect(await screen.findByText('Is everything right?')).toBeDefined();
  expect(screen.getByText('Ebb and Flow')).toBeDefined();
});

test('WIZ-030, ERR-008: an e-mail address taken meanwhile leads back to its step, and after another the review is next', async () => {
  let isTaken = true;
  const { send, user } = await openRegistration({
    'registration.register': () => {
      if (isTaken) throw new ApiError(422, { userName: ['EmailInUse'] });
      return {};
    },
  });
  await walkTo(user, 'Is everything right?', 'Company', 'United Kingdom');
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms.' }));
  await user.click(screen.getByRole('button', { name: 'Register' }));
  expect(await screen.findByText(EMAIL)).toBeDefined();
  expect(screen.getByText(/already in use\. If it is yours/)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field('E-mail')));
  isTaken = false;
  await fill(user, 'E-mail', 'byron@example.com');
  await goOn(user);
  expect(await screen.findByText('Is everything right?')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(bodiesOf(send, 'registration.register').at(-1)).toMatchObject({ userName: 'byron@example.com' });
});

test('REG-015, WIZ-029, ERR-040: another refusal opens a modal with the server\u2019s text; nothing is lost and it is sent once per press', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { send, user } = await openRegistration({
    'registration.register': async () => {
      await held;
      throw new ApiError(503, 'Our books are closed today.' as 'NotFound');
    },
  });
  await walkTo(user, 'Is everything right?', 'Company', 'United Kingdom');
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms.' }));
  await user.dblClick(screen.getByRole('button', { name: 'Register' }));
  expect(screen.getByRole('button', { name: 'Registering' })).toBeDefined();
  release();
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Our books are closed today.');
  expect(bodiesOf(send, 'registration.register')).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(bodiesOf(send, 'registration.register')).toHaveLength(2));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(title()).toBe('Is everything right?');
  expect(screen.getByText('Tidewater Haulage')).toBeDefined();
});

test('BRAND-005, BRAND-009, WIZ-021, DEC-10, REG-009, REG-013: other brands take the terms as accepted, and their link stays', async () => {
  startBrowser('?subsite=2');
  const { send, user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Private person', 'Norway');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByText('How do you want to pay?')).toBeNull();
  const terms = screen.getByRole<HTMLAnchorElement>('link', { name: /^Read the terms/ });
  expect([terms.getAttribute('href'), terms.target]).toEqual(['/terms?lang=en', '_blank']);
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(bodiesOf(send, 'registration.register')[0]).toMatchObject({ terms: true, subsiteID: 2, comment: '' });
});

test('REG-011, REG-018: the ways to pay come from the server, and the third tells of the paper invoice', async () => {
  const { send, user } = await openRegistration();
  await walkTo(user, 'Is everything right?', 'Private person', 'Norway');
  await screen.findByRole('radio', { name: 'Autogiro' });
  expect(bodiesOf(send, 'registration.payment-types')).toEqual([{ imei: '350000000000014', lang: 'en', subsiteID: 0 }]);
  const help = screen.getByRole('button', { name: 'About E-invoice' });
  expect(help.title).toBe('If it cannot be delivered, a paper invoice is sent.');
  expect(screen.queryByRole('status')).toBeNull();
  await user.click(help);
  expect(screen.getByRole('status').textContent).toBe('If it cannot be delivered, a paper invoice is sent.');
});

test('an error in the field that has the focus already is read out', async () => {
  const { user } = await openRegistration();
  await walkTo(user, IMEI, 'Company', 'Sweden');
  await user.type(field('IMEI'), '35{Enter}');
  await waitFor(() => expect(screen.getAllByText('An IMEI has 15 digits; this is 2.')).toHaveLength(2));
  expect(document.querySelector('[aria-live="assertive"]')?.textContent).toBe('An IMEI has 15 digits; this is 2.');
});

test('the wizard speaks Swedish, its errors too', async () => {
  const { user } = await openRegistration({}, 'sv');
  expect(title()).toBe('Vem är enheten till?');
  await user.click(screen.getByRole('button', { name: /^Privatperson/ }));
  await user.click(screen.getByRole('button', { name: 'Nästa' }));
  await user.type(field('IMEI'), '35');
  await user.click(screen.getByRole('button', { name: 'Nästa' }));
  expect(screen.getByText('Ett IMEI har 15 siffror; det här är 2.')).toBeDefined();
  expect(field('IMEI').value).toBe('35');
});
