import { expect, test } from '@playwright/test';
import { createCompany } from '../fleet.ts';
import { enter } from '../people.ts';
import { trackerWith } from '../trackers.ts';
import { expectAccessible, expectFitsEverywhere, expectNoSidewaysScrolling } from '../well-made.ts';

test('15-A1, MODE-007 to MODE-011: a mode is chosen and confirmed by the tracker, theft mode turned on from the map and off again, by keyboard and on a small phone', async ({
  page,
}) => {
  const { owner, imeis } = await createCompany('Stulet', 1);
  const imei = imeis[0]!;
  const tracker = trackerWith(imei);
  await enter(page, owner, `/user/edit-terminal?imei=${imei}&tab=mode`);
  await expect(page.getByRole('heading', { name: 'Hur ofta enheten rapporterar' })).toBeVisible();
  const choice = page.getByRole('radio', { name: /Var 8:e timme/ });
  await choice.press(' ');
  await expect(choice).toBeChecked();
  await page.getByRole('button', { name: 'Byt', exact: true }).press('Enter');
  await expect(page.getByText('Byter till ”Var 8:e timme”')).toBeVisible();
  await expectAccessible(page);
  await expectFitsEverywhere(page);
  // What waits is handed over when the tracker comes.
  tracker.connect();
  await tracker.reportAt(0, 30);
  await expect(page.getByText('Byter till ”Var 8:e timme”')).toBeHidden();
  await expect(page.getByText('Nu', { exact: true })).toBeVisible();

  await page.goto(new URL(`/user/realtime-tracking?unit=${imei}`, page.url()).href);
  await page.getByRole('button', { name: 'Mer', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Slå på stöldläge' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Slå på stöldläge för/ });
  await expect(dialog.getByText('Ett batteri räcker ungefär en månad i stöldläge.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Slå på stöldläge' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Stöldläget är på/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^Larm ?, 1 nytt larm$/ })).toBeVisible();
  // At the head of the card, and in how often it reports as soon as the tracker has confirmed it.
  const card = page.getByRole('complementary', { name: 'Bil 1' });
  await expect(card.getByRole('paragraph').getByText('Stöldläge', { exact: true })).toBeVisible();
  await expect(card.getByRole('definition').getByText('Stöldläge', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  await page.getByRole('button', { name: 'Stäng av stöldläget' }).first().press('Enter');
  const question = page.getByRole('dialog', { name: /^Stänga av stöldläget/ });
  await expect(question.getByText('Sedan går den tillbaka till ”Var 8:e timme”.')).toBeVisible();
  await question.getByRole('button', { name: 'Stäng av stöldläget' }).press('Enter');
  await expect(page.getByText('Stöldläget är avstängt')).toBeVisible();
  await expect(page.getByRole('complementary').getByText(/^Stöldläget är på/)).toBeHidden();
  tracker.close();
});
