import { expect, test, type Locator, type Page } from '@playwright/test';
import { credentialsOf, imeiOf, type Customer } from '../customers.ts';
import { readMail } from '../mailbox.ts';
import { expectSignedIn, PEOPLE, sendSignIn } from '../people.ts';
import { product } from '../started.ts';
import { trackerWith, type Tracker } from '../trackers.ts';
import { expectWellMade } from '../well-made.ts';

/** An IMEI with the right check digit that is in nobody's stock. */
const STRANGE_IMEI = '490154203237518';

let tracker: Tracker | undefined;
test.afterEach(() => tracker?.close());

/** The tracker of a customer to come: it knocks and is refused. */
async function knocking(customer: Customer): Promise<Tracker> {
  const made = trackerWith(imeiOf(customer));
  tracker = made;
  made.connect();
  await expect.poll(() => made.told).toContain('refused');
  return made;
}

const field = (page: Page, name: string): Locator => page.locator(`input[name=${name}], textarea[name=${name}]`);
const expectStep = (page: Page, step: string): Promise<void> => expect(page).toHaveURL(new RegExp(`[?&]step=${step}$`));

/** Answers the question that is on the page, and goes on. */
async function answer(page: Page, step: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await expectStep(page, step);
  for (const [name, value] of Object.entries(fields)) await field(page, name).fill(value);
  await page.getByRole('button', { name: /^(Nästa|Neste|Next)$/ }).click();
}

const passwords = (customer: Customer): Record<string, string> => {
  const { password } = credentialsOf(customer);
  return { 'new-password': password, 'repeat-password': password };
};

interface Texts {
  readonly banner: RegExp;
  readonly subject: string;
  readonly speedUnit?: string;
}

/** From the banner of the sign-in page to the unit that moves in the list, with the mail on the way. */
async function expectWelcomed(page: Page, customer: Customer, own: Tracker, texts: Texts) {
  const { speedUnit = 'km/h' } = texts;
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByText(texts.banner)).toBeVisible();
  const { email, password } = credentialsOf(customer);
  expect(await readMail({ to: email, subject: texts.subject })).toContain(imeiOf(customer));
  await sendSignIn(page, { email, password });
  await expectSignedIn(page);
  await page.goto(`${product.url}/user/realtime-tracking`);
  const unit = page.getByRole('option');
  await expect(unit).toHaveCount(1);
  // Accepted from the moment of the registration, without a restart of anything.
  await expect.poll(() => own.told).toContain('connected');
  await own.reportAt(0, 47);
  await expect(unit).toContainText(`47 ${speedUnit}`);
  const place = await unit.innerText();
  await own.reportAt(60, 52);
  await expect(unit).toContainText(`52 ${speedUnit}`);
  expect(place).not.toContain(`52 ${speedUnit}`);
}

