import { expect, test } from '@playwright/test';
import { createCompany } from '../fleet.ts';
import { enter } from '../people.ts';
import { trackerWith } from '../trackers.ts';

test('OUT-002, OUT-006, OUT-010: an output is named, switched, waits, and is confirmed by the tracker while the page stands open', async ({
  page,
}) => {
  const { owner, imeis } = await createCompany('Kupén', 1);
  await enter(page, owner, `/user/edit-terminal?imei=${imeis[0]}&tab=io`);
  await page.getByRole('button', { name: 'Inställningar för Utgång 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Namn').fill('Kupévärmare');
  await dialog.getByLabel('Vad som är anslutet').selectOption('heater');
  await dialog.getByRole('button', { name: 'Spara' }).click();
  await page.getByRole('button', { name: 'Slå på Kupévärmare' }).click();
  await expect(page.getByRole('row', { name: /Kupévärmare · På .*Väntar/ })).toBeVisible();
  // Out of coverage until now: it answers over its connection.
  const tracker = trackerWith(imeis[0]!);
  tracker.connect();
  await expect(page.getByRole('button', { name: 'Slå av Kupévärmare' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Kupévärmare · På .*Bekräftat/ })).toBeVisible();
  tracker.close();
});
