import { expect, test, type Page } from '@playwright/test';
import { type Api, apiAs, type Credentials } from '../api.ts';
import { authenticatorApp, withPasskeys } from '../authenticator.ts';
import { register } from '../customers.ts';
import { linkIn, mailboxOf } from '../mailbox.ts';
import { expectSignedIn, signOut } from '../people.ts';
import { sendPassword } from '../second-factor.ts';
import { product } from '../started.ts';
import { expectWellMade } from '../well-made.ts';

const mailbox = mailboxOf(product);

/** Sets an app up in the dialog that is open, up to the recovery codes; answers the app and the codes. */
async function setUpApp(page: Page, { password }: Credentials) {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nuvarande lösenord').fill(password);
  await dialog.getByRole('button', { name: 'Fortsätt' }).click();
  const key = (await dialog.locator('code').innerText()).replace(/\s/g, '');
  const app = authenticatorApp(key);
  await expectWellMade(page);
  await dialog.getByLabel('Koden som appen visar').fill(await app.nextCode());
  await dialog.getByRole('button', { name: 'Bekräfta' }).click();
  const list = dialog.getByRole('list', { name: 'Reservkoder' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'Jag har sparat dem' }).click();
  await expect(dialog).toBeHidden();
  return { app, codes };
}

const appHeading = (page: Page) => page.getByRole('heading', { name: 'Skriv in koden från appen' });

async function sendAppCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Kod', { exact: true }).fill(code);
  await page.getByLabel('Kod', { exact: true }).press('Enter');
}

test('12-A4: an app, a recovery code and a passkey let their owner in, and a member who must have one is led to it', async ({
  page,
  browser,
}) => {
  await withPasskeys(page);
  const own = await register('second-factor');
  // A session from before there was anything to show beside the password.
  const api = await apiAs(own);
  await sendPassword(page, product, own);
  await page.getByRole('button', { name: 'Ställ in app' }).click();
  const { app, codes } = await setUpApp(page, own);
  await expect(page.getByText(/10 är kvar/)).toBeVisible();
  await signOut(page);

  // By the app.
  await sendPassword(page, product, own);
  await expect(appHeading(page)).toBeVisible();
  await expectWellMade(page);
  await sendAppCode(page, await app.nextCode());
  await expect(page.getByText(/Inställd/)).toBeVisible();
  await signOut(page);

  // By a recovery code, which counts once.
  await sendPassword(page, product, own);
  await page.getByRole('button', { name: 'Reservkod' }).click();
  await page.getByRole('textbox', { name: 'Reservkod' }).fill(codes[0] ?? '');
  await page.getByRole('textbox', { name: 'Reservkod' }).press('Enter');
  await expect(page.getByText(/9 är kvar/)).toBeVisible();
  await mailbox.readMail({ to: own.email, subject: 'En reservkod har använts för att logga in på Spora' });

  // By a passkey, without name or password.
  await page.getByRole('button', { name: 'Lägg till inloggningsnyckel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lägg till en inloggningsnyckel' });
  await dialog.getByLabel('Namn').fill('Min dator');
  await dialog.getByLabel('Nuvarande lösenord').fill(own.password);
  await dialog.getByLabel('Kod från appen eller en reservkod').fill(codes[1] ?? '');
  await dialog.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(page.getByRole('button', { name: 'Ta bort inloggningsnyckeln Min dator' })).toBeVisible();
  await signOut(page);
  await page.getByRole('button', { name: 'Logga in med inloggningsnyckel' }).click();
  await expectSignedIn(page);

  // Required of everybody, with the passkey as proof.
  await page.goto(`${product.url}/administration/user-accounts?tab=security`);
  await page.getByLabel('Krävs av').selectOption('everybody');
  await page.getByRole('button', { name: 'Spara' }).click();
  const proof = page.getByRole('dialog', { name: 'Bekräfta att det är du' });
  await proof.getByLabel('Nuvarande lösenord').fill(own.password);
  await proof.getByRole('button', { name: 'Bekräfta med inloggningsnyckel' }).click();
  await expect(proof).toBeHidden();

  const member = await inviteMember(api);
  const theirs = await (await browser.newContext({ locale: 'sv-SE' })).newPage();
  await sendPassword(theirs, product, member);
  await expect(theirs.getByRole('heading', { name: 'Ställ in tvåstegsinloggning' })).toBeVisible();
  await expectWellMade(theirs);
  await theirs.goto(`${product.url}/user/create-triplog`);
  await expect(theirs.getByRole('heading', { name: 'Ställ in tvåstegsinloggning' })).toBeVisible();
  await theirs.getByRole('button', { name: 'Ställ in app' }).click();
  const { app: theirApp } = await setUpApp(theirs, member);
  await expect(theirs.getByRole('heading', { name: 'Ställ in tvåstegsinloggning' })).toBeHidden();
  await theirs.goto(`${product.url}/user/profile`);
  await signOut(theirs);
  await sendPassword(theirs, product, member);
  await sendAppCode(theirs, await theirApp.nextCode());
  await expect(theirs.getByText('Ditt företag kräver en app eller en inloggningsnyckel.')).toBeVisible();
  await theirs.context().close();
});

/** A member who has chosen a password by the mailed link, without the screens. */
async function inviteMember(api: Api): Promise<Credentials> {
  const email = 'member-of-second-factor@newcomers.example';
  const invited = await api('users.invite', { body: { full_name: 'Mia Medlem', email, unit_ids: [] } });
  expect(invited.errors).toBeUndefined();
  const link = new URL(linkIn(await mailbox.readMail({ to: email, subject: /bjuder in dig/ }), /reset-password/));
  const password = 'Quay-side-lamp-9';
  const body = { code: link.searchParams.get('_c') ?? '', password, password_confirmation: password };
  expect((await api('auth.reset-password', { body })).errors).toBeUndefined();
  return { email, password };
}
