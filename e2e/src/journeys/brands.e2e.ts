import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Brand, BRANDS } from '@spora/contract/brands';
import { expect, test, type Page } from '@playwright/test';
import { enter } from '../people.ts';
import { product } from '../started.ts';
import { expectWellMade } from '../well-made.ts';

const port = new URL(product.url).port;
/** Browsers take every name under `.localhost` for this machine. */
const siteOf = ({ slug }: Brand): string => `http://${slug}.localhost:${port}`;
const THEMES = ['light', 'dark'] as const;

/** `#0b6478` as the browser tells colours. */
const rgb = (hex: string): string => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

async function expectBrandShown(page: Page, brand: Brand): Promise<void> {
  await expect(page).toHaveTitle(new RegExp(`${brand.name}$`));
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', `/brands/${brand.slug}/icon.svg`);
  const home = page.getByRole('banner').getByRole('link', { name: brand.name });
  await expect(home).toBeVisible();
  await expect(home.locator('svg')).toBeVisible();
}

for (const brand of BRANDS) {
  const { capabilities, name, slug } = brand;

  test(`BRAND-013: ${name}: sign-in and registration as its own`, async ({ page, request }) => {
    const response = await request.get(`http://localhost:${port}/`, {
      headers: { host: `${slug}.localhost:${port}`, accept: 'text/html' },
    });
    expect(await response.text()).toContain(`<html lang="en" data-brand="${brand.subsiteId}" data-brand-by="host" `);

    await page.goto(siteOf(brand));
    await expectBrandShown(page, brand);
    await expect(page.locator('button[type=submit]')).toHaveCSS('background-color', rgb(brand.mailAccent));
    // AUTH-022, BRAND-007
    await expect(page.getByText(/spårare till bilen/i)).toHaveCount(capabilities.carTrackerBanner ? 1 : 0);
    await expectWellMade(page);

    // The legacy form has on one page what the wizard asks step by step.
    await page.goto(`${siteOf(brand)}/user/register?design=old`);
    await expectBrandShown(page, brand);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // BRAND-005, BRAND-009, DEC-10
    await expect(page.locator('textarea[name=comment]')).toHaveCount(capabilities.registrationComment ? 1 : 0);
    await expect(page.locator('input[type=checkbox][name=terms]')).toHaveCount(capabilities.termsCheckbox ? 1 : 0);
    await expect(page.locator('a[href^="/terms?lang=sv"]')).toBeVisible();
  });
}

test('BRAND-004, BRAND-013: the header shows the brand, and a link to its support where it has one', async ({ page }) => {
  await enter(page, 'beginner', '/user/profile');
  for (const brand of BRANDS) {
    await page.goto(`${product.url}/user/profile?subsite=${brand.subsiteId}`);
    await expect(page).toHaveTitle(new RegExp(`${brand.name}$`));
    await expect(page.getByRole('complementary').getByText(brand.name, { exact: true })).toBeVisible();
    await expect(page.locator(`a[href="mailto:${brand.supportMail}"]`)).toHaveCount(brand.capabilities.supportLink ? 1 : 0);
  }
});

test('BRAND-002, NAV-034: the demo shows the brand that the address asks for, and again on the next visit without it', async ({
  page,
}) => {
  await page.goto(`${product.url}/?subsite=5`);
  await expect(page).toHaveTitle(/Fjordspor$/);
  await page.goto(product.url);
  await expect(page).toHaveTitle(/Fjordspor$/);
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest?subsite=5');
  const settled = BRANDS[6];
  if (!settled) throw new Error('no brand 6');
  await page.goto(`${siteOf(settled)}/?subsite=5`);
  await expect(page).toHaveTitle(/Hemväg$/);
});

const sheet = process.env['SHEET'];
/** `SHEET=/tmp/brands.png npm run e2e -- brands -g sheet`: one picture of all brands, to be looked at. */
if (sheet)
  test('the sheet of all brands', async ({ page, browser }) => {
    test.setTimeout(600_000);
    const rows: string[] = [];
    await page.setViewportSize({ width: 1200, height: 780 });
    await enter(page, 'admin', '/user/profile');
    const take = async (url: string, theme: (typeof THEMES)[number]): Promise<string> => {
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(url);
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      // Only for the looks: the skeleton has given way to the list.
      await page.waitForTimeout(700);
      return (await page.screenshot()).toString('base64');
    };
    for (const brand of BRANDS) {
      const pictures: string[] = [];
      for (const theme of THEMES) {
        pictures.push(await take(siteOf(brand), theme));
        pictures.push(await take(`${product.url}/user/create-triplog?subsite=${brand.subsiteId}`, theme));
        pictures.push(await take(`${siteOf(brand)}/user/register?design=${brand.isNewDesign ? 'new' : 'old'}`, theme));
      }
      rows.push(pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join(''));
    }
    const paper = await browser.newPage({ viewport: { width: 3600, height: 2400 } });
    await paper.setContent(
      `<style>body{margin:6px;display:grid;gap:6px}div{display:grid;grid-template-columns:repeat(6,1fr);gap:6px}img{width:100%}</style>${rows.map((row) => `<div>${row}</div>`).join('')}`,
    );
    const path = resolve(sheet);
    mkdirSync(dirname(path), { recursive: true });
    await paper.screenshot({ path, fullPage: true });
    await paper.close();
  });
