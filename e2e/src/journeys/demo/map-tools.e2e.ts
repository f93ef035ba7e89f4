import { expect, type Page, test } from '@playwright/test';
import type { Credentials } from '../../api.ts';
import { joinDemo } from '../../fleet.ts';
import { enter, type Person, untilPastIsTold } from '../../people.ts';
import { expectFitsEverywhere } from '../../well-made.ts';

const TAXI = '108 Taxi Vasastan';
const card = (page: Page) => page.getByRole('region', { name: /uppgifter om/i });
const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');

/** A map drawn in software costs what its pixels cost: a quarter of them are drawn. */
test.use({ viewport: { width: 1100, height: 640 }, deviceScaleFactor: 0.5 });

test.beforeAll(untilPastIsTold);

async function openMap(page: Page, who: Person | Credentials = 'admin'): Promise<void> {
  await enter(page, who, '/user/realtime-tracking');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Kartans reglage' })).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('option').filter({ hasText: name }).click();
  await expect(card(page)).toContainText(name);
}

async function dragMap(page: Page): Promise<void> {
  const { x, y } = await pointOnMap(page, 0.5, 0.6);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.move(x - 140, y - 90, { steps: 4 });
  await page.mouse.up();
}

async function pointOnMap(page: Page, across: number, down: number): Promise<{ x: number; y: number }> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('there is no map');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

test('MAP-028: a drag pauses following, which can be resumed, stopped, and started afresh', async ({ page }) => {
  await openMap(page);
  await choose(page, TAXI);
  await card(page).getByRole('button', { name: 'Följ', exact: true }).click();
  const paused = page.getByRole('status').filter({ hasText: 'Följningen är pausad' });
  await expect(card(page).getByRole('button', { name: 'Sluta följa' })).toHaveAttribute('aria-pressed', 'true');
  await expect(paused).toBeHidden();
  await dragMap(page);
  await expect(paused).toBeVisible();
  await paused.getByRole('button', { name: 'Fortsätt' }).click();
  await expect(paused).toBeHidden();
  await dragMap(page);
  await paused.getByRole('button', { name: 'Sluta följa' }).click();
  await expect(paused).toBeHidden();
  await card(page).getByRole('button', { name: 'Följ', exact: true }).click();
  await expect(card(page).getByRole('button', { name: 'Sluta följa' })).toBeVisible();
  await expect(paused).toBeHidden();
});

