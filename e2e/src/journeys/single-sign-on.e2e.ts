import { expect, test } from '@playwright/test';
import { OIDC_CLIENT, startOidcProvider } from '@spora/server/testing/oidc-provider';
import { credentialsOfDemo, enter, PEOPLE } from '../people.ts';
import { product } from '../started.ts';

test("ADM-020: an administrator sets up the company's provider, and a driver signs in by it", async ({ page, browser }) => {
  const provider = await startOidcProvider([`${product.url}/user/single-sign-on`]);
  await enter(page, 'admin', '/administration/user-accounts?tab=single-sign-on');
  await expect(page.getByRole('listitem').filter({ hasText: 'sorlaby.example' })).toContainText('Verifierad');
  await expect(page.getByRole('group', { name: 'Adress att återvända till' }).getByRole('code')).toHaveText(
    `${product.url}/user/single-sign-on`,
  );
  await page.getByLabel('Leverantörens adress (utfärdare)').fill(provider.issuer);
  await page.getByLabel('Klient-id').fill(OIDC_CLIENT.id);
  await page.getByLabel('Klienthemlighet').fill(OIDC_CLIENT.secret);
  await page.getByLabel('Användare kan logga in med sin organisation').check();
  await page.getByRole('button', { name: 'Spara' }).click();
  const proof = page.getByRole('dialog');
  await proof.getByLabel('Nuvarande lösenord').fill(credentialsOfDemo('admin').password);
  await proof.getByRole('button', { name: 'Spara' }).click();
  await page.getByRole('button', { name: 'Testa anslutningen' }).click();
  await expect(page.getByRole('status').getByText('Stämmer')).toHaveCount(4);

  const context = await browser.newContext({ locale: 'sv-SE' });
  const driver = await context.newPage();
  await driver.goto(product.url);
  await driver.getByRole('link', { name: 'Logga in med din organisation' }).click();
  await driver.getByLabel('E-postadress på jobbet').fill(PEOPLE.driver);
  await driver.getByRole('button', { name: 'Fortsätt' }).click();
  await driver.getByLabel('Work address').fill(PEOPLE.driver);
  await driver.getByRole('button', { name: 'Let me in' }).click();
  await expect(driver.getByText('Jonas Brekkestam').first()).toBeVisible();
  await expect(driver).not.toHaveURL(/code=|single-sign-on/);
  // What is private is closed until he agrees with his own password.
  await driver.getByRole('button', { name: 'Till din profil' }).click();
  await driver.getByRole('button', { name: 'Godkänn' }).click();
  await driver.getByRole('dialog').getByLabel('Nuvarande lösenord').fill(credentialsOfDemo('driver').password);
  await driver.getByRole('dialog').getByRole('button', { name: 'Godkänn' }).click();
  await expect(driver.getByRole('button', { name: 'Till din profil' })).toHaveCount(0);
  await context.close();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Koppla loss Jonas Brekkestam' })).toBeVisible();
  await provider.close();
});
