import { type Brand, BRANDS } from '@spora/contract/brands';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReceiversScreen } from '../features/alarms/receivers/screen.tsx';
import { alarmReceiver } from '../features/alarms/receivers/testing.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { showBrand } from '../lib/brand.ts';
import { useSessionStore } from '../lib/session-context.tsx';
import { fakeSend, renderScreen, signedInUser, type FakeSend } from '../lib/testing.tsx';
import { MARKS } from '../ui/brands/marks.ts';
import { Entry } from './entry.tsx';
import { SupportLink } from './header-menus.tsx';
import { MenuBrand } from './side-menu.tsx';
import { readPublicPages } from './testing-pages.ts';

/** BRAND-013. */
beforeAll(readPublicPages);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  delete document.documentElement.dataset['brand'];
});

async function openAt(path: string, { subsiteId }: Brand): Promise<FakeSend> {
  history.replaceState(null, '', path);
  showBrand(subsiteId);
  const send = fakeSend({
    'accounts.public-config': () => ({
      subsite_id: subsiteId,
      mailbox_url: null,
      demo_sign_ins: [],
      secure_context_needed: false,
    }),
    'accounts.announcement': () => '',
    'auth.sign-in': () => ({ pending: false, user: { ...signedInUser(), token: 'token' } }),
    'registration.payment-types': () => [],
  });
  function Page() {
    return <Entry send={send} session={useSessionStore()} />;
  }
  await renderScreen(<Page />, { send });
  await screen.findByRole('heading', { level: 1 });
  return send;
}
const shownMark = (container: ParentNode): (string | null)[] =>
  [...container.querySelectorAll('svg path')].map((path) => path.getAttribute('d'));
const markOf = ({ subsiteId }: Brand): string[] => (MARKS[subsiteId] ?? []).map(({ d }) => d);

describe.each(BRANDS)('$name (subsite $subsiteId)', (brand) => {
  const { capabilities, name } = brand;

  test('BRAND-001, BRAND-003, BRAND-007, BRAND-012, BRAND-013, AUTH-022: its sign-in', async () => {
    const send = await openAt('/?design=new', brand);
    const home = within(screen.getByRole('banner')).getByRole('link', { name });
    expect(shownMark(home)).toEqual(markOf(brand));
    await waitFor(() => expect(document.title).toMatch(new RegExp(`· ${name}$`)));
    expect(screen.queryAllByText(/tracker for your car/i)).toHaveLength(capabilities.carTrackerBanner ? 1 : 0);
    const config = send.requests.find(({ id }) => id === 'accounts.public-config');
    expect(config?.query).toMatchObject({ subsite: brand.subsiteId });
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('E-mail address or user name'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await waitFor(() =>
      expect(send.requests.find(({ id }) => id === 'auth.sign-in')?.body).toMatchObject({ subsiteid: brand.subsiteId }),
    );
  });

  test('BRAND-005, BRAND-009, BRAND-013, I18N-008: its registration', async () => {
    await openAt(`${ADDRESSES.register}?design=old`, brand);
    expect(screen.queryAllByLabelText(/^Comment/)).toHaveLength(capabilities.registrationComment ? 1 : 0);
    expect(screen.queryAllByRole('checkbox', { name: /terms/i })).toHaveLength(capabilities.termsCheckbox ? 1 : 0);
    expect(screen.getByRole('link', { name: /terms/i }).getAttribute('href')).toBe('/terms?lang=en');
  });

  test('BRAND-004, BRAND-013: its header, and its name as a text for the mark that stands alone', async () => {
    showBrand(brand.subsiteId);
    await renderScreen(<SupportLink />, { send: fakeSend({}), user: signedInUser({ SubsiteID: brand.subsiteId }) });
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(capabilities.supportLink ? [`mailto:${brand.supportMail}`] : []);
    cleanup();
    const { container } = render(<MenuBrand isCollapsed />);
    expect(screen.getByRole('img', { name })).toBeDefined();
    expect(shownMark(container)).toEqual(markOf(brand));
  });

  test('BRAND-005, BRAND-006, BRAND-013, ALARM-005: its alarm receivers', async () => {
    showBrand(brand.subsiteId);
    const send = fakeSend({
      'alarms.receivers': () => ({
        alarmReceivers: [alarmReceiver({ id: 1, country_code: '46', phone: '701234567' })],
        SmsCredits: 0,
      }),
    });
    await renderScreen(<ReceiversScreen search={{}} onSearch={() => undefined} />, { send, user: signedInUser() });
    await screen.findByRole('table', { name: 'Alarm receivers' });
    expect(screen.queryAllByRole('columnheader', { name: 'Phone number' })).toHaveLength(
      capabilities.receiverPhoneColumn ? 1 : 0,
    );
    expect(screen.queryAllByText('+46-701234567')).toHaveLength(capabilities.receiverPhoneColumn ? 1 : 0);
    await userEvent.click(screen.getByRole('button', { name: 'New alarm receiver' }));
    const sheet = within(await screen.findByRole('dialog'));
    await userEvent.type(sheet.getByLabelText('Name'), 'Bo');
    await userEvent.type(sheet.getByLabelText('Phone number'), '701234568');
    const save = sheet.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
    expect(save.disabled).toBe(capabilities.receiverNeedsEmail);
  });
});
