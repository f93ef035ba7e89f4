import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { register } from '../customers.ts';
import { lastMail, moveClock, openMail, putClockBack, readCode } from '../mailbox.ts';
import { expectSignedIn, expectWellMade, product, sendSignIn, signOut, type Credentials } from '../people.ts';

// One customer, whose second factor the first journey switches on.
test.describe.configure({ mode: 'serial', timeout: 90_000 });
let own: Credentials;
test.beforeAll(async () => {
  own = await register('two-factor');
});
test.afterAll(putClockBack);

const codeField = (page: Page): Locator => page.getByLabel('Kod', { exact: true });
const resendButton = (page: Page): Locator => page.getByRole('button', { name: 'Skicka en ny kod' });
const expectCodeScreen = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Skriv in koden' })).toBeVisible({ timeout: 15_000 });

const PROFILE = `${product.url}/user/profile`;

/** User name and password on the way to the profile, which needs no map drawn. */
async function sendPassword(page: Page): Promise<void> {
  await page.goto(PROFILE);
  await sendSignIn(page, own);
}

/** Up to the code screen; answers the code that came by mail. */
async function signInUpToCode(page: Page, send = sendPassword): Promise<string> {
  const after = await lastMail();
  await send(page);
  await expectCodeScreen(page);
  return readCode(page.context(), { to: own.email, after });
}

async function sendCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}

/** Another one of six digits. */
const notThat = (code: string): string => String((Number(code[0]) + 1) % 10) + code.slice(1);

/** What the countdown shows, in seconds. */
async function countdown(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number);
  return minutes * 60 + seconds;
}