test('MAP-027: a distance is measured by clicks, taken back and ended by keys, and the chosen unit stays chosen', async ({
  page,
}) => {
  await openMap(page);
  await choose(page, TAXI);
  await page.getByRole('button', { name: 'Mät avstånd' }).click();
  const note = page.getByRole('status').filter({ hasText: 'Klicka på kartan för att mäta' });
  await expect(note).toBeVisible();
  for (const [across, down] of [
    [0.4, 0.7],
    [0.7, 0.8],
  ] as const) {
    const { x, y } = await pointOnMap(page, across, down);
    await page.mouse.click(x, y);
  }
  await expect(note.locator('strong')).toHaveText(/\d.*(km|m)$/);
  await expect(card(page)).toContainText(TAXI);
  await page.keyboard.press('Backspace');
  await expect(note.locator('strong')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(note).toBeHidden();
  await expect(card(page)).toContainText(TAXI);
});

test('MAP-027: a place that is searched for gets a pin and the five units nearest to it', async ({ page }) => {
  await openMap(page);
  await page.getByRole('combobox', { name: 'Sök adress eller plats' }).fill('Uppsala');
  await page
    .getByRole('listbox', { name: 'Sök adress eller plats' })
    .getByRole('option', { name: /Uppsala/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Närmaste enheter' })).toBeVisible();
  const nearest = page.getByRole('list').filter({ has: page.getByRole('button', { name: /km$/ }) });
  await expect(nearest.getByRole('button')).toHaveCount(5);
  const metres = (await nearest.getByRole('button').allInnerTexts()).map((text) =>
    Number(/([\d,]+)\s*km$/.exec(text.replace(/[\u00a0\u202f]/g, ''))?.[1]?.replace(',', '.')),
  );
  expect(metres).toEqual(metres.toSorted((a, b) => a - b));
  await nearest.getByRole('button').first().click();
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Närmaste enheter' })).toBeHidden();
});

test('13-A1, MAP-028: typing and filters leave the map alone; a chosen hit, a link to a unit and an address move it', async ({
  page,
}) => {
  await openMap(page, await joinDemo('admin'));
  const scale = page.locator('.maplibregl-ctrl-scale');
  await expect(scale).toHaveText(/\d{2,}\skm$/);
  const fleet = await scale.innerText();
  await page.getByRole('searchbox', { name: /sök namn/i }).fill('qhv87v');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByText('Filtrera även kartan').click();
  await expect(page.getByRole('switch', { name: 'Filtrera även kartan' })).toBeChecked();
  await expect(scale).toHaveText(fleet);
  await page.getByRole('button', { name: 'Visa på kartan' }).click();
  await expect(scale).toHaveText(/\d\sm$/);
  await page.getByRole('button', { name: 'Visa alla enheter' }).click();
  // The first view leaves a few far away aside, all of them lie farther apart.
  await expect(scale).toHaveText(/\d{2,}\skm$/);
  await expect.poll(async () => parseInt(await scale.innerText(), 10)).toBeGreaterThanOrEqual(parseInt(fleet, 10));
  await choose(page, TAXI);
  await expect(scale).toHaveText(/\d\sm$/);
  await page.reload();
  await expect(card(page)).toContainText(TAXI);
  await expect(scale).toHaveText(/\d\sm$/);
  await page.keyboard.press('/');
  await page.keyboard.type('Kiruna');
  await expect(page.getByRole('option', { name: /Kiruna/ }).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ta bort nålen' })).toBeVisible();
});

test('13-A1, MAP-029: the speed of a day stands below the map, as wide as it, and following waits there', async ({ page }) => {
  await openMap(page);
  await choose(page, TAXI);
  await card(page).getByRole('button', { name: 'Följ', exact: true }).click();
  await card(page).getByRole('button', { name: 'Historik' }).click();
  await page.getByRole('button', { name: 'Föregående dag' }).click();
  const timeline = page.getByRole('region', { name: 'Uppspelning och hastighet' });
  await expect(timeline).toBeVisible();
  const [map, below] = [await canvas(page).boundingBox(), await timeline.boundingBox()];
  expect(below?.width).toBeCloseTo(map?.width ?? 0, 0);
  await expect
    .poll(async () => ((await canvas(page).boundingBox())?.height ?? 0) + (map?.y ?? 0))
    .toBeLessThanOrEqual((below?.y ?? 0) + 1);
  // Hours of the account's clocks, round.
  await expect(timeline.getByText(/^\d\d:00$/).first()).toBeAttached();
  await expectFitsEverywhere(page);
  const several = new URL(page.url());
  const last = several.searchParams.get('to') ?? '';
  several.searchParams.set('from', new Date(Date.parse(last) - 2 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Stäng historiken' }).click();
  await expect(card(page).getByRole('button', { name: 'Sluta följa' })).toBeVisible();
  // On a phone the player of several days tells its time in one line, whatever buttons stand beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(several.href);
  await timeline.getByRole('button', { name: 'Kortare tid' }).click();
  await expect(timeline.getByRole('button', { name: 'Hela perioden' })).toBeVisible();
  const time = timeline.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await time.boundingBox())?.height).toBeLessThan(24);
  const told = await time.locator('..').boundingBox();
  expect(told?.height, 'with what the unit does beside it').toBeLessThan(24);
  const sheet = await page.getByRole('button', { name: 'Visa listan' }).boundingBox();
  const title = await page.getByRole('heading', { name: `Historik för ${TAXI}` }).boundingBox();
  expect((title?.y ?? Infinity) - (sheet?.y ?? 0), 'no empty band above the title').toBeLessThan(44);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const name of ['Stäng historiken', /^Nästa (dag|\d dagar)$/]) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity), String(name)).toBeLessThanOrEqual(320);
  }
});

