import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTrackerClient } from '@spora/simulator/tracker-client';
import { randomOf } from '@spora/simulator/random';
import { readFileSync } from 'node:fs';
import { expect, type Browser, type BrowserContextOptions, type Download, type Page } from '@playwright/test';
import { type Api, apiAs, apiOf } from './api.ts';
import { expectSignedIn, product, sendSignIn, type Credentials } from './people.ts';

/** A company with drivers and trips of the past, made as an operator, people and trackers make them. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const MAILBOX = `${product.url}/mailbox`;
export const PASSWORD = 'Quiet-harbour-5';

export interface Told {
  readonly code: number;
  readonly text: string;
}

/** A command as an operator gives it beside the running product: `npm run NAME -- ARGS`. */
export const command = (name: string, ...args: readonly string[]): Promise<Told> =>
  run('npm', ['run', '--silent', name, '--', ...args]);

function run(program: string, args: readonly string[]): Promise<Told> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { cwd: PROJECT, env: { ...process.env, DATA_DIR: product.dataDir }, timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, text: stdout + stderr });
        else if (typeof error.code === 'number') resolve({ code: error.code, text: stdout + stderr });
        else reject(new Error(`${program} ${args.join(' ')} did not end by itself`, { cause: error }));
      },
    );
  });
}

export interface Company {
  readonly name: string;
  readonly owner: Credentials;
  readonly admin: Api;
  readonly imeis: readonly string[];
}

/** Another one for each company, so that journeys never meet and a product can be used again. */
let numbers = Date.now() % 10_000_000;

/** An account with that many units, whose trackers have been theirs for ever, so that last month can be driven today. */
export async function createCompany(title: string, units: number): Promise<Company> {
  const name = `${title} ${(numbers += 1)}`;
  const email = `chief@${name.toLowerCase().replace(' ', '-')}.example`;
  const made = await command('create-account', '--name', name, '--email', email, '--full-name', 'Runa Ek', '--country', 'SE');
  const password = /Sign in as \S+ with (\S+)/.exec(made.text)?.[1];
  if (!password) throw new Error(made.text);
  const first = 4_000_000_000_000n + BigInt(numbers) * 1000n;
  const fleet = ['--imei-from', String(first), '--units', String(units), '--account', name];
  const added = await run(process.execPath, ['apps/server/src/cli/register-simulated.ts', ...fleet]);
  expect(added.code, added.text).toBe(0);
  const imeis = Array.from({ length: units }, (_, i) => String(first + BigInt(i)).padStart(15, '0'));
  const admin = await apiAs({ email, password });
  for (const [i, imei] of imeis.entries())
    expect((await admin('units.update', { params: { imei }, body: { name: `Bil ${i + 1}` } })).status).toBe(200);
  return { name, owner: { email, password }, admin, imeis };
}

