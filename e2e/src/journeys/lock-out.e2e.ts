import { pathOf } from '@spora/contract/paths';
import { expect, test, type Page } from '@playwright/test';
import { register } from '../customers.ts';
import { moveClock, putClockBack } from '../mailbox.ts';
import { expectSignedIn, product, sendSignIn, type Credentials } from '../people.ts';

test.afterAll(putClockBack);

const banner = (page: Page) => page.getByRole('form', { name: 'Logga in' }).locator('[aria-live=assertive]');

/** Tries five wrong passwords, then the right one on a fresh page; answers what was read, without the seconds of the countdown. */
async function tellings(page: Page, { email, password }: Credentials): Promise<string[]> {
  const told: string[] = [];
  const attempt = async (each: string): Promise<void> => {
    const answer = page.waitForResponse((response) => response.url().endsWith(pathOf('auth.sign-in')));
    await sendSignIn(page, { email, password: each });
    await answer;
    // The banner is empty while the answer is on its way.
    await expect(banner(page)).not.toBeEmpty();
    told.push((await banner(page).innerText()).replace(/\d+:\d\d/, 'TIME').replace(/\s+/g, ' '));
  };
  await page.goto(product.url);
  for (const each of ['wrong 1', 'wrong 2', 'wrong 3', 'wrong 4', 'wrong 5']) await attempt(each);
  await expect(page.getByRole('button', { name: 'Logga in', exact: true })).toBeDisabled();
  await page.reload();
  await attempt(password);
  return told;
}

test('AUTH-011, AUTH-012, AUTH-013, CONST-013, DEC-81: five wrong passwords count down and block for an hour, and an unknown user reads the same', async ({
  page,
}) => {
  const known = await register('lock-out');
  const told = await tellings(page, known);
  for (const [place, count] of ['4 försök', '3 försök', '2 försök', '1 försök', 'Inga försök'].entries())
    expect(told[place]).toContain(`Fel användarnamn eller lösenord. ${count} kvar.`);
  expect(told[4]).toContain('Du kan försöka igen om TIME');
  expect(told[5]).toContain('För många misslyckade försök. Inloggningen är spärrad i en timme.');
  expect(told[5]).toContain('Du kan försöka igen om TIME');
  expect(await tellings(page, { ...known, email: 'nobody-at-all@newcomers.example' })).toEqual(told);

  await moveClock(page.context(), '1 hour on');
  await page.goto(`${product.url}/user/profile`);
  await sendSignIn(page, known);
  await expectSignedIn(page);
});
