import { expect, test } from '@playwright/test';
import { register } from '../customers.ts';
import { lastMail, linkIn, mailboxOf, readMail } from '../mailbox.ts';
import { expectSignedIn, sendSignIn, signOut } from '../people.ts';
import { codeAfter, codeField, expectCodeScreen, sendCode, sendPassword, switchOnCode } from '../second-factor.ts';
import { product } from '../started.ts';
import { expectWellMade } from '../well-made.ts';

const mailbox = mailboxOf(product);

test('TFA-003, TFA-005, TFA-011, ADM-027: switched on in the profile, the next sign-in asks for the code that came by mail', async ({
  page,
}) => {
  const own = await register('code-switched-on');
  await sendPassword(page, product, own);
  await page.getByText('Fråga efter en kod via e-post vid inloggning').click();
  const dialog = page.getByRole('dialog', { name: 'Slå på koden' });
  await dialog.getByLabel('Nuvarande lösenord').fill(own.password);
  await dialog.getByRole('button', { name: 'Slå på koden' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('switch', { name: /kod via e-post/ })).toBeChecked();
  await signOut(page);

  const code = await codeAfter(mailbox, own, page, () => sendSignIn(page, own));
  await expect(page.getByText(/Vi har skickat en kod med sex siffror till c•••@newcomers\.example/)).toBeVisible();
  await expectWellMade(page);
  await sendCode(page, code);
  await expectSignedIn(page);
});

test('TFA-014, DEC-14: Cancel leads back to the sign-in and never yields a session', async ({ page }) => {
  const own = await register('code-cancelled');
  await switchOnCode(product, own);
  const code = await codeAfter(mailbox, own, page, () => sendPassword(page, product, own));
  await codeField(page).fill(code);
  await page.getByRole('button', { name: 'Avbryt' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(page.getByRole('textbox', { name: 'Användarnamn' })).toBeVisible();
  await page.goBack().catch(() => null);
  for (const path of ['/user/realtime-tracking', '/user/profile', '/']) {
    await page.goto(product.url + path);
    await expect(page.getByRole('textbox', { name: 'Användarnamn' })).toBeVisible();
    await expect(codeField(page)).toBeHidden();
  }
  expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }).join())).not.toMatch(/session|pending/i);
});

test('PWD-001, PWD-006, DEC-82: who forgot the password chooses another by mail, and who is signed in elsewhere is signed out', async ({
  page,
  browser,
}) => {
  const own = await register('password-forgotten');
  await switchOnCode(product, own);
  await sendCode(page, await codeAfter(mailbox, own, page, () => sendPassword(page, product, own)));
  await expectSignedIn(page);
  // Away from the page, which could notice by itself, and say so once, at any moment.
  await page.goto('about:blank');

  const elsewhere = await (await browser.newContext({ locale: 'sv-SE' })).newPage();
  const after = await lastMail();
  await elsewhere.goto(product.url);
  await elsewhere.getByRole('link', { name: 'Glömt lösenordet?' }).click();
  await elsewhere.getByLabel('E-postadress').fill(own.email);
  await elsewhere.getByRole('button', { name: 'Skicka länk' }).click();
  await expect(elsewhere.getByText(/en länk för att välja nytt lösenord på väg/)).toBeVisible();
  const mail = await readMail({ to: own.email, subject: 'Välj ett nytt lösenord till Spora', after });
  await elsewhere.goto(linkIn(mail, /reset-password/));
  const password = 'Quay-side-lamp-9';
  await expect(elsewhere.getByText(`För ${own.email} hos`)).toBeVisible();
  await expectWellMade(elsewhere);
  await elsewhere.getByLabel('Nytt lösenord', { exact: true }).fill(password);
  await elsewhere.getByLabel('Upprepa lösenordet').fill(password);
  await elsewhere.getByRole('button', { name: 'Spara' }).click();
  await expect(elsewhere.getByText('Lösenordet är valt. Logga in med det.')).toBeVisible();

  await page.goto(`${product.url}/user/profile`);
  await expect(page.getByText(/Du är inte längre inloggad/)).toBeVisible();
  await sendSignIn(page, own);
  await expect(page.getByText('Fel användarnamn eller lösenord.')).toBeVisible();
  // The new one is the first factor and no more.
  await sendSignIn(elsewhere, { ...own, password });
  await expectCodeScreen(elsewhere);
  await elsewhere.context().close();
});