export interface Employee {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** Invites somebody, who follows the link in the mail and chooses a password. */
export async function hire(admin: Api, who: { name: string; language: string; unit_ids: number[] }): Promise<Employee> {
  const { name, ...rest } = who;
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${(numbers += 1)}@staff.example`;
  const { data, errors } = await admin<{ id: number }>('users.invite', { body: { full_name: name, email, ...rest } });
  expect(errors).toBeUndefined();
  let code = '';
  await expect.poll(async () => (code = await invitationTo(email)), { timeout: 15_000 }).not.toBe('');
  const body = { code, password: PASSWORD, password_confirmation: PASSWORD };
  expect((await apiOf(null)('auth.reset-password', { body })).status).toBe(200);
  return { id: data.id, name, email };
}

const invitationTo = async (email: string): Promise<string> =>
  /reset-password\?_c=([\w-]+)/.exec(await newestMail(email))?.[1] ?? '';

/** The page of the newest mail to somebody; empty while there is none. */
async function newestMail(email: string, subject = ''): Promise<string> {
  const list = await (await fetch(MAILBOX)).text();
  const listed = [...list.matchAll(/<li><a href="\/mailbox\/(\d+)">(.*?)<\/a>/g)];
  const found = listed.find(([, , text = '']) => text.includes(`To ${email}<`) && text.includes(subject));
  return found ? (await fetch(`${MAILBOX}/${found[1]}`)).text() : '';
}

/** Waits for the mail with that subject, as the mailbox page shows it. */
export async function mailTo(email: string, subject: string): Promise<string> {
  let mail = '';
  const found = async (): Promise<boolean> => (mail = await newestMail(email, subject)) !== '';
  await expect.poll(found, { timeout: 15_000, message: `“${subject}” to ${email}` }).toBe(true);
  return mail;
}

async function signedIn(browser: Browser, options: BrowserContextOptions, who: Credentials): Promise<Page> {
  const context = await browser.newContext({
    locale: 'sv-SE',
    timezoneId: 'Asia/Kathmandu',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(product.url);
  await sendSignIn(page, who);
  await expectSignedIn(page);
  return page;
}

/** A page of their own at a desk. */
export const pageAs = (browser: Browser, who: Credentials): Promise<Page> =>
  signedIn(browser, { viewport: { width: 1440, height: 900 } }, who);
/** A phone in their hand. */
export const openPhone = (browser: Browser, who: Credentials): Promise<Page> =>
  signedIn(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, who);

/** What a button of the page saved on the disk. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

/** A quarter of an hour of driving: when it began and between which places, each a number. */
export interface Drive {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly minutes?: number;
}
const E7_PER_PLACE = 800_000;
const STEP_S = 20;

/** Sends what a tracker stored of the drives, oldest first, and waits until the server has taken it. */
export async function drive(imei: string, drives: readonly Drive[]): Promise<void> {
  const client = createTrackerClient({
    host: '127.0.0.1',
    port: product.trackerPort,
    imei,
    transport: 'tcp',
    order: 'oldest-first',
    random: randomOf(imei),
    retryMs: 10,
    onEvent: () => undefined,
  });
  for (const { at, from, to, minutes = 10 } of drives) {
    const seconds = minutes * 60;
    for (let s = -60; s <= seconds + 180; s += STEP_S) {
      const share = Math.min(1, Math.max(0, s / seconds));
      const isDriving = s >= 0 && s < seconds;
      client.report({
        timeMs: at + s * 1000,
        latE7: 577_000_000,
        lonE7: 119_600_000 + Math.round((from + (to - from) * share) * E7_PER_PLACE),
        altitudeM: 12,
        headingDeg: to > from ? 90 : 270,
        satellites: 11,
        speedKmh: isDriving ? 40 : 0,
        priority: 0,
        eventId: 0,
        io: [
          { id: 239, width: 1, value: isDriving ? 1 : 0 },
          { id: 240, width: 1, value: isDriving ? 1 : 0 },
        ],
      });
    }
  }
  client.connect();
  await client.drained(20_000);
  client.close();
}

const DAY_MS = 86_400_000;
const dayIn = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' });
export const YESTERDAY = new Date(Date.parse(dayIn(Date.now())) - DAY_MS).toISOString().slice(0, 10);
/** `yyyy-MM` of the month before this one, where the companies are. */
export const LAST_MONTH = new Date(Date.parse(`${dayIn(Date.now()).slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 7);
const lastDay = new Date(Date.parse(`${dayIn(Date.now()).slice(0, 7)}-01`) - DAY_MS).toISOString().slice(0, 10);
export const LAST_MONTH_DAYS = { from: `${LAST_MONTH}-01`, to: lastDay } as const;
/** A time of a day by the clock in Greenwich, which is the same day in all our zones between 02:00 and 20:00. */
export const timeOf = (day: string, clock: string): number => Date.parse(`${day}T${clock}:00Z`);

export interface TripRow {
  readonly id: number;
  readonly unit_id: number;
  readonly distance_m: number;
  readonly type: string;
  readonly purpose: string;
  readonly start: { readonly time: string };
}

/** The trips of a unit in order, once that many are in the log. */
export async function tripsOf(api: Api, imei: string, span: { from: string; to: string }, count: number): Promise<TripRow[]> {
  const body = { ...span, imeis: [imei], sort: 'time', descending: false, page_size: 100 };
  let trips: TripRow[] = [];
  const counted = async (): Promise<number> => {
    trips = (await api<{ trips: TripRow[] }>('trips.generate', { body })).data.trips;
    return trips.length;
  };
  await expect.poll(counted, { timeout: 30_000, message: `trips of ${imei}` }).toBe(count);
  return trips;
}