test('REG-001, WIZ-001, WIZ-013, REG-010, AUTH-008: a private person in Sweden registers in Swedish, gets mail, signs in and sees the unit drive', async ({
  page,
}) => {
  const own = await knocking('sweden');
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Registrera en enhet' }).click();
  await expect(page.getByRole('heading', { name: 'Vem är enheten till?' })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('button', { name: /^Privatperson/ }).click();
  await expectStep(page, 'selectCountry');
  await expect(page.getByRole('radio', { name: /Sverige/ })).toBeChecked();
  await answer(page, 'selectCountry', {});
  await answer(page, 'imei', { imei: imeiOf('sweden').replace(/(\d{5})/g, '$1 ') });
  await answer(page, 'reseller', { reseller: 'Hamnradio', comment: 'Två nycklar' });
  await answer(page, 'name', { firstName: 'Åsa', lastName: 'Bergqvist' });
  await answer(page, 'email', { email: ` ${credentialsOf('sweden').email.replace('s', 'S')} ` });
  await answer(page, 'personalNumber', { personalNumber: '19900118-9811' });
  await answer(page, 'address', { street: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm' });
  await answer(page, 'phoneNumber', { phone: '70 123 45 67' });
  await answer(page, 'password', passwords('sweden'));
  await expectStep(page, 'reviewInfo');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await page.getByRole('button', { name: 'Registrera' }).click();
  await expect(page.getByText('Välj hur du vill betala.')).toBeVisible();
  await expect(page.getByText('Godkänn villkoren för att registrera dig.')).toBeVisible();
  await page.getByRole('radio', { name: 'Faktura via e-post' }).check();
  await page.getByRole('checkbox', { name: 'Jag godkänner villkoren.' }).check();
  await page.getByRole('button', { name: 'Registrera' }).click();
  await expectWelcomed(page, 'sweden', own, { banner: /Ditt konto är klart/, subject: 'Välkommen till Spora' });
  await expect(page.getByRole('option')).toContainText('Åsa Bergqvist');
});

test.describe('in Norwegian', () => {
  test.use({ locale: 'nb-NO' });

  test('WIZ-026, WIZ-027, DEC-62, REG-006, REG-007, WIZ-018: a company in Norway is told of a wrong IMEI and a taken e-mail, goes back and reloads on the way', async ({
    page,
  }) => {
    const own = await knocking('norway');
    await page.goto(`${product.url}/user/register`);
    await page.getByRole('button', { name: /^Firma/ }).click();
    await page.getByRole('radio', { name: /Norge/ }).check();
    await answer(page, 'selectCountry', {});

    await answer(page, 'imei', { imei: STRANGE_IMEI });
    await expect(page.getByText('Det finnes ingen enhet med dette IMEI-nummeret å registrere.')).toBeVisible();
    await expect(field(page, 'imei')).toBeFocused();
    await expectWellMade(page);
    await answer(page, 'imei', { imei: imeiOf('norway') });
    await answer(page, 'reseller', { reseller: 'Fjordbutikken' });
    await answer(page, 'companyName', { companyName: 'Tidevannets Maskin AS' });
    await answer(page, 'name', { firstName: 'Ingrid', lastName: 'Solbakken' });

    await answer(page, 'email', { email: PEOPLE.admin });
    await expect(page.getByText('E-postadressen er allerede i bruk.')).toBeVisible();
    await answer(page, 'email', { email: credentialsOf('norway').email });

    // The browser's own button: one step back, nothing lost, and forward again.
    await expectStep(page, 'organizationNumber');
    await page.goBack();
    await expectStep(page, 'email');
    await expect(field(page, 'email')).toHaveValue(credentialsOf('norway').email);
    await page.goBack();
    await expectStep(page, 'name');
    await expect(field(page, 'firstName')).toHaveValue('Ingrid');
    await page.goForward();
    await page.goForward();
    await answer(page, 'organizationNumber', { orgNumber: '923609016' });

    await answer(page, 'address', { street: 'Gata 1', postalCode: '0150', city: 'Oslo' });
    await page.reload();
    await expectStep(page, 'phoneNumber');
    // Eight digits that begin like the country code.
    await answer(page, 'phoneNumber', { phone: '47 12 34 56' });
    await answer(page, 'password', passwords('norway'));
    await expectStep(page, 'reviewInfo');
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).toContain('Solbakken');
    expect(kept).not.toContain(credentialsOf('norway').password);
    await page.reload();
    await expectStep(page, 'password');
    await expect(field(page, 'new-password')).toHaveValue('');
    await answer(page, 'password', passwords('norway'));
    await expectStep(page, 'reviewInfo');
    await expect(page.getByText('+47 47 12 34 56')).toBeVisible();
    await expectWellMade(page);
    await page.getByRole('checkbox', { name: 'Jeg godtar vilkårene.' }).check();
    await page.getByRole('button', { name: 'Registrer' }).click();
    await expectWelcomed(page, 'norway', own, {
      banner: /Kontoen din er klar/,
      subject: 'Velkommen til Spora',
      speedUnit: 'km/t',
    });
    await expect(page.getByRole('option')).toContainText('Tidevannets Maskin AS');
  });
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });

  test('NFR-004, WIZ-001, I18N-001: a company in the United Kingdom registers with the keyboard alone', async ({ page }) => {
    const own = await knocking('united-kingdom');
    const { keyboard } = page;
    const type = async (name: string, text: string): Promise<void> => {
      await expect(field(page, name)).toBeFocused();
      await keyboard.type(text);
    };
    const { email, password } = credentialsOf('united-kingdom');

    await page.goto(product.url);
    await tabTo(page, page.getByRole('link', { name: 'Register a unit' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: /^Company/ }));
    await keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: /Sweden/ })).toBeFocused();
    await keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: /United Kingdom/ })).toBeChecked();
    await keyboard.press('Enter');
    await type('imei', imeiOf('united-kingdom'));
    await keyboard.press('Enter');
    await type('reseller', 'Harbour Radio');
    await keyboard.press('Enter');
    await type('companyName', 'Tideway Plant Ltd');
    await keyboard.press('Enter');
    await type('firstName', 'Ada');
    await keyboard.press('Tab');
    await type('lastName', 'Byron');
    await keyboard.press('Enter');
    await type('email', email);
    await keyboard.press('Enter');
    await type('orgNumber', '01234567');
    await keyboard.press('Enter');
    await type('street', '1 Quay Street');
    await keyboard.press('Tab');
    await type('postalCode', 'bs1 4xx');
    await keyboard.press('Tab');
    await type('city', 'Bristol');
    await keyboard.press('Enter');
    await type('phone', '7700 900123');
    await keyboard.press('Enter');
    await type('new-password', password);
    await tabTo(page, field(page, 'repeat-password'));
    await keyboard.type(password);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Is everything right?' })).toBeFocused();
    await tabTo(page, page.getByRole('checkbox', { name: 'I accept the terms.' }), 40);
    await keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Register' }));
    await keyboard.press('Enter');
    await expectWelcomed(page, 'united-kingdom', own, { banner: /Your account is ready/, subject: 'Welcome to Spora' });
    await expect(page.getByRole('option')).toContainText('Tideway Plant Ltd');
  });
});