test('MAP-027: the map fills the screen and gives it back', async ({ page }) => {
  await openMap(page);
  await page.getByRole('button', { name: 'Helskärm', exact: true }).click();
  const leave = page.getByRole('button', { name: 'Lämna helskärm' });
  await expect(leave).toHaveAttribute('aria-pressed', 'true');
  await leave.click();
  await expect(page.getByRole('button', { name: 'Helskärm', exact: true })).toBeVisible();
});

test('MAP-018, MAP-024: clustering is switched, and is as it was left after a reload', async ({ page }) => {
  await openMap(page, await joinDemo('admin'));
  const clusters = page.getByRole('switch', { name: 'Gruppera enheter nära varandra' });
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(clusters).toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().includes('options') && answer.request().method() !== 'GET');
  await page.getByText('Gruppera enheter nära varandra').click();
  await expect(clusters).not.toBeChecked();
  expect((await saved).ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(clusters).not.toBeChecked();
});

test('NFR-005: the dark theme keeps the chosen unit and the map', async ({ page }) => {
  await openMap(page, await joinDemo('admin'));
  await choose(page, TAXI);
  const address = page.url();
  await page.getByRole('button', { name: /^Utseende/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mörkt' }).click();
  await expect(page.getByRole('button', { name: 'Utseende: Mörkt' })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await expect(card(page)).toContainText(TAXI);
  await expect(canvas(page)).toBeVisible();
  expect(page.url()).toBe(address);
});

test('MAP-030: the track of a day can be had as GPX, KML and CSV', async ({ page }) => {
  await openMap(page);
  await choose(page, TAXI);
  await page.getByRole('button', { name: 'Historik' }).click();
  await page.getByRole('button', { name: 'Föregående dag' }).click();
  await expect(page.getByRole('button', { name: 'Spela' })).toBeVisible();
  for (const kind of ['GPX', 'KML', 'CSV']) {
    await page.getByRole('button', { name: 'Ladda ner' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['GPX', 'KML', 'CSV']);
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^108-Taxi-Vasastan.*\\.${kind.toLowerCase()}$`));
  }
});

test('MAP-016, NAV-038: the list is used by arrows, Enter and Escape alone', async ({ page }) => {
  await openMap(page);
  const list = page.getByRole('listbox', { name: 'Enheter' });
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const chosen = list.getByRole('option', { selected: true });
  await expect(chosen).toHaveCount(1);
  const id = await chosen.getAttribute('id');
  await page.keyboard.press('Enter');
  await expect(card(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await expect(list).toBeFocused();
  await expect(list).toHaveAttribute('aria-activedescendant', id ?? '');
  // The frame goes round the row where one was, not round the whole list.
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  await expect(list).toHaveCSS('outline-style', 'none');
});

test('NAV-037: Back leads from the history to the card, the list and the page before', async ({ page }) => {
  await openMap(page);
  await page.getByRole('link', { name: 'Körjournal' }).click();
  await page.getByRole('link', { name: 'Karta', exact: true }).click();
  await choose(page, TAXI);
  await card(page).getByRole('button', { name: 'Historik' }).click();
  await expect(page.getByRole('region', { name: `Historik för ${TAXI}` })).toBeVisible();
  await page.goBack();
  await expect(card(page)).toContainText(TAXI);
  await page.goForward();
  await page.getByRole('button', { name: 'Stäng historiken' }).click();
  await expect(card(page)).toContainText(TAXI);
  await page.getByRole('button', { name: 'Stäng uppgifterna' }).click();
  await expect(page.getByRole('listbox', { name: 'Enheter' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/create-triplog/);
});

test('MAP-026, MAP-027: on a phone the buttons stand along the upper edge of the map, and its makers on one line below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openMap(page);
  const top = (await canvas(page).boundingBox())?.y ?? 0;
  for (const name of ['Kartlager', 'Taggar'])
    await expect
      .poll(async () => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? Infinity)
      .toBeLessThan(top + 24);
  const makers = page.locator('.maplibregl-ctrl-attrib');
  await expect(makers).toContainText('OpenStreetMap');
  expect((await makers.boundingBox())?.height).toBeLessThan(28);
});