test('TFA-003, TFA-005, TFA-011, ADM-027: switched on in the profile, the next sign-in asks for the code that came by mail', async ({
  page,
}) => {
  await sendPassword(page);
  await page.getByText('Fråga efter en kod via e-post vid inloggning').click();
  const dialog = page.getByRole('dialog', { name: 'Slå på koden' });
  await dialog.getByLabel('Nuvarande lösenord').fill(own.password);
  await dialog.getByRole('button', { name: 'Slå på koden' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('switch', { name: /kod via e-post/ })).toBeChecked();
  await signOut(page);

  const code = await signInUpToCode(page, () => sendSignIn(page, own));
  await expect(page.getByText(/Vi har skickat en kod med sex siffror till t•••@newcomers\.example/)).toBeVisible();
  await expectWellMade(page);
  await sendCode(page, code);
  await expectSignedIn(page);
});

test('TFA-009, TFA-010, TFA-012: the countdown to a new code goes on across a reload, the new code makes the old one void', async ({
  page,
}) => {
  await page.clock.install();
  const old = await signInUpToCode(page);
  expect(await countdown(page)).toBeGreaterThan(120);
  await expect(resendButton(page)).toBeDisabled();
  await page.clock.fastForward(90_000);
  await expect.poll(() => countdown(page)).toBeLessThan(91);
  await page.reload();
  await expectCodeScreen(page);
  expect(await countdown(page)).toBeLessThan(91);
  await expect(resendButton(page)).toBeDisabled();
  await page.clock.fastForward(91_000);
  await expect(resendButton(page)).toBeEnabled();
  // The server counts by its own clock.
  await moveClock(page.context(), '1 minute on');
  const after = await lastMail();
  await resendButton(page).click();
  await expect(page.getByText('En ny kod är på väg.')).toBeVisible();
  expect(await countdown(page)).toBeLessThan(11);
  const fresh = await readCode(page.context(), { to: own.email, after });
  await sendCode(page, old);
  await expect(page.getByText('Koden gäller inte längre. Begär en ny.')).toBeVisible();
  await sendCode(page, fresh);
  await expectSignedIn(page);
});

test('TFA-014, DEC-14: Cancel leads back to the sign-in and never yields a session', async ({ page }) => {
  const code = await signInUpToCode(page);
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

test('TFA-019, CONST-053, DEC-13: five wrong codes end the code, the right one too, and a quarter of an hour later a new one opens', async ({
  page,
}) => {
  const code = await signInUpToCode(page);
  for (let i = 0; i < 4; i += 1) {
    await sendCode(page, notThat(code));
    await expect(page.getByText('Koden är fel.')).toBeVisible();
    await expect(codeField(page)).toHaveValue('');
  }
  await sendCode(page, notThat(code));
  await expect(page.getByText('För många felaktiga koder.')).toBeVisible();
  await sendCode(page, code);
  await expect(page.getByText('För många felaktiga koder.')).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/`);
  await moveClock(page.context(), '10 minutes on');
  await moveClock(page.context(), '10 minutes on');
  const next = await signInUpToCode(page);
  await sendCode(page, next);
  await expectSignedIn(page);
});

test('TFA-001, TFA-012, TFA-015, TFA-020, DEC-15: an expired code opens nothing; a trusted browser skips the code, its copied record does not, and revoked it is asked again', async ({
  page,
  browser,
}) => {
  const expired = await signInUpToCode(page);
  await moveClock(page.context(), '10 minutes on');
  await sendCode(page, expired);
  await expect(page.getByText('Koden gäller inte längre. Begär en ny.')).toBeVisible();
  const after = await lastMail();
  await resendButton(page).click();
  const code = await readCode(page.context(), { to: own.email, after });
  await page.getByRole('checkbox', { name: /Lita på den här webbläsaren/ }).check();
  await sendCode(page, code);
  await expectSignedIn(page);

  const thief = await copyOf(browser, page.context());
  // Neither the session that was copied along nor the trust opens anything.
  await sendPassword(thief);
  await expectCodeScreen(thief);
  await thief.context().close();

  await signOut(page);
  await sendPassword(page);
  await page.getByRole('button', { name: /^Lita inte längre på / }).click();
  await expect(page.getByText('Ingen webbläsare är betrodd.')).toBeVisible();
  await signOut(page);
  await sendPassword(page);
  await expectCodeScreen(page);
});

/** A browser elsewhere with all that the first one has in its storage, but not its key, which it gives to nobody. */
async function copyOf(browser: Browser, context: BrowserContext): Promise<Page> {
  const storageState = await context.storageState();
  expect(JSON.stringify(storageState)).toContain('trustedBrowsers');
  return (await browser.newContext({ storageState, locale: 'sv-SE' })).newPage();
}

test('PWD-001, PWD-006, DEC-82: who forgot the password chooses another by mail, and who is signed in elsewhere is signed out', async ({
  page,
  browser,
}) => {
  await sendCode(page, await signInUpToCode(page));
  await expectSignedIn(page);

  const elsewhere = await (await browser.newContext({ locale: 'sv-SE' })).newPage();
  const after = await lastMail();
  await elsewhere.goto(product.url);
  await elsewhere.getByRole('link', { name: 'Glömt lösenordet?' }).click();
  await elsewhere.getByLabel('E-postadress').fill(own.email);
  await elsewhere.getByRole('button', { name: 'Skicka länk' }).click();
  await expect(elsewhere.getByText(/en länk för att välja nytt lösenord på väg/)).toBeVisible();
  const mail = await openMail(elsewhere.context(), { to: own.email, subject: 'Välj ett nytt lösenord till Spora', after });
  await mail.getByRole('link', { name: /reset-password/ }).click();
  const password = 'Quay-side-lamp-9';
  await mail.getByLabel('Nytt lösenord', { exact: true }).fill(password);
  await mail.getByLabel('Upprepa lösenordet').fill(password);
  await mail.getByRole('button', { name: 'Spara' }).click();
  await expect(mail.getByText('Lösenordet är bytt. Logga in med det nya.')).toBeVisible();

  await page.reload();
  await expect(page.getByText(/Din session har gått ut/)).toBeVisible();
  await sendSignIn(page, own);
  await expect(page.getByText('Fel användarnamn eller lösenord.')).toBeVisible();
  // The new one is the first factor and no more.
  own = { ...own, password };
  await sendSignIn(mail, own);
  await expectCodeScreen(mail);
  await mail.close();
  await elsewhere.context().close();
});
