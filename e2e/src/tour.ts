import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { ADDRESSES } from '../../apps/web/src/lib/addresses.ts';
import { readCommand, refuse } from '../../scripts/command-line.mjs';
import { DEMO_ACCOUNTS, demoImei } from '@spora/server/demo/roster';
import { LOG } from '@spora/server/demo/story';
import { THEFT } from '@spora/server/demo/zones';
import sharp from 'sharp';
import { sharedSession } from './api.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';
import { keepSession } from './entering.ts';
import { startProduct } from './product.ts';

/** Takes the pictures of docs/tour.md: in Swedish, as its fleet manager sees the demo once its story is told. */
const FOLDER = fileURLToPath(new URL('../../docs/tour/', import.meta.url));
const MANAGER = 'maja@sorlaby.example';
const SIZE = { width: 1200, height: 750 };
/** Few colours are enough for a page, and make a third of its bytes. */
const COLOURS = 128;
const STORY_MS = 20 * 60_000;
/** On a machine with other work, a map is drawn slowly. */
const PATIENCE_MS = 180_000;

interface Stop {
  readonly address: string;
  /** What is clicked before the picture is taken. */
  readonly then?: (page: Page) => Promise<unknown>;
}

const imeiOf = (unit: string): string => demoImei(0, DEMO_ACCOUNTS[0]?.units.findIndex(({ name }) => name === unit) ?? 0);
const month = (count: number): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
};

async function openFridge(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mejeri Skåne' }).first().click();
  await page
    .getByRole('button', { name: '7 dagar' })
    .or(page.getByRole('radio', { name: '7 dagar' }))
    .first()
    .click();
}

/** By the names of the pictures. */
const STOPS: Readonly<Record<string, Stop>> = {
  today: { address: ADDRESSES.today },
  map: {
    address: ADDRESSES.map,
    then: (page) => page.getByRole('option', { name: /km\/h/ }).first().click(),
  },
  alarms: { address: `${ADDRESSES.alarms}?state=all` },
  theft: {
    address: `${ADDRESSES.editUnit}?imei=${imeiOf(THEFT.unit)}&tab=theft`,
    then: (page) => page.getByRole('img').last().scrollIntoViewIfNeeded(),
  },
  attest: { address: `${ADDRESSES.attest}?view=status&month=${month(1)}` },
  bookings: { address: ADDRESSES.carSchedule },
  fridge: { address: ADDRESSES.sensors, then: openFridge },
  tolls: { address: `${ADDRESSES.congestionReport}?from=${month(1)}&to=${month(1)}` },
  eco: { address: ADDRESSES.greenDriving },
  service: { address: ADDRESSES.service },
};

const { values, positionals } = readCommand('tour');
const unknown = positionals.filter((name) => !(name in STOPS));
if (unknown.length > 0) refuse('tour', `There is no picture ${unknown.join(', ')}; there are ${Object.keys(STOPS).join(', ')}.`);
const wanted = Object.entries(STOPS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
const product = values.running === undefined ? await startProduct() : running(values.running);
const found = await findChromium();
const browser = await chromium.launch({
  executablePath: found.path,
  args: [...CHROMIUM_FLAGS],
  env: { ...(process.env as Record<string, string>), ...found.env },
});
try {
  await untilTold(product.dataDir);
  const context = await browser.newContext({
    viewport: SIZE,
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await keepSession(page, product, await sharedSession(product, { email: MANAGER, password: product.passwords[MANAGER] ?? '' }));
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, { address, then }] of wanted) {
    await page.goto(product.url + address);
    await settled(page);
    await then?.(page);
    await settled(page);
    const taken = await page.screenshot({ animations: 'disabled' });
    const picture = await sharp(taken).png({ palette: true, colours: COLOURS, compressionLevel: 9, effort: 10 }).toBuffer();
    writeFileSync(join(FOLDER, `${name}.png`), picture);
    console.log(`${name}.png, ${Math.ceil(picture.length / 1024)} kB`);
  }
} finally {
  await browser.close();
  await product.stop();
}

/** The one that runs from a data folder; it is left running. */
function running(dataDir: string) {
  if (!existsSync(join(dataDir, 'address')) || !existsSync(join(dataDir, 'demo', 'sign-ins.json')))
    refuse('tour', `--running: no demo runs from ${dataDir}, which is the folder data of its checkout, or its DATA_DIR.`);
  const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8');
  const signIns = JSON.parse(read('demo/sign-ins.json')) as readonly { username: string; password: string }[];
  return {
    url: read('address').trim(),
    dataDir,
    passwords: Object.fromEntries(signIns.map(({ username, password }) => [username, password])),
    stop: async () => {},
  };
}

async function untilTold(dataDir: string): Promise<void> {
  const file = join(dataDir, 'demo', 'story.json');
  const last = Object.keys(LOG).at(-1) ?? '';
  const deadline = Date.now() + STORY_MS;
  while (!existsSync(file) || !(JSON.parse(readFileSync(file, 'utf8')) as { done: readonly string[] }).done.includes(last)) {
    if (Date.now() > deadline) throw new Error("the demo's story is not told");
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Nothing is fetched any more, but for the stream, and what was fetched is drawn. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], [class*="keleton"]') === null);
  await page.getByText('Kartan laddas').waitFor({ state: 'hidden' });
  await page.waitForTimeout(3000);
}