/** Presses Tab until the control has the focus, which has to come within so many. */
async function tabTo(page: Page, wanted: Locator, most = 20): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let i = 0; i < most; i += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(wanted).toBeFocused();
}

test('LEG-001, LEG-006, LEG-012, STORE-001: the older form tells of a wrong IMEI and a taken e-mail at once, asks how to pay and registers', async ({
  page,
}) => {
  const own = await knocking('legacy');
  await page.goto(`${product.url}/?design=old`);
  await expect(page.getByRole('checkbox', { name: /Håll mig inloggad/ })).toBeVisible();
  await expectWellMade(page);
  await page.getByRole('link', { name: 'Registrera en enhet' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Registrera' })).toBeVisible();
  const answers = {
    imei: STRANGE_IMEI,
    fullName: 'Ada Byron',
    email: PEOPLE.admin,
    ...passwords('legacy'),
    companyPhone: '0812345',
    contactPerson: 'Charles',
    address: 'Storgatan 1',
    zipCode: '111 22',
    city: 'Stockholm',
    phone: '701234567',
  };
  for (const [name, value] of Object.entries(answers)) await field(page, name).fill(value);
  const send = page.getByRole('button', { name: 'Registrera' });
  await send.click();
  await expect(page.getByText('Godkänn villkoren för att registrera dig.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Jag godkänner villkoren.' }).check();
  await send.click();
  await expect(page.getByText(/Ange IMEI för en enhet som går att registrera/)).toBeVisible();
  await expect(page.getByText(/E-postadressen används redan/)).toBeVisible();
  await expectWellMade(page);
  await field(page, 'imei').fill(imeiOf('legacy'));
  await field(page, 'email').fill(credentialsOf('legacy').email);
  await send.click();
  const dialog = page.getByRole('dialog', { name: 'Bekräfta abonnemanget' });
  await expect(dialog).toContainText(imeiOf('legacy'));
  await dialog.getByRole('radio', { name: 'Autogiro' }).check();
  await dialog.getByRole('button', { name: 'Registrera' }).click();
  await expectWelcomed(page, 'legacy', own, { banner: /Ditt konto är klart/, subject: 'Välkommen till Spora' });
});
