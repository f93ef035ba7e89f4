import { pathOf } from '@spora/contract/paths';
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { Credentials } from '../api.ts';
import { registerAt } from '../customers.ts';
import { type Mailbox, mailboxOf } from '../mailbox.ts';
import { expectSignedIn, sendSignIn, signOut } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { codeAfter, codeField, expectCodeScreen, resendButton, sendCode, sendPassword, switchOnCode } from '../second-factor.ts';

/** A product of their own, one journey after the other: its clock is put forward, which all who use it would notice. */
test.describe.configure({ mode: 'default' });
let clocked: Product;
let mailbox: Mailbox;
test.beforeAll(async () => {
  clocked = await startProduct(['api', 'worker']);
  mailbox = mailboxOf(clocked);
});
test.afterEach(() => mailbox.moveClock('now'));
test.afterAll(() => clocked.stop());

let taken = 0;
const nextImei = (): string => clocked.stock[taken++] ?? '';

/** Whose sign-in asks for a code. */
async function customer(name: string): Promise<Credentials> {
  const own = await registerAt(clocked, name, nextImei());
  await switchOnCode(clocked, own);
  return own;
}

const signInUpToCode = (page: Page, own: Credentials): Promise<string> =>
  codeAfter(mailbox, own, page, () => sendPassword(page, clocked, own));

/** Another one of six digits. */
const notThat = (code: string): string => String((Number(code[0]) + 1) % 10) + code.slice(1);

/** What the countdown shows, in seconds. */
async function countdown(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.getByRole('timer').innerText()).split(':').map(Number);
  return minutes * 60 + seconds;
}

test('TFA-009, TFA-010, TFA-012: the countdown to a new code goes on across a reload, the new code makes the old one void', async ({
  page,
}) => {
  await page.clock.install();
  const own = await customer('new-code');
  const old = await signInUpToCode(page, own);
  expect(await countdown(page)).toBeGreaterThan(120);
  await expect(resendButton(page)).toBeDisabled();
  await page.clock.fastForward(90_000);
  await expect.poll(() => countdown(page)).toBeLessThan(91);
  await page.reload();
  await expectCodeScreen(page);
  await expect.poll(() => countdown(page)).toBeLessThan(91);
  await expect(resendButton(page)).toBeDisabled();
  await page.clock.fastForward(91_000);
  await expect(resendButton(page)).toBeEnabled();
  // The server counts by its own clock.
  await mailbox.moveClock('minute');
  const after = await mailbox.lastMail();
  await resendButton(page).click();
  await expect(page.getByText('En ny kod är på väg.')).toBeVisible();
  await expect.poll(() => countdown(page)).toBeLessThan(11);
  const fresh = await mailbox.readCode({ to: own.email, after });
  await sendCode(page, old);
  await expect(page.getByText('Koden gäller inte längre. Begär en ny.')).toBeVisible();
  await sendCode(page, fresh);
  await expectSignedIn(page);
});

test('TFA-019, CONST-053, DEC-13: five wrong codes end the code, the right one too, and a quarter of an hour later a new one opens', async ({
  page,
}) => {
  const own = await customer('wrong-codes');
  const code = await signInUpToCode(page, own);
  for (let i = 0; i < 4; i += 1) {
    await sendCode(page, notThat(code));
    await expect(page.getByText('Koden är fel.')).toBeVisible();
    await expect(codeField(page)).toHaveValue('');
  }
  await sendCode(page, notThat(code));
  await expect(page.getByText('För många felaktiga koder.')).toBeVisible();
  await sendCode(page, code);
  await expect(page.getByText('För många felaktiga koder.')).toBeVisible();
  await expect(page).toHaveURL(`${clocked.url}/`);
  await mailbox.moveClock('ten-minutes');
  await mailbox.moveClock('ten-minutes');
  const next = await signInUpToCode(page, own);
  await sendCode(page, next);
  await expectSignedIn(page);
});

