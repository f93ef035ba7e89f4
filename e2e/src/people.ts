import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { type Credentials, sharedSession } from './api.ts';
import { keepSession } from './entering.ts';
import { product } from './started.ts';

/** The demo's people: an administrator, a driver who sees four units, and somebody whose account is still empty. */
export const PEOPLE = {
  admin: 'maja@sorlaby.example',
  driver: 'jonas@sorlaby.example',
  beginner: 'start@halvmane.example',
} as const;
export type Person = keyof typeof PEOPLE;

export const credentialsOfDemo = (person: Person): Credentials => ({
  email: PEOPLE[person],
  password: product.passwords[PEOPLE[person]] ?? '',
});

/** Fills in the sign-in form that is on the page, in whatever language, and sends it. */
export async function sendSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: /användarnamn|user name|brukernavn/i }).fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('input[name=password]').press('Enter');
}

/** The administrator of a new account lands in the guide, everybody else under `/user/`. */
export const expectSignedIn = (page: Page): Promise<void> => page.waitForURL(/\/user\/|\/administration\/first-steps/);

/** By the menu in the header, in whatever language; the start page is where one is then. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(konto|account)/i })
    .click();
  await page.getByRole('menuitem', { name: /logga ut|sign out|logg ut/i }).click();
  await expect(page).toHaveURL(`${new URL(page.url()).origin}/`);
}

/** Signs in as one of the demo's people by the form, for a session of one's own, and waits for the page behind. */
export async function signIn(page: Page, person: Person, path = '/'): Promise<void> {
  await page.goto(product.url + path);
  await sendSignIn(page, credentialsOfDemo(person));
  await expectSignedIn(page);
}

/** Opens a page as somebody who is signed in. The session is shared: a journey that signs out signs in by the form. */
export async function enter(page: Page, who: Person | Credentials, path: string): Promise<void> {
  const credentials = typeof who === 'string' ? credentialsOfDemo(who) : who;
  await keepSession(page, product, await sharedSession(product, credentials));
  await page.goto(product.url + path);
}

/** Half a minute alone; four were too few beside much other work. */
const PAST_MS = 600_000;
/** The last step of the demo's story, which follows when all of the past is in its log. */
const LAST_STEP = 'share';

function isPastTold(): boolean {
  const file = join(product.dataDir, 'demo', 'story.json');
  return existsSync(file) && readFileSync(file, 'utf8').includes(LAST_STEP);
}

/** For `beforeAll`: the demo's fleet drives months when the product starts, and its log stands still only afterwards. */
export async function untilPastIsTold(): Promise<void> {
  test.setTimeout(PAST_MS + 10_000);
  await expect.poll(isPastTold, { timeout: PAST_MS, message: 'the past of the demo', intervals: [1000] }).toBe(true);
}

/** What the page says in passing, above everything else. */
export const notice = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /^(meddelanden|notices|meldinger)$/i }).getByText(text, { exact: true });
