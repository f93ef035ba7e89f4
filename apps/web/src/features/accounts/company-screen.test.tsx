import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser, withoutWas } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { CompanyScreen } from './company-screen.tsx';

afterEach(cleanup);

const COMPANY = {
  name: 'Norrbud AB',
  registration_id: '556000-0001',
  contact_person: 'Anna Lindqvist',
  street: 'Storgatan 1',
  postal_code: '97231',
  city: 'Luleå',
  phone: '0920123456',
  invoice_email: '',
  is_private: false,
  country: 'SE',
  time_zone: 'Europe/Stockholm',
  currency: 'SEK' as const,
  members_may_create_groups: false,
  check_in_without_access: false,
};
async function open(answers: FakeAnswers = {}) {
  const send = fakeSend({ 'accounts.company': () => COMPANY, 'accounts.update-company': () => ({}), ...answers });
  await renderScreen(<CompanyScreen />, { send, user: signedInUser() });
  await screen.findByRole('form');
  return send;
}
const saved = (send: Awaited<ReturnType<typeof open>>) =>
  send.requests.filter(({ id }) => id === 'accounts.update-company').map(({ body }) => withoutWas(body));

test('ADM-016, ADM-007, ADM-008: only what was changed is sent, and until then leaving asks', async () => {
  const send = await open();
  expect(screen.getByText('Sweden')).toBeDefined();
  expect(screen.getByText('Europe/Stockholm')).toBeDefined();
  await userEvent.type(screen.getByLabelText('E-mail for invoices'), 'faktura@example.com');
  await userEvent.click(screen.getByLabelText('Users may add purposes and projects'));
  await userEvent.click(screen.getByLabelText(/Users may check in to any unit/));
  expect(hasUnsaved()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(saved(send)).toEqual([
    { invoice_email: 'faktura@example.com', members_may_create_groups: true, check_in_without_access: true },
  ]);
  await waitFor(() => expect(hasUnsaved()).toBe(false));
});

test('DEC-53: the currency can be changed, and it is said that nothing is converted', async () => {
  const send = await open();
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' });
  expect([...field.options].map(({ value }) => value)).toEqual(['SEK', 'NOK', 'GBP']);
  expect(field.value).toBe('SEK');
  expect(screen.getByText(/nothing is converted/).parentElement).toBe(field.closest('div')?.parentElement);
  await userEvent.selectOptions(field, 'NOK');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(saved(send)).toEqual([{ currency: 'NOK' }]);
});

test('ADM-016: a refusal stands beside its field, which gets the focus; what was typed stays and can be thrown away', async () => {
  await open({
    'accounts.update-company': () => {
      throw new ApiError(422, { name: ['SpecifyCompanyName'] });
    },
  });
  const name = screen.getByLabelText<HTMLInputElement>('Company name');
  await userEvent.clear(name);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(name);
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(name.value).toBe('Norrbud AB');
  expect(name.getAttribute('aria-invalid')).toBeNull();
});

const INGRID = { ...COMPANY, is_private: true, country: 'NO', registration_id: '010180 •••••', postal_code: '0150', phone: '' };
const fill = async (label: string, text: string): Promise<HTMLInputElement> => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
  return field;
};

test('ADM-016: all that is wrong is said at once, before anything is sent', async () => {
  const send = await open({ 'accounts.company': () => INGRID });
  const fields = [
    await fill('Personal number', '123'),
    await fill('Postal code', '01-50'),
    await fill('Phone', '12'),
    await fill('E-mail for invoices', 'ingrid@'),
  ];
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(fields.map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true', 'true']);
  expect(screen.getByText(/birth number has 11 digits/)).toBeDefined();
  expect(saved(send)).toEqual([]);
});

test('ADM-016, WIZ-015: a postal code that is odd in its country is pointed out once it is left, asked about once, and can be saved', async () => {
  const send = await open({ 'accounts.company': () => INGRID });
  expect(screen.queryByText(/four digits/)).toBeNull();
  await fill('Postal code', '12');
  expect(screen.queryByText(/four digits/)).toBeNull();
  await userEvent.tab();
  expect(screen.getByRole('status', { name: '' }).textContent).toMatch(/Norwegian postal code has four digits/);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved(send)).toEqual([]);
  expect(document.activeElement).toBe(screen.getByLabelText('Postal code'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved(send)).toEqual([{ postal_code: '12' }]);
});

test('ADM-016, WIZ-012: an organisation number that is odd in its country is asked about once, and what stood before is not', async () => {
  const send = await open();
  await fill('Organisation number', '123');
  expect(screen.queryByText(/Swedish organisation number/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText(/^A Swedish organisation number has ten digits/)).toBeDefined();
  expect(saved(send)).toEqual([]);
  await fill('Organisation number', COMPANY.registration_id);
  await fill('Town or city', 'Boden');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved(send)).toEqual([{ city: 'Boden' }]);
});

test('ROLE-004: a private person outside Sweden is asked for no number, unless one is kept, which can be taken away', async () => {
  await open({ 'accounts.company': () => ({ ...INGRID, registration_id: '' }) });
  expect(screen.queryByLabelText('Personal number')).toBeNull();
  cleanup();
  const send = await open({ 'accounts.company': () => INGRID });
  await userEvent.clear(screen.getByLabelText('Personal number'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(saved(send)).toEqual([{ registration_id: '' }]);
});

test('ERR-041: what somebody else changed of the company meanwhile is shown, and theirs can be taken', async () => {
  let city = COMPANY.city;
  const send = await open({
    'accounts.company': () => ({ ...COMPANY, city }),
    'accounts.update-company': ({ body }) => {
      if ((body.was as { city?: string } | undefined)?.city !== city) throw new ApiError(409, 'ChangedMeanwhile');
      return {};
    },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Town or city');
  await userEvent.clear(field);
  await userEvent.type(field, 'Lund');
  city = 'Umeå';
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Town or city is now: Umeå')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(field.value).toBe('Umeå');
  expect(screen.queryByText(/Somebody else has changed this/)).toBeNull();
  expect(saved(send)).toEqual([{ city: 'Lund' }]);
});
