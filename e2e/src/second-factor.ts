import { expect, type Locator, type Page } from '@playwright/test';
import { apiAs, type Credentials } from './api.ts';
import type { Mailbox } from './mailbox.ts';
import { sendSignIn } from './people.ts';
import type { Product } from './product.ts';

/** Asks for a code by mail from the next sign-in on, without the screens. */
export async function switchOnCode(of: Pick<Product, 'url'>, who: Credentials): Promise<void> {
  const api = await apiAs(who, of);
  expect((await api('users.set-own-two-factor', { body: { enabled: true, password: who.password } })).errors).toBeUndefined();
}

export const codeField = (page: Page): Locator => page.getByLabel('Kod', { exact: true });
export const resendButton = (page: Page): Locator => page.getByRole('button', { name: 'Skicka en ny kod' });
export const expectCodeScreen = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: 'Skriv in koden' })).toBeVisible();

/** User name and password on the way to the profile, which needs no map drawn. */
export async function sendPassword(page: Page, { url }: Pick<Product, 'url'>, who: Credentials): Promise<void> {
  await page.goto(`${url}/user/profile`);
  await sendSignIn(page, who);
}

/** Sends the password in that way, up to the code screen; answers the code that came by mail. */
export async function codeAfter(
  { lastMail, readCode }: Mailbox,
  who: Credentials,
  page: Page,
  send: () => Promise<void>,
): Promise<string> {
  const after = await lastMail();
  await send();
  await expectCodeScreen(page);
  return readCode({ to: who.email, after });
}

export async function sendCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
}