test('TFA-001, TFA-012, TFA-015, TFA-020, DEC-15: an expired code opens nothing; a trusted browser skips the code, its copied record does not, and revoked it is asked again', async ({
  page,
  browser,
}) => {
  const own = await customer('trusting');
  const expired = await signInUpToCode(page, own);
  await mailbox.moveClock('ten-minutes');
  await sendCode(page, expired);
  await expect(page.getByText('Koden gäller inte längre. Begär en ny.')).toBeVisible();
  const after = await mailbox.lastMail();
  await resendButton(page).click();
  const code = await mailbox.readCode({ to: own.email, after });
  await page.getByRole('checkbox', { name: /Lita på den här webbläsaren/ }).check();
  await sendCode(page, code);
  await expectSignedIn(page);

  const thief = await copyOf(browser, page.context());
  // Neither the session that was copied along nor the trust opens anything.
  await sendPassword(thief, clocked, own);
  await expectCodeScreen(thief);
  await thief.context().close();

  await signOut(page);
  await sendPassword(page, clocked, own);
  await page.getByRole('button', { name: /^Lita inte längre på / }).click();
  await expect(page.getByText('Ingen webbläsare är betrodd.')).toBeVisible();
  await signOut(page);
  await sendPassword(page, clocked, own);
  await expectCodeScreen(page);
});

/** A browser elsewhere with all that the first one has in its storage, but not its key, which it gives to nobody. */
async function copyOf(browser: Browser, context: BrowserContext): Promise<Page> {
  const storageState = await context.storageState();
  expect(JSON.stringify(storageState)).toContain('trustedBrowsers');
  return (await browser.newContext({ storageState, locale: 'sv-SE' })).newPage();
}

const banner = (page: Page) => page.getByRole('form', { name: 'Logga in' }).locator('[aria-live=assertive]');

/** Tries five wrong passwords, then the right one on a fresh page; answers what was read, without the countdown, which begins at a whole hour. */
async function tellings(page: Page, { email, password }: Credentials): Promise<string[]> {
  const told: string[] = [];
  const attempt = async (each: string): Promise<void> => {
    const answer = page.waitForResponse((response) => response.url().endsWith(pathOf('auth.sign-in')));
    await sendSignIn(page, { email, password: each });
    await answer;
    // The banner is empty while the answer is on its way.
    await expect(banner(page)).not.toBeEmpty();
    told.push((await banner(page).innerText()).replace(/\d+(:\d\d)+/, 'TIME').replace(/\s+/g, ' '));
  };
  await page.goto(clocked.url);
  for (const each of ['wrong 1', 'wrong 2', 'wrong 3', 'wrong 4', 'wrong 5']) await attempt(each);
  await expect(page.getByRole('button', { name: 'Logga in', exact: true })).toBeDisabled();
  await page.reload();
  await attempt(password);
  return told;
}

test('AUTH-011, AUTH-012, AUTH-013, CONST-013, DEC-81: five wrong passwords count down and block for an hour, and an unknown user reads the same', async ({
  page,
}) => {
  const known = await registerAt(clocked, 'lock-out', nextImei());
  const told = await tellings(page, known);
  for (const [place, count] of ['4 försök', '3 försök', '2 försök', '1 försök', 'Inga försök'].entries())
    expect(told[place]).toContain(`Fel användarnamn eller lösenord. ${count} kvar.`);
  expect(told[4]).toContain('Du kan försöka igen om TIME');
  expect(told[5]).toContain('För många misslyckade försök. Inloggningen är spärrad i en timme.');
  expect(told[5]).toContain('Du kan försöka igen om TIME');
  expect(await tellings(page, { ...known, email: 'nobody-at-all@newcomers.example' })).toEqual(told);

  await mailbox.moveClock('hour');
  await page.goto(`${clocked.url}/user/profile`);
  await sendSignIn(page, known);
  await expectSignedIn(page);
});
